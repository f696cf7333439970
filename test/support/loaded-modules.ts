import { registerHooks } from 'node:module';

const files = new Set<string>();

// This module must be loaded before the modules to be observed.
registerHooks({
  load(url, context, next) {
    files.add(url);
    return next(url, context);
  },
});

/**
 * Returns the URLs of all modules loaded since this module, and the names of the built-in modules that Node has loaded.
 */
export function loaded(): { files: string[]; builtins: string[] } {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  return { files: [...files], builtins: moduleLoadList.map((entry) => entry.replace(/^NativeModule /, '')) };
}
