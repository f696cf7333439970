// Writes the bill of materials of a release to standard output, as CycloneDX: the runtime dependencies of
// package-lock.json as npm lists them, and components that npm does not list: Node, and the PostgreSQL inside the
// packages of the embedded database.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const options = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--workspaces=false'];
const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}

/** Returns the component of a program. */
const program = (name, version, license, cpe) => ({
  'bom-ref': `${name}@${version}`,
  type: 'platform',
  name,
  version,
  cpe,
  licenses: [{ license: { id: license } }],
});

// The version of a package begins with the version of its PostgreSQL: 18.4.0-beta.17 contains 18.4.
const [, postgres] = /^(\d+\.\d+)\./.exec(Object.values(optionalDependencies)[0]) ?? [];
const node = devDependencies.node;
const document = JSON.parse(stdout);
document.components.push(
  program('node', node, 'MIT', `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`),
  program('postgresql', postgres, 'PostgreSQL', `cpe:2.3:a:postgresql:postgresql:${postgres}:*:*:*:*:*:*:*`),
);
// npm omits runtime packages that are also development dependencies, so they are added here.
const listed = new Set(document.components.map(({ name, version }) => `${name}@${version}`));
for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
  const name = path.replace(/^.*node_modules\//, '');
  const id = `${name}@${version}`;
  if (!path.includes('node_modules/') || dev || link || listed.has(id)) continue;
  listed.add(id);
  const licenses = license === undefined ? [] : [{ expression: license }];
  document.components.push({
    'bom-ref': id,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses,
  });
}
console.log(JSON.stringify(document, null, 2));
