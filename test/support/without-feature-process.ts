// Serves a compiled copy of the product without the folder of one feature, as far as that is possible without a
// database. Prints its responses as JSON. Argument: the `src` folder of the copy.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const copy = process.argv[2] as string;
const from = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(copy, file)).href);

const { readConfig } = await from<typeof import('../../src/config/read-config.js')>('config/read-config.js');
const { discoverControllers, discoverFeatures } =
  await from<typeof import('../../src/process/discover.js')>('process/discover.js');
const { createContainer } = await from<typeof import('../../src/process/container.js')>('process/container.js');
const { createApp } = await from<typeof import('../../src/app.js')>('app.js');
const { createHttpServer } = await from<typeof import('../../src/http/http-server.js')>('http/http-server.js');
const { createLog } = await from<typeof import('../../src/logging/log.js')>('logging/log.js');
const { SystemClock } = await from<typeof import('../../src/time/clock.js')>('time/clock.js');
const { KeyRing } = await from<typeof import('../../src/http/key-ring.js')>('http/key-ring.js');
const { SecretVault } = await from<typeof import('../../src/secrets/secret-vault.js')>('secrets/secret-vault.js');
const { StubDatabase } = await from<typeof import('../../src/database/stub-database.js')>('database/stub-database.js');
const { StubJobs } = await from<typeof import('../../src/jobs/stub-jobs.js')>('jobs/stub-jobs.js');

const secret = 'a test secret of more than thirty-two bytes';
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_DATA_SECRET: secret,
  SVC_DOCS_ENABLED: 'true',
  SVC_LOG_LEVEL: 'silent',
});
const stubs = {
  database: new StubDatabase(),
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
};
const services = createContainer({
  config,
  log: createLog(config.service),
  clock: new SystemClock(),
  ...stubs,
  ...(await discoverFeatures()),
});
const { koa } = createApp(services, await discoverControllers(false));
const server = createHttpServer(koa).listen(0, '127.0.0.1');
await once(server, 'listening');
const get = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return { status: answer.status, json: await answer.json() };
};
const [health, document] = [await get('/api/v1/health'), await get('/openapi.json')];
process.stdout.write(JSON.stringify({ health, document, settings: config.variables.map(({ name }) => name) }), () =>
  process.exit(0),
);
