#!/usr/bin/env node
// Bundles the compiled modules of each command into a few files, which Node loads in a third of the time. Modules that
// are discovered by their file names (controllers, jobs, …) are listed in the bundle, so that no start has to read
// folders. Packages, modules that run in threads, and data files beside a module are not bundled: bundled code finds
// them as the module in dist/src would.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const source = join(root, 'src');
const DISCOVERY = join(source, 'wiring', 'discover-files.js');

const slashed = (path) => path.split(sep).join('/');

/** Returns the compiled files that modules discover by the end of their names (`filesEnding('…')`), by that end. */
function discovered() {
  const files = readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map(slashed)
    .sort();
  const ends = new Set();
  for (const name of files)
    for (const [, end] of readFileSync(join(source, name), 'utf8').matchAll(/filesEnding\('([^']+)'\)/g)) ends.add(end);
  return new Map([...ends].map((end) => [end, files.filter((name) => name.endsWith(end))]));
}

/**
 * Returns whether a file belongs to the feature Debug. Its modules are a bundle of their own, which production never
 * loads.
 */
const isDebug = (file) => file.startsWith('features/debug/');

/** Returns the source of a module with the exports of wiring/discover-files.ts, over a list made at build time. */
function discoveryModule(byEnd) {
  const groups = [...byEnd].flatMap(([end, files]) =>
    [true, false].map((debug) => ({
      name: `${end}${debug ? '?debug' : ''}`,
      files: files.filter((file) => isDebug(file) === debug),
    })),
  );
  const loaders = groups
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => `  { files: ${JSON.stringify(files)}, load: () => import('discovered:${name}') },`);
  return `import { sep } from 'node:path';
const groups = [
${loaders.join('\n')}
];
const native = (file) => file.split('/').join(sep);
const slashed = (file) => file.split(sep).join('/');
export function filesEnding(suffix) {
  return groups.flatMap(({ files }) => files).filter((name) => name.endsWith(suffix)).sort().map(native);
}
export async function valuesOf(file) {
  const name = slashed(file);
  const { modules } = await groups.find(({ files }) => files.includes(name)).load();
  return Object.values(modules[name]);
}
export async function classesOf(file) {
  return (await valuesOf(file)).filter((value) => typeof value === 'function');
}
`;
}

/** Returns the source of a module that imports a group of files and exports them by their names. */
function groupModule(files) {
  const imports = files.map((file, index) => `import * as m${index} from '${slashed(join(source, file))}';`);
  const entries = files.map((file, index) => `  '${file}': m${index},`);
  return `${imports.join('\n')}\nexport const modules = {\n${entries.join('\n')}\n};\n`;
}

/**
 * Replaces `import.meta.url` and `import.meta.dirname` in a module by its place in dist/src, so that it finds its files
 * although its code runs from the bundle.
 */
function withOwnPlace(path, text) {
  const place = JSON.stringify(`../src/${slashed(relative(source, path))}`);
  const url = `new URL(${place}, import.meta.url)`;
  return text
    .replaceAll(
      /\b(?:createRequire\(import\.meta\.url\)|__require)(?=\(['"](?:class-transformer|drizzle-orm)\b)/g,
      'require',
    )
    .replaceAll('import.meta.dirname', '__directoryOf(__ownUrl)')
    .replaceAll(/(?<!\.)\bimport\.meta\.url\b/g, '__ownUrl.href')
    .replace(
      /^/,
      `import { fileURLToPath as __pathOf } from 'node:url'; import { dirname as __dirnameOf } from 'node:path'; const __ownUrl = ${url}; const __directoryOf = (url) => __dirnameOf(__pathOf(url)); `,
    );
}

/**
 * Packages of many small files that every command loads. They may be bundled because their state is in globals, or only
 * this one copy of them is loaded.
 */
const INLINED = new Set([
  '@opentelemetry/api',
  'class-transformer',
  'class-validator',
  'class-validator-jsonschema',
  'drizzle-orm',
  'libphonenumber-js',
  'prom-client',
  'routing-controllers',
  'routing-controllers-openapi',
  'tslib',
  'validator',
]);
const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

function plugin(byEnd) {
  return {
    name: 'watchfloor',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        path.startsWith('discovered:') || INLINED.has(packageOf(path)) ? undefined : { path, external: true },
      );
      onResolve({ filter: /^discovered:/ }, ({ path }) => ({
        path: path.slice('discovered:'.length),
        namespace: 'discovered',
      }));
      onLoad({ filter: /.*/, namespace: 'discovered' }, ({ path }) => {
        const [end, debug] = path.split('?');
        const files = byEnd.get(end).filter((file) => isDebug(file) === (debug !== undefined));
        return { contents: groupModule(files), resolveDir: source };
      });
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (path === DISCOVERY) return { contents: discoveryModule(byEnd), resolveDir: dirname(path) };
        if (!path.startsWith(source + sep)) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.')) return undefined;
        return { contents: withOwnPlace(path, text), resolveDir: dirname(path) };
      });
    },
  };
}

/** Entry modules by the name of their bundle: the commands, and the process of the service. */
const entries = { watchfloor: 'cli/watchfloor.js', openapi: 'cli/openapi.js', main: 'process/main.js' };

rmSync(join(root, 'bundle'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(source, file), out })),
  outdir: join(root, 'bundle'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  keepNames: true,
  sourcemap: 'linked',
  sourcesContent: false,
  chunkNames: 'chunk-[hash]',
  logLevel: 'warning',
  plugins: [plugin(discovered())],
});

/**
 * Writes the API description beside the bundles, so that a start need not build it. A description with defects is not
 * written: the start then builds it and names the defects.
 */
const { main: describe } = await import('../dist/bundle/openapi.js');
const { storedLines } = await import('../dist/src/openapi/stored-description.js');
for (const [name, options] of [
  ['description', []],
  ['description-production', ['--production']],
]) {
  const file = join(root, 'bundle', `${name}.json`);
  const status = await describe(['export', '--out', file, ...options]);
  if (status !== 0) continue;
  writeFileSync(`${file}l`, storedLines(JSON.parse(readFileSync(file, 'utf8'))));
  rmSync(file);
}
