// Valuation and performance of a portfolio with 10,000 transactions and ten years of daily prices: the first request,
// and the same request repeated.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { AttributionSum } from '../../../src/features/portfolios/attribution/attribution.js';
import { AttributionService } from '../../../src/features/portfolios/attribution/attribution.service.js';
import { HoldingGains } from '../../../src/features/portfolios/attribution/holding-gains.js';
import { Decimal } from '../../../src/features/portfolios/lots/decimal.js';
import { dailyValues } from '../../../src/features/portfolios/performance/daily-values.js';
import { type DailyInputs, DayPrices, walkDays } from '../../../src/features/portfolios/performance/day-walk.js';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import { PortfoliosApi } from '../../../src/features/portfolios/portfolios.api.js';
import { PortfoliosService } from '../../../src/features/portfolios/portfolios.records.js';
import { RiskService } from '../../../src/features/portfolios/risk/risk.service.js';
import type { Transaction } from '../../../src/features/portfolios/transactions/transaction.js';
import { TransactionRepository } from '../../../src/features/portfolios/transactions/transaction.repository.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { DAY_MS } from '../../../src/time/durations.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  transactions: TRANSACTIONS,
  days: DAYS,
  runs: RUNS,
} = sizesOf({
  usual: { transactions: 10_000, days: 3_652, runs: 7 },
  smoke: { transactions: 100, days: 400, runs: 1 },
});
/** Symbols of the instrument directory; the simulator has prices for them. */
const symbols = [
  'AAPL.US',
  'MSFT.US',
  'SPY.US',
  'NVDA.US',
  'AMZN.US',
  'GOOGL.US',
  'META.US',
  'TSLA.US',
  'JPM.US',
  'XOM.US',
  'BTC-USD.CC',
  'ETH-USD.CC',
];
const today = Math.floor(Date.now() / DAY_MS);
const first = today - DAYS;

/** Returns one deposit, followed by alternating purchases and sales over the whole period. */
function transactionsOf(portfolioId: string): Transaction[] {
  return Array.from({ length: TRANSACTIONS }, (_, index): Transaction => {
    const at = new Date((first + Math.floor((index * DAYS) / TRANSACTIONS)) * DAY_MS + index);
    const isDeposit = index === 0;
    return {
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      portfolioId,
      tradedAt: at,
      currency: 'USD',
      rate: null,
      note: null,
      externalId: null,
      type: isDeposit ? 'deposit' : Math.floor(index / symbols.length) % 3 === 2 ? 'sell' : 'buy',
      symbol: isDeposit ? null : (symbols[index % symbols.length] as string),
      quantity: isDeposit ? null : new Decimal(1 + (index % 7)),
      price: isDeposit ? null : new Decimal(100 + (index % 50)),
      amount: isDeposit ? new Decimal(100_000_000) : null,
      fee: new Decimal('0.5'),
      tax: new Decimal(0),
      newSymbol: null,
      costFraction: null,
      lotIds: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  });
}

const series = (seed: number) =>
  dailySeries(
    Array.from({ length: DAYS + 1 }, (_, day) => ({
      day: first - 1 + day,
      value: 100 * (1 + 0.3 * Math.sin(day / 97 + seed)),
    })),
    first - 1,
    today,
    'bench',
  );
const inputs: DailyInputs = {
  portfolio: { lotMethod: 'fifo', tracksCash: true },
  transactions: transactionsOf('p'),
  usesBooked: true,
  fromDay: first,
  toDay: today,
  prices: new Map(symbols.map((symbol, index) => [symbol, series(index)])),
  rates: new Map([['USD', dailySeries([{ day: first - 1, value: 1 }], first - 1, today, '')]]),
};

/**
 * CPU time (ms) of this process since a measurement. The wall time would include other work on the machine; PostgreSQL
 * runs in another process and is not counted.
 */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function timed(act: () => Promise<unknown>, runs = RUNS): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage();
    await act();
    times.push(cpuMs(begun));
  }
  return median(times).toFixed(1);
}

const attribution = async () => {
  const gains = new HoldingGains(new DayPrices(inputs), first);
  const sum = new AttributionSum((symbol) => [{ segment: symbol ?? 'cash', fraction: 1 }], first);
  await walkDays(inputs, (walked, ledger) => {
    const parts = gains.next(walked, ledger);
    if (parts !== undefined) sum.add(parts);
  });
  return sum.result();
};
printTable(
  ['calculation, prices and transactions in memory', 'CPU ms'],
  [
    [
      'daily values and time-weighted return',
      await timed(async () => performanceOf('twr', (await dailyValues(inputs)).days)),
    ],
    ['attribution by holding', await timed(attribution)],
  ],
);

const SECRET = 'a bench secret of more than thirty-two bytes';
const server = await startTestServer(process.env.TEST_DATABASE_URL);
const url = siblingUrl(server.url, server.template);
const config = await readConfig({ SVC_ENV: 'test', SVC_JWT_SECRET: SECRET, SVC_DATA_SECRET: SECRET });
const database = await openDatabase(
  { url, dataDir: config.service.dataDir, poolSize: config.storage.databasePoolSize },
  () => undefined,
);
const clock = new SystemClock();
const log = createLog({ logLevel: 'warn' });
const parts = {
  config,
  clock,
  database,
  log,
  jobs: new StubJobs(),
  keys: new KeyRing(SECRET),
  vault: new SecretVault(SECRET),
};
const services = createContainer({ ...parts, ...(await discoverFeatures()) });
try {
  const accountId = randomUUID();
  await database.query(
    `insert into accounts (id, email, display_name, password_hash) values ($1, 'ada@example.org', 'Ada', '-')`,
    [accountId],
  );
  const { id } = await services.get(PortfoliosService).create(accountId, { name: 'Bench', baseCurrency: 'USD' });
  const repository = services.get(TransactionRepository);
  const all = transactionsOf(id);
  for (let at = 0; at < all.length; at += 1_000) await repository.insert(all.slice(at, at + 1_000));
  const api = services.get(PortfoliosApi);
  const attributions = services.get(AttributionService);
  const questions: Record<string, () => Promise<unknown>> = {
    valuation: () => api.valuation(accountId, id),
    'time-weighted return': () => api.performance(accountId, id, { method: 'twr' }),
    'money-weighted return': () => api.performance(accountId, id, { method: 'mwr' }),
    risk: () => services.get(RiskService).report(accountId, id, { confidence: 0.95, riskFreeRate: 0 }),
    attribution: () => attributions.report(accountId, id, { by: 'holding', lookThrough: false }),
  };
  const rows: string[][] = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  for (const [name, ask] of Object.entries(questions)) {
    // The first read fetches the candles from the simulator and stores them, so it is measured separately.
    const unstored = await timed(ask, 1);
    const cold: number[] = [];
    let longest = 0;
    for (let run = 0; run < RUNS; run += 1) {
      // A changed transaction invalidates every cached figure.
      await repository.replace({ ...(all[TRANSACTIONS - 1] as Transaction), updatedAt: new Date() });
      delays.reset();
      delays.enable();
      const begun = process.cpuUsage();
      await ask();
      cold.push(cpuMs(begun));
      delays.disable();
      longest = Math.max(longest, delays.max / 1e6);
    }
    rows.push([name, unstored, median(cold).toFixed(1), await timed(ask), longest.toFixed(1)]);
  }
  printTable(
    [
      'question to the service',
      'first question ever, CPU ms',
      'after a change, CPU ms',
      'same question again, CPU ms',
      'longest delay of the event loop, ms',
    ],
    rows,
  );
} finally {
  await database.close();
  await server.stop();
}
