// Relations of 1,000 clients with 5 portfolios of 20 holdings each. Measures four queries, each first with cold caches
// and then repeated: the clients that are exposed to a strait, the neighborhood of a client, a shortest path, and the
// list of exposed portfolios.
import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { ExposedClientsService } from '../../../src/features/clients/exposed/exposed-clients.service.js';
import { nodeKinds } from '../../../src/features/graphs/relations/relation.js';
import { RelationGraphs } from '../../../src/features/graphs/relations/relation-graphs.service.js';
import { RelationPaths } from '../../../src/features/graphs/relations/relation-paths.service.js';
import { ExposedPortfoliosService } from '../../../src/features/portfolios/exposure/exposed-portfolios.service.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  clients: CLIENTS,
  portfolios: PORTFOLIOS,
  holdings: HOLDINGS,
} = sizesOf({
  usual: { clients: 1_000, portfolios: 5, holdings: 20 },
  smoke: { clients: 10, portfolios: 2, holdings: 20 },
});
const RUNS = 5;
const symbols = (
  'AAPL MSFT NVDA AMZN GOOGL META TSLA JPM V XOM JNJ WMT PG MA HD CVX MRK KO PEP COST ORCL BAC ADBE CRM CSCO ' +
  'ACN MCD TMO ABT DHR LIN NKE TXN PM DIS UPS RTX HON LOW SPY'
)
  .split(' ')
  .map((name) => `${name}.US`);

const SECRET = 'a bench secret of more than thirty-two bytes';
const server = await startTestServer(process.env.TEST_DATABASE_URL);
const url = siblingUrl(server.url, server.template);
const env = {
  SVC_ENV: 'test',
  SVC_JWT_SECRET: SECRET,
  SVC_DATA_SECRET: SECRET,
  SVC_PORTFOLIO_LIMIT: '10000',
  SVC_CLIENT_LIMIT: '2000',
};
const config = await readConfig(env);
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
  const clientIds = Array.from({ length: CLIENTS }, () => uuidV7());
  const portfolioIds = Array.from({ length: CLIENTS * PORTFOLIOS }, () => uuidV7());
  await database.query(
    `insert into clients (id, account_id, name, currency, tags, created_at, updated_at) select id, $1, 'Client ' || n, 'EUR', '{}', now(), now() from unnest($2::uuid[]) with ordinality as c (id, n)`,
    [accountId, clientIds],
  );
  await database.query(
    `insert into portfolios (id, account_id, name, kind, base_currency, lot_method, tracks_cash, created_at, updated_at)
     select id, $1, 'Portfolio ' || n, 'client', case when n % 3 = 0 then 'EUR' else 'USD' end, 'fifo', false, now(), now() from unnest($2::uuid[]) with ordinality as p (id, n)`,
    [accountId, portfolioIds],
  );
  await database.query(
    `insert into client_portfolios (portfolio_id, client_id, linked_at) select p.id, ($2::uuid[])[1 + (p.n - 1) / ${PORTFOLIOS}], now() from unnest($1::uuid[]) with ordinality as p (id, n)`,
    [portfolioIds, clientIds],
  );
  for (let at = 0; at < portfolioIds.length; at += 500)
    await database.query(
      `insert into portfolio_transactions (id, portfolio_id, type, traded_at, symbol, quantity, price, currency, fee, tax, created_at, updated_at)
     select gen_random_uuid(), p.id, 'buy', now() - interval '100 days' + h * interval '1 day', ($2::text[])[1 + (p.n * 7 + h * (1 + p.n % 3)) % ${symbols.length}], 1 + (p.n + h) % 9, 100 + h, 'USD', 0, 0, now(), now()
     from unnest($1::uuid[]) with ordinality as p (id, n) cross join generate_series(0, ${HOLDINGS - 1}) as h`,
      [portfolioIds.slice(at, at + 500), symbols],
    );
  await database.query('analyze');
  const [graphs, paths, exposed] = [
    services.get(RelationGraphs),
    services.get(RelationPaths),
    services.get(ExposedPortfoliosService),
  ];
  const clients = services.get(ExposedClientsService);
  const client = `client:${clientIds[CLIENTS >> 1]}`;
  const place = 'strait:taiwan-strait';
  const questions: Record<string, () => Promise<unknown>> = {
    'clients exposed to a strait': () =>
      graphs.read(accountId, place, { depth: 2, limit: 500, fanOut: 100, kinds: ['portfolio', 'client'] }),
    'all exposed clients': () => clients.find(accountId, { place }),
    'exposed portfolios': () => exposed.find(accountId, { place }),
    'neighborhood of a client, depth 3': () =>
      graphs.read(accountId, client, { depth: 3, limit: 200, fanOut: 20, kinds: nodeKinds }),
    'path from a client to a strait': () => paths.between(accountId, client, place),
    'path between two clients': () => paths.between(accountId, client, `client:${clientIds[0]}`),
  };
  const rows: string[][] = [];
  const measured = async (ask: () => Promise<unknown>) => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    await ask();
    const { user, system } = process.cpuUsage(before);
    return [performance.now() - started, (user + system) / 1e3] as const;
  };
  for (const [name, ask] of Object.entries(questions)) {
    const [first, firstCpu] = await measured(ask);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const again: Array<readonly [number, number]> = [];
    for (let run = 0; run < RUNS; run += 1) again.push(await measured(ask));
    delays.disable();
    const [time, cpu] = [median(again.map(([took]) => took)), median(again.map(([, used]) => used))];
    rows.push([
      name,
      first.toFixed(0),
      firstCpu.toFixed(0),
      time.toFixed(0),
      cpu.toFixed(0),
      (delays.max / 1e6).toFixed(0),
    ]);
  }
  printTable(
    [
      `${CLIENTS} clients × ${PORTFOLIOS} × ${HOLDINGS}`,
      'first, ms',
      'CPU ms',
      'again, ms',
      'CPU ms',
      'event loop blocked, ms',
    ],
    rows,
  );
} finally {
  await database.close();
  await server.stop();
}
