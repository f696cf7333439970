// A process that evaluates the alert rules of a database, for tests that kill it. It has no sources: its parent sends
// it the observations.

import 'reflect-metadata';
import { readConfig } from '../../src/config/read-config.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { Evaluations } from '../../src/features/alerts/run/evaluations.service.js';
import { MarketProviders } from '../../src/features/markets/providers/market-provider.js';
import { KeyRing } from '../../src/http/key-ring.js';
import { StubJobs } from '../../src/jobs/stub-jobs.js';
import { createLog } from '../../src/logging/log.js';
import { createContainer } from '../../src/process/container.js';
import { discoverFeatures } from '../../src/process/discover.js';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { GuardedOutbound } from '../../src/upstream/outbound/guarded-outbound.js';
import { FakeMarketProvider } from './fake-market-provider.js';
import { ManualClock } from './manual-clock.js';

const SECRET = 'a test secret of more than thirty-two bytes';
const [url] = process.argv.slice(2) as [string];
const config = await readConfig({ SVC_ENV: 'test', SVC_JWT_SECRET: SECRET, SVC_DATA_SECRET: SECRET });
const clock = new ManualClock();
const services = createContainer({
  config,
  clock,
  log: createLog({ logLevel: 'error' }, process.stderr),
  database: new PostgresDatabase({ connectionString: url }, () => {}, { poolSize: 4 }),
  jobs: new StubJobs(),
  keys: new KeyRing(SECRET, []),
  vault: new SecretVault(SECRET, []),
  outbound: new GuardedOutbound({ ...config.outbound, userAgent: 'Watchfloor', resolve: async () => [] }),
  bindFirst: (bound) => bound.set(MarketProviders, new MarketProviders([new FakeMarketProvider('simulator')])),
  ...(await discoverFeatures()),
});

const evaluation = services.get(Evaluations).create();
let isBegun = false;
process.on('message', async ({ step, price, at }: { step: number; price: number; at: number }) => {
  clock.advance(at - clock.now());
  if (!isBegun) await evaluation.begin();
  isBegun = true;
  evaluation.observe({ kind: 'quote', symbol: 'AAPL.US', price, at });
  while (await evaluation.follow());
  evaluation.advance();
  await evaluation.flush();
  process.send?.(step);
});
process.send?.('ready');
