import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { Config } from '../../../src/config/config.js';
import { ExchangeCalendar } from '../../../src/features/markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../../src/features/markets/directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../../../src/features/markets/market-symbol.js';
import { MarketsConfig } from '../../../src/features/markets/markets.config.js';
import { createProviders } from '../../../src/features/markets/markets.module.js';
import type { MarketProvider } from '../../../src/features/markets/providers/market-provider.js';
import { createLog } from '../../../src/logging/log.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { MemoryBudgetStore } from '../../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../../src/upstream/client/http-upstreams.js';
import { FeedRegistry, type FeedStatus } from '../../../src/upstream/feed-status.js';
import { ManualClock } from '../manual-clock.js';
import { VENDOR_MS } from '../peer-times.js';
import type { VendorStub } from './vendor-stub.js';

export interface ProviderTest {
  provider: MarketProvider;
  stub: VendorStub;
  clock: ManualClock;
  feed(): FeedStatus;
  /** Returns the number of failures of a kind. */
  failures(kind: string): number;
}

/** Creates a provider as the service does, over HTTP to its stub. Both end with the test. */
export async function providerFor(
  t: ExecutionContext,
  name: string,
  starting: Promise<VendorStub>,
  { now = Date.UTC(2026, 3, 14, 12), env = {} }: { now?: number; env?: Record<string, string> } = {},
): Promise<ProviderTest> {
  const stub = await starting;
  const clock = new ManualClock(now);
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' }, { write: () => {} });
  const upper = name.toUpperCase();
  const hasSocket = name !== 'frankfurter' && name !== 'ecb';
  const keyed = name === 'eodhd' || name === 'finnhub';
  const config = new Config(
    {
      SVC_ENV: 'test',
      SVC_MARKETS_PROVIDERS: name,
      [`SVC_${upper}_BASE_URL`]: stub.url,
      ...(hasSocket && { [`SVC_${upper}_SOCKET_URL`]: stub.socketUrl }),
      ...(keyed && { [`SVC_${upper}_API_KEY`]: `${name}-key` }),
      ...env,
    },
    [MarketsConfig],
  );
  const upstreams = new HttpUpstreams({
    feeds,
    budgets: new MemoryBudgetStore(clock),
    clock,
    log,
    userAgent: 'Watchfloor/test',
    timeoutMs: VENDOR_MS,
  });
  const instruments = new InstrumentTable();
  const [provider] = createProviders({
    config: config.of(MarketsConfig),
    upstreams,
    feeds,
    clock,
    calendar: new ExchangeCalendar(instruments),
    instruments,
    timers: new SystemTimers(),
    log,
  });
  t.teardown(async () => {
    await upstreams.close();
    await stub.close();
  });
  const feed = () => feeds.list()[0] as FeedStatus;
  const failures = (kind: string) => feed().failures?.find((one) => one.kind === kind)?.count ?? 0;
  return { provider: provider as MarketProvider, stub, clock, feed, failures };
}

export const symbol = (text: string): MarketSymbol => parseSymbol(text) as MarketSymbol;
export const symbols = (...texts: string[]): MarketSymbol[] => texts.map(symbol);
