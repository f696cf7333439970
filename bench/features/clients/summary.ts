// The cost of the summary of 200 clients with 3 portfolios each (600 portfolios of 20 transactions over 40 symbols,
// mandates with a target): with cold caches, repeated, and after one changed transaction. Also measures the delay of
// the event loop during the summary, and one report. Run with --expose-gc.
import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { ClientReports } from '../../../src/features/clients/report/client-report.service.js';
import { ClientSummaryService } from '../../../src/features/clients/summary/client-summary.service.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { randomNumbers } from '../../../test/support/random-numbers.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  clients: CLIENTS,
  portfolios: PORTFOLIOS,
  transactions: TRANSACTIONS,
} = sizesOf({
  usual: { clients: 200, portfolios: 3, transactions: 20 },
  smoke: { clients: 4, portfolios: 1, transactions: 5 },
});
const symbols = (
  'AAPL MSFT NVDA AMZN GOOGL META TSLA JPM V XOM JNJ WMT PG MA HD CVX MRK KO PEP COST ORCL BAC ADBE CRM CSCO ' +
  'ACN MCD TMO ABT DHR LIN NKE TXN PM DIS UPS RTX HON LOW SPY'
)
  .split(' ')
  .map((name) => `${name}.US`);
const random = randomNumbers(7);
const pick = () => symbols[Math.floor(random() * symbols.length)] as string;
const DAY_MS = 86_400_000;

const SECRET = 'a bench secret of more than thirty-two bytes';
const server = await startTestServer(process.env.TEST_DATABASE_URL);
const url = siblingUrl(server.url, server.template);
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: SECRET,
  SVC_DATA_SECRET: SECRET,
  SVC_PORTFOLIO_LIMIT: '1000',
  SVC_CLIENT_LIMIT: '1000',
});
const database = await openDatabase(
  { url, dataDir: config.service.dataDir, poolSize: config.storage.databasePoolSize },
  () => undefined,
);
const log = createLog({ logLevel: 'warn' });
const bound = {
  config,
  clock: new SystemClock(),
  database,
  log,
  jobs: new StubJobs(),
  keys: new KeyRing(SECRET),
  vault: new SecretVault(SECRET),
};
const services = createContainer({ ...bound, ...(await discoverFeatures()) });
try {
  const accountId = uuidV7();
  await database.query(
    `insert into accounts (id, email, display_name, role, password_hash) values ($1, 'bench@watchfloor.test', 'Bench', 'user', '')`,
    [accountId],
  );
  const now = new Date();
  const clientIds: string[] = [];
  let changed = '';
  for (let client = 0; client < CLIENTS; client += 1) {
    const clientId = uuidV7();
    clientIds.push(clientId);
    await database.query(
      `insert into clients (id, account_id, name, currency, benchmark, tags, created_at, updated_at) values ($1, $2, $3, 'EUR', 'SPY.US', '{}', $4, $4)`,
      [clientId, accountId, `Client ${client}`, now],
    );
    const terms = {
      modelPortfolioId: null,
      targetWeights: [{ symbol: pick(), weight: 0.5 }],
      absoluteBand: 0.05,
      relativeBand: null,
      maxHoldingWeight: 0.3,
      minCashWeight: 0.01,
    };
    await database.query(
      'insert into client_mandates (client_id, id, terms, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [
        clientId,
        uuidV7(),
        { ...terms, excludedSymbols: [], excludedCountries: ['RU'], excludedAssetClasses: ['crypto'] },
        now,
      ],
    );
    for (let one = 0; one < PORTFOLIOS; one += 1) {
      const id = uuidV7();
      await database.query(
        `insert into portfolios (id, account_id, name, kind, base_currency, lot_method, tracks_cash, created_at, updated_at) values ($1, $2, 'P', 'client', 'USD', 'fifo', true, $3, $3)`,
        [id, accountId, now],
      );
      await database.query('insert into client_portfolios (portfolio_id, client_id, linked_at) values ($1, $2, $3)', [
        id,
        clientId,
        now,
      ]);
      const rows = Array.from({ length: TRANSACTIONS }, (_, at) => {
        const day = new Date(now.getTime() - (700 - at * 30) * DAY_MS).toISOString();
        return at === 0
          ? [uuidV7(), day, 'deposit', null, null, null, '100000']
          : [uuidV7(), day, 'buy', pick(), '10', (50 + random() * 100).toFixed(2), null];
      });
      const values = rows.map(
        (_, at) =>
          `($${at * 7 + 3}, $1, $${at * 7 + 4}, $${at * 7 + 5}, $${at * 7 + 6}, $${at * 7 + 7}, $${at * 7 + 8}, $${at * 7 + 9}, 'USD', 0, 0, $2, $2)`,
      );
      await database.query(
        `insert into portfolio_transactions (id, portfolio_id, traded_at, type, symbol, quantity, price, amount, currency, fee, tax, created_at, updated_at) values ${values.join(', ')}`,
        [id, now, ...rows.flat()],
      );
      changed = id;
    }
  }
  const summaries = services.get(ClientSummaryService);
  const reports = services.get(ClientReports);
  const rows: string[][] = [];
  const measure = async (name: string, act: () => Promise<unknown>) => {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const [started, before] = [performance.now(), process.cpuUsage()];
    await act();
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    delays.disable();
    rows.push([name, took.toFixed(0), ((user + system) / 1e3).toFixed(0), (delays.max / 1e6).toFixed(0)]);
  };
  await measure('summary, nothing known', () => summaries.read(accountId, 'EUR'));
  await measure('summary, the same again', () => summaries.read(accountId, 'EUR'));
  await measure('summary, in another currency', () => summaries.read(accountId, 'CHF'));
  await database.query(
    'update portfolio_transactions set quantity = 11, updated_at = now() where portfolio_id = $1 and quantity = 10',
    [changed],
  );
  await measure('summary, one portfolio changed', () => summaries.read(accountId, 'EUR'));
  await measure('report of two years', () => reports.read(accountId, clientIds[0] as string, {}));
  await measure('report, the same again', () => reports.read(accountId, clientIds[0] as string, {}));
  printTable(
    [
      `${CLIENTS} clients × ${PORTFOLIOS} portfolios × ${TRANSACTIONS} transactions`,
      'ms',
      'ms of CPU',
      'event loop blocked for at most (ms)',
    ],
    rows,
  );
} finally {
  await database.close();
  await server.stop();
}
