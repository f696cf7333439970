// Our server with one provider that has all quotes; the quotes stay fresh for the whole bench.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../../src/app.js';
import { readConfig } from '../../../../src/config/read-config.js';
import { openDatabase } from '../../../../src/database/open-database.js';
import { EventCatalog } from '../../../../src/events/event-catalog.js';
import { MarketProviders } from '../../../../src/features/markets/providers/market-provider.js';
import { createHttpServer } from '../../../../src/http/http-server.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { StubJobs } from '../../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../../src/logging/log.js';
import { createContainer } from '../../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../../src/process/discover.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../../src/time/clock.js';
import { FakeMarketProvider } from '../../../../test/support/fake-market-provider.js';
import { announce } from '../../../support/server-process.js';
import { ACCOUNTS, quoteOf, secret, symbols } from './quote-work.js';

const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '100',
  SVC_SIGN_IN_LIMIT: '100000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
});
const clock = new SystemClock();
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const provider = new FakeMarketProvider('eodhd', undefined, 86_400);
for (const [index, symbol] of symbols.entries())
  provider.prices.set(symbol, quoteOf(symbol, index, new Date(clock.now())));
const services = createContainer({
  config,
  log: createLog(config.service),
  clock,
  database: await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined),
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
  ...(await discoverFeatures()),
  catalogue: new EventCatalog([]),
  bindFirst: (bound) => bound.set(MarketProviders, new MarketProviders([provider])),
});
const app = createApp(services, await discoverControllers(false));
const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const password = 'correct horse battery staple';
const post = async (path: string, body: object) => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request)).json();
};
const tokens: string[] = [];
for (let index = 0; index < ACCOUNTS; index += 1) {
  const email = `bench${index}@watchfloor.test`;
  await post('/auth/register', { email, password, displayName: `Bench ${index}` });
  tokens.push(((await post('/auth/login', { email, password })) as { accessToken: string }).accessToken);
}
announce({ port, tokens });
