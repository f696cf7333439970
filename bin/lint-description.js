#!/usr/bin/env node
// Checks an exported description with Redocly's strictest rules and Spectral's OpenAPI rules, where warnings also fail,
// for errors of the OWASP rules (exceptions: .spectral-owasp.yaml), for nullable fields that do not say what null means,
// and for sentences that hide their subject, lack a verb, only repeat the name of a field or use a banned term. The first
// lines of docstrings and comments in the source are checked for such sentences, too. Reads compiled code, so build first.
// Usage: node bin/lint-description.js FILE
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLineFindings } from '../dist/src/openapi/first-lines.js';
import { unexplainedNulls } from '../dist/src/openapi/null-meanings.js';
import { descriptionFindings } from '../dist/src/openapi/plain-sentences.js';

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

/** Prints findings below a heading. @returns whether there are no findings */
function hasNo(heading, findings) {
  if (findings.length > 0) console.error(`${heading}:\n${findings.join('\n')}`);
  return findings.length === 0;
}

const document = JSON.parse(readFileSync(path, 'utf8'));
const firstLines = globSync('{src,test,bench,bin}/**/*.{ts,js}', { cwd: root })
  .sort()
  .flatMap((source) => firstLineFindings(readFileSync(join(root, source), 'utf8')).map((one) => `${source}: ${one}`));

const clean = [
  hasNo('Fields that do not say what null means', unexplainedNulls(document)),
  hasNo('Sentences of the description (rules: src/openapi/plain-sentences.ts)', descriptionFindings(document)),
  hasNo('First lines of comments (rules: src/openapi/plain-sentences.ts)', firstLines),
  isClean('Redocly', redocly, (output) => JSON.parse(output).totals.errors + JSON.parse(output).totals.warnings),
  isClean('Spectral', spectral('.spectral.yaml', 'hint'), (output) => JSON.parse(output).length),
  isClean('OWASP', spectral('.spectral-owasp.yaml', 'error'), (output) => JSON.parse(output).length),
].every(Boolean);
if (clean) console.log(`${file}: no findings`);
process.exit(clean ? 0 : 1);
