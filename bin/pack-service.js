#!/usr/bin/env node
// Writes watchfloor-VERSION.tar.gz: the compiled service, for a machine without the sources and the compiler. Usage:
// `node bin/pack-service.js [FOLDER]`; FOLDER is where the file is written (default: the project's root).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, isFresh } from './build.js';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = join(resolve(process.argv[2] ?? root), `watchfloor-${version}.tar.gz`);

/** Files that the service and its commands read at run time, besides npm packages. */
const content = [
  'bin/launch.js',
  'bin/small-memory.js',
  'bin/watchfloor.js',
  'bin/watchfloor-openapi.js',
  'dist/bundle',
  'dist/src',
  'dist/clients',
  'clients/package.json',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'openapi.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

if (!isFresh()) build();
const { status, error } = spawnSync('tar', ['-czf', target, '--exclude=*.map', '-C', root, ...content], {
  stdio: 'inherit',
});
if (error !== undefined || status !== 0) {
  console.error(`The archive was not written: ${error?.message ?? `tar ended with ${status}`}.`);
  process.exit(1);
}
console.log(target);
