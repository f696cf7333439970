// Exits with 1 when package-lock.json holds a package with an install script that `allowScripts` of package.json does not decide on, by name
// or by name and version. It runs before the installation, which would run the script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const decided = new Set(Object.keys(read('package.json').allowScripts ?? {}));
const undecided = Object.entries(read('package-lock.json').packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([path, { name, version }]) => ({ name: name ?? path.replace(/^.*node_modules\//, ''), version }))
  .filter(({ name, version }) => !decided.has(name) && !decided.has(`${name}@${version}`))
  .map(({ name, version }) => `${name}@${version}`);

for (const one of new Set(undecided))
  console.error(`${one} has an install script. Read it, then add it to allowScripts in package.json: true to run it, false not to.`);
process.exitCode = undecided.length > 0 ? 1 : 0;
