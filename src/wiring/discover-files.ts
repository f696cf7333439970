import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

let files: readonly string[] | undefined;

/**
 * Compiled files whose names end with `suffix`, relative to the root, sorted. Listed once: they do not change while a
 * process lives.
 */
export function filesEnding(suffix: string): string[] {
  files ??= filesIn('').sort();
  return files.filter((name) => name.endsWith(suffix));
}

/**
 * Relative to the root. The listing itself says what is a folder: `recursive` would ask again for each file, at ten
 * times the cost.
 */
function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const loaded = new Map<string, Promise<unknown[]>>();

/**
 * Everything that a file exports. Remembered: of a module that is loaded already, Node's `import()` takes 20 µs each
 * time.
 */
export function valuesOf(file: string): Promise<unknown[]> {
  const values =
    loaded.get(file) ??
    import(new URL(file.split(sep).join('/'), new URL('../', import.meta.url)).href).then(Object.values);
  loaded.set(file, values);
  return values;
}

/** Every class that a file exports. */
export async function classesOf(file: string): Promise<Array<new (...dependencies: never[]) => object>> {
  return (await valuesOf(file)).filter((value) => typeof value === 'function') as Array<
    new (
      ...dependencies: never[]
    ) => object
  >;
}
