// Imports a file of 100,000 rows through the API (parsed, resolved, checked and stored in one transaction), imports it
// again when all rows are duplicates, and exports it.
import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { TransactionExports } from '../../../src/features/portfolios/export/export.service.js';
import { TransactionImports } from '../../../src/features/portfolios/import/import.service.js';
import { importRequest } from '../../../src/features/portfolios/import/import-request.js';
import { PortfoliosService } from '../../../src/features/portfolios/portfolios.records.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { HeavyWork } from '../../../src/threads/heavy-work.js';
import { SystemClock } from '../../../src/time/clock.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rows: ROWS } = sizesOf({ usual: { rows: 100_000 }, smoke: { rows: 200 } });
const SECRET = 'a bench secret of more than thirty-two bytes';
const DAY_MS = 86_400_000;
const symbols = [
  'AAPL.US',
  'MSFT.US',
  'NVDA.US',
  'AMZN.US',
  'GOOGL.US',
  'META.US',
  'TSLA.US',
  'JPM.US',
  'XOM.US',
  'KO.US',
];
const start = Date.UTC(2015, 0, 1);

function rowOf(index: number): string {
  const tradedAt = new Date(start + Math.floor(index / 30) * DAY_MS + index * 1_000).toISOString();
  const type = index % 3 === 2 ? 'sell' : 'buy';
  return `${type},${tradedAt},${symbols[index % symbols.length]},${1 + (index % 17)}.25,${(100 + (index % 977) / 7).toFixed(4)},USD,1.25,row ${index},`;
}
const header = 'type,tradedAt,symbol,quantity,price,currency,fee,note,externalId\n';
const byContent = header + Array.from({ length: ROWS }, (_, index) => `${rowOf(index)}\n`).join('');
const byId = header + Array.from({ length: ROWS }, (_, index) => `${rowOf(index)}id-${index}\n`).join('');

const server = await startTestServer(process.env.TEST_DATABASE_URL);
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: SECRET,
  SVC_DATA_SECRET: SECRET,
  SVC_TRANSACTION_LIMIT: String(ROWS),
});
const url = siblingUrl(server.url, server.template);
const database = await openDatabase(
  { url, dataDir: config.service.dataDir, poolSize: config.storage.databasePoolSize },
  () => undefined,
);
const services = createContainer({
  config,
  database,
  clock: new SystemClock(),
  log: createLog({ logLevel: 'warn' }),
  jobs: new StubJobs(),
  keys: new KeyRing(SECRET),
  vault: new SecretVault(SECRET),
  ...(await discoverFeatures()),
});
const accountId = uuidV7();
await database.query(
  "insert into accounts (id, email, display_name, password_hash) values ($1, 'ada@example.org', 'Ada', '')",
  [accountId],
);
const owner = { accountId, signal: new AbortController().signal, releaseProcessSlot: () => undefined };
const imports = services.get(TransactionImports);
const exports = services.get(TransactionExports);
const rows: Array<Array<string | number>> = [];

/**
 * Measures the duration of `work` and the delays of the event loop meanwhile, and adds a row to the table.
 * @param work returns the text of its row
 */
async function measured(name: string, work: () => Promise<string>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  const shown = await work();
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  rows.push([name, shown, seconds.toFixed(1), (delay.max / 1e6).toFixed(0), (delay.percentile(99.9) / 1e6).toFixed(0)]);
}

for (const [name, file] of [
  ['without ids', byContent],
  ['with ids', byId],
] as const) {
  const portfolio = await services.get(PortfoliosService).create(accountId, { name, baseCurrency: 'USD' });
  const send = async (dryRun: boolean) => {
    const request = importRequest(Buffer.from(file), undefined, { dryRun, onError: 'refuse' });
    const { added, duplicates } = await imports.run(owner, portfolio, request, {
      phase: 'reading',
      done: 0,
      total: null,
    });
    return `${added} added, ${duplicates} known`;
  };
  await measured(`${name}: dry run`, () => send(true));
  await measured(`${name}: import`, () => send(false));
  await measured(`${name}: again`, () => send(false));
  await measured(
    `${name}: export as CSV`,
    async () => `${((await exports.csv(accountId, portfolio.id)).length / 1e6).toFixed(1)} MB`,
  );
}
printTable(['', 'result', 'seconds', 'longest turn (ms)', '99.9 % of turns (ms)'], rows);
await services.get(HeavyWork).close();
await database.close();
await server.stop();
