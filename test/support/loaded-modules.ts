import { registerHooks } from 'node:module';

const files = new Set<string>();

// Loaded before what is looked at.
registerHooks({
  load(url, context, next) {
    files.add(url);
    return next(url, context);
  },
});

/** The addresses of all modules loaded since then, and the names of the built-in modules that Node has loaded. */
export function loaded(): { files: string[]; builtins: string[] } {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  return { files: [...files], builtins: moduleLoadList.map((entry) => entry.replace(/^NativeModule /, '')) };
}
