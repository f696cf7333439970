// Exits with 1 when package-lock.json contains a package with an install script that `allowScripts` in package.json
// neither allows nor denies. It runs before the installation, which would run the script. With `--installed`, it runs
// after the installation and exits with 1 when npm itself lists such packages; versions of npm without that command are
// skipped. Permissions are by package name, not by version: npm accepts a permission for one version only if the lock
// file contains the URL of the package, which ours omits. The version is pinned by the integrity hash in the lock file
// instead.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = words[0] ?? '.';
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function checkLockFile() {
  const decisions = read('package.json').allowScripts ?? {};
  const isDecided = ({ name, version, resolved }) =>
    decisions[name] !== undefined ||
    decisions[`${name}@${version}`] === false ||
    (resolved !== undefined && decisions[`${name}@${version}`] === true);
  const undecided = Object.entries(read('package-lock.json').packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, one]) => ({ ...one, name: one.name ?? path.replace(/^.*node_modules\//, '') }))
    .filter((one) => !isDecided(one))
    .map(({ name, version }) => `${name}@${version}`);
  for (const one of new Set(undecided))
    console.error(
      `${one} has an install script. Read it, then add it to allowScripts in package.json, by name: true to run it, false not to.`,
    );
  return undecided.length === 0;
}

function checkInstalled() {
  const {
    status,
    stdout = '',
    stderr = '',
  } = spawnSync('npm', ['install-scripts', 'ls', '--json'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && /unknown command|not a valid npm command/i.test(`${stdout}${stderr}`)) {
    console.log('not checked: this npm has no command `install-scripts`');
    return true;
  }
  const pending =
    status === 0
      ? (JSON.parse(stdout || '{}').allowScripts ?? []).filter(({ changes }) =>
          changes.some(({ change }) => change === 'pending'),
        )
      : undefined;
  if (pending === undefined) console.error(stdout, stderr);
  for (const { name } of pending ?? [])
    console.error(`npm lists the install script of ${name} as undecided. See allowScripts in package.json.`);
  return pending?.length === 0;
}

process.exitCode = (process.argv.includes('--installed') ? checkInstalled() : checkLockFile()) ? 0 : 1;
