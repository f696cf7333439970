import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

let files: readonly string[] | undefined;

/**
 * Returns the compiled files whose names end with `suffix`, relative to the root and sorted. They are listed only once,
 * because they do not change while a process runs.
 */
export function filesEnding(suffix: string): string[] {
  files ??= filesIn('').sort();
  return files.filter((name) => name.endsWith(suffix));
}

/**
 * Returns the files of a folder, relative to the root. The listing itself distinguishes folders: the option `recursive`
 * would query each file, at ten times the cost.
 */
function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const loaded = new Map<string, Promise<unknown[]>>();

/** Returns the exports of a file. They are cached, because Node's `import()` takes 20 µs even for a loaded module. */
export function valuesOf(file: string): Promise<unknown[]> {
  const values =
    loaded.get(file) ??
    import(new URL(file.split(sep).join('/'), new URL('../', import.meta.url)).href).then(Object.values);
  loaded.set(file, values);
  return values;
}

/** Returns all classes that a file exports. */
export async function classesOf(file: string): Promise<Array<new (...dependencies: never[]) => object>> {
  return (await valuesOf(file)).filter((value) => typeof value === 'function') as Array<
    new (
      ...dependencies: never[]
    ) => object
  >;
}
