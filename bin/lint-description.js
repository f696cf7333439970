#!/usr/bin/env node
// Checks an exported description with Redocly's strictest rules and Spectral's OpenAPI rules, where warnings also fail,
// for errors of the OWASP rules (exceptions: .spectral-owasp.yaml), and for nullable fields that do not say what null
// means. Reads compiled code, so build first. Usage: node bin/lint-description.js FILE
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unexplainedNulls } from '../dist/src/openapi/null-meanings.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const file = process.argv[2];
if (!file || file.startsWith('-')) {
  console.error('usage: node bin/lint-description.js FILE');
  process.exit(2);
}
const path = resolve(file);
// Turns off telemetry and update checks, so that the linters make no network calls.
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};

/** Runs a package's command with this Node. */
function run(name, command, parameters) {
  const script = join(dirname(require.resolve(`${name}/package.json`)), command);
  return spawnSync(process.execPath, [script, ...parameters], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Prints the output of a linter that failed or found something. @returns whether it found nothing */
function isClean(tool, { status, stdout, stderr }, count) {
  let findings = 'an unknown number of';
  try {
    findings = count(stdout);
  } catch {
    // The output is not JSON because the linter failed; the output is printed below.
  }
  if (status === 0 && findings === 0) return true;
  console.error(`${tool}: ${findings} findings\n${stdout}${stderr}`);
  return false;
}

const redocly = run('@redocly/cli', 'bin/cli.js', [
  'lint',
  path,
  '--config',
  'redocly.yaml',
  '--format',
  'json',
  '--max-problems',
  '100000',
]);
/** Runs Spectral with a rule set. It fails on findings of the given severity or a higher one. */
const spectral = (rules, severity) =>
  run('@stoplight/spectral-cli', 'dist/index.js', [
    'lint',
    '-r',
    rules,
    '--fail-severity',
    severity,
    '--display-only-failures',
    '--quiet',
    '--format',
    'json',
    path,
  ]);

const nulls = unexplainedNulls(JSON.parse(readFileSync(path, 'utf8')));
if (nulls.length > 0) console.error(`Fields that do not say what null means:\n${nulls.join('\n')}`);

const clean = [
  nulls.length === 0,
  isClean('Redocly', redocly, (output) => JSON.parse(output).totals.errors + JSON.parse(output).totals.warnings),
  isClean('Spectral', spectral('.spectral.yaml', 'hint'), (output) => JSON.parse(output).length),
  isClean('OWASP', spectral('.spectral-owasp.yaml', 'error'), (output) => JSON.parse(output).length),
].every(Boolean);
if (clean) console.log(`${file}: no findings`);
process.exit(clean ? 0 : 1);
