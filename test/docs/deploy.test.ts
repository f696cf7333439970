import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/read-config.js';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');

interface Service {
  image?: string;
  build?: string;
  read_only?: boolean;
  environment?: Record<string, string>;
}

const servicesOf = (path: string) => Object.entries((parse(read(path), { merge: true }) as { services: Record<string, Service> }).services);

test('every setting in the files for containers and service managers exists', async (t) => {
  const { variables } = await readConfig({});
  const known = new Set(variables.map(({ name }) => name));
  for (const file of ['Dockerfile', ...readdirSync(join(root, 'deploy')).map((name) => join('deploy', name))]) {
    const names = read(file).match(/SVC_[A-Z_]+/g) ?? [];
    for (const name of names) t.true(known.has(name), `${file}: ${name}`);
  }
});

test('the image runs the Node of the project, as a user without rights, and reports whether it is ready', (t) => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const bases = [...dockerfile.matchAll(/^FROM node:(\S+?)-/gm)].map(([, version]) => version);
  t.deepEqual(bases, [devDependencies.node, devDependencies.node]);
  t.regex(dockerfile, /^USER node$/m);
  t.regex(dockerfile, /^HEALTHCHECK [\s\S]*\/api\/v1\/health\/ready/m);
});

test('on one machine and on several, the service cannot write to its own files', (t) => {
  for (const file of ['deploy/compose.yaml', 'deploy/compose.scaled.yaml']) {
    const own = servicesOf(file).filter(([, { image }]) => image === 'watchfloor');
    t.true(own.length > 0);
    for (const [name, service] of own) t.true(service.read_only, `${file}: ${name}`);
  }
});

test('the processes of several machines have all roles between them and share a database and a Redis', async (t) => {
  const own = servicesOf('deploy/compose.scaled.yaml').filter(([, { image }]) => image === 'watchfloor');
  const secrets = {
    SVC_JWT_SECRET: randomBytes(32).toString('hex'),
    SVC_DATA_SECRET: randomBytes(32).toString('hex'),
    SVC_BASE_URL: 'https://watchfloor.example.com',
  };
  const roles = [];
  for (const [, { environment = {} }] of own) {
    const settings = { ...environment, SVC_DATABASE_URL: String(environment.SVC_DATABASE_URL).replace(/\$\{.*\}/, 'secret') };
    const config = await readConfig({ NODE_ENV: 'production', ...secrets, ...settings });
    t.truthy(environment.SVC_REDIS_URL);
    roles.push(...config.service.roles);
  }
  t.deepEqual(roles.sort(), ['api', 'ingest', 'worker']);
});
