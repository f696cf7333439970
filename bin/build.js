#!/usr/bin/env node
// Compiles src, test and bench into dist, copies other files beside the compiled ones, and bundles the modules of each
// command into dist/bundle (bundle.js). With `--if-needed`, does nothing when dist is newer than every source.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locked } from './build-lock.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const sources = [
  'src',
  'test',
  'bench',
  'clients/typescript/src',
  'tsconfig.json',
  'package.json',
  'bin/build.js',
  'bin/bundle.js',
];

// Files of npm packages that the service serves, copied into dist. `redoc` (the page /redoc) is only a development
// dependency because it would install React with it; its bundle is one file.
const vendored = [
  ['redoc', 'bundles/redoc.standalone.js', 'src/pages/assets/redoc.standalone.js'],
  ['redoc', 'bundles/redoc.standalone.js.LICENSE.txt', 'src/pages/assets/redoc.standalone.js.LICENSE.txt'],
  ['redoc', 'LICENSE', 'src/pages/assets/redoc.LICENSE.txt'],
  ['maplibre-gl', 'dist/maplibre-gl.mjs', 'src/pages/assets/vendor/maplibre-gl.mjs'],
  ['maplibre-gl', 'dist/maplibre-gl-worker.mjs', 'src/pages/assets/vendor/maplibre-gl-worker.mjs'],
  ['maplibre-gl', 'dist/maplibre-gl.css', 'src/pages/assets/vendor/maplibre-gl.css'],
  ['maplibre-gl', 'LICENSE.txt', 'src/pages/assets/vendor/maplibre-gl.LICENSE.txt'],
  ['@simplewebauthn/browser', 'dist/bundle/index.umd.min.js', 'src/pages/assets/vendor/simplewebauthn.js'],
  ['@simplewebauthn/browser', 'LICENSE.md', 'src/pages/assets/vendor/simplewebauthn.LICENSE.md'],
];

/** Returns the newest modification time (ms) of a file or of the files below a folder; 0 if the path does not exist. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() ? newestIn(path, stat.mtimeMs) : (stat?.mtimeMs ?? 0);
}

function newestIn(folder, time) {
  const times = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = `${folder}/${entry.name}`;
    const { mtimeMs } = statSync(path);
    return entry.isDirectory() ? newestIn(path, mtimeMs) : mtimeMs;
  });
  return times.reduce((one, other) => Math.max(one, other), time);
}

/** Returns whether dist was built after the last change of every source. */
export function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return sources.every((name) => newest(join(root, name)) <= built);
}

/** Removes compiled files without a source, so that a deleted test or controller does not run again. */
function removeOrphans(folder) {
  const from = join(dist, folder);
  if (!existsSync(from)) return;
  for (const name of readdirSync(from, { recursive: true })) {
    const match = /^(.*)\.js(\.map)?$/.exec(name);
    if (
      match &&
      !existsSync(join(root, folder, `${match[1]}.ts`)) &&
      !existsSync(join(root, folder, `${match[1]}.js`)) &&
      !name.includes('assets')
    ) {
      rmSync(join(from, name));
    }
  }
}

/**
 * Builds dist, after a build that another process has begun.
 * @param options `ifNeeded`: builds only if dist is older than a source
 */
export function build({ ifNeeded = false } = {}) {
  locked(join(root, 'dist', '.build-lock'), () => {
    if (!(ifNeeded && isFresh())) compile();
  });
}

function compile() {
  const require = createRequire(import.meta.url);
  let compiler;
  try {
    compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    console.error('The compiler is not installed. Run `npm ci` (with development dependencies) first.');
    process.exit(1);
  }
  const started = new Date();
  const result = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json')], {
    stdio: 'inherit',
    cwd: root,
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  for (const folder of ['src', 'test', 'bench', 'clients/typescript/src']) {
    removeOrphans(folder);
    if (existsSync(join(root, folder))) {
      cpSync(join(root, folder), join(dist, folder), { recursive: true, filter: (path) => !path.endsWith('.ts') });
    }
  }
  for (const [name, file, target] of vendored) {
    mkdirSync(dirname(join(dist, target)), { recursive: true });
    copyFileSync(join(root, 'node_modules', name, file), join(dist, target));
  }
  const { status } = spawnSync(process.execPath, [join(root, 'bin', 'bundle.js')], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started); // sources saved during the compilation count as newer
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ ifNeeded: process.argv.includes('--if-needed') });
