import type { Database } from '../../src/database/database.js';
import { ExchangeCalendar } from '../../src/features/markets/calendar/exchange-calendar.js';
import { PriceCurrencies } from '../../src/features/markets/calendar/price-currencies.service.js';
import { AdjustmentService } from '../../src/features/markets/candles/adjustment.service.js';
import { CandleRepository } from '../../src/features/markets/candles/candle.repository.js';
import { CandleArchive } from '../../src/features/markets/candles/candle-archive.service.js';
import { CandleRoutingService } from '../../src/features/markets/candles/candle-routing.service.js';
import type { CandleRequest, CandleSeries } from '../../src/features/markets/candles/candle-series.js';
import { CandlesService } from '../../src/features/markets/candles/candles.service.js';
import { CorporateActionRepository } from '../../src/features/markets/candles/corporate-action.repository.js';
import { CorporateActions } from '../../src/features/markets/candles/corporate-actions.service.js';
import { InstrumentTable } from '../../src/features/markets/directory/instrument-table.js';
import { InstrumentsService } from '../../src/features/markets/directory/instruments.service.js';
import { type MarketProvider, MarketProviders } from '../../src/features/markets/providers/market-provider.js';
import { MarketRouter } from '../../src/features/markets/routing/market-router.service.js';
import { createLog } from '../../src/logging/log.js';
import { ManualClock } from './manual-clock.js';
import { noLocalMarkets } from './no-local-markets.js';

export interface CandleParts {
  clock: ManualClock;
  logged: string[];
  read(symbol: string, request?: CandleRequest): Promise<CandleSeries>;
  at(time: string): void;
  /** Returns the number of stored candles of a symbol. */
  countOf(symbol: string): Promise<number>;
}

const instruments = new InstrumentTable();
const calendar = new ExchangeCalendar(instruments);

/**
 * Returns the candle services of one process with the given providers, without HTTP. Several of them on one database
 * act like several processes.
 */
export function candleParts(database: Database, time: string, providers: readonly MarketProvider[]): CandleParts {
  const clock = new ManualClock(Date.parse(time));
  const logged: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
  const repository = new CandleRepository(database);
  const configured = new MarketProviders(providers);
  const router = new MarketRouter(configured, clock);
  const archive = new CandleArchive(repository, calendar, clock, log);
  const actions = new CorporateActions(new CorporateActionRepository(database), router, calendar, clock);
  const adjustment = new AdjustmentService(actions, archive, calendar);
  const currencies = new PriceCurrencies(
    instruments,
    new InstrumentsService(instruments, router, noLocalMarkets, clock),
    clock,
  );
  const candles = new CandlesService(
    new CandleRoutingService(router, archive, actions),
    adjustment,
    calendar,
    currencies,
    noLocalMarkets,
    clock,
  );
  const countOf = async (symbol: string) => {
    const { rows } = await database.query<{ count: number }>('select count(*) from candles where symbol = $1', [
      symbol,
    ]);
    return rows[0]?.count ?? 0;
  };
  const at = (wanted: string) => clock.advance(Date.parse(wanted) - clock.now());
  return { clock, logged, read: (symbol, request = {}) => candles.read(symbol, request), at, countOf };
}

/** Returns the times of candles, as text to the minute. */
export const times = ({ items }: CandleSeries): string[] => items.map(({ time }) => time.toISOString().slice(0, 16));
export const gapsOf = ({ gaps }: CandleSeries): string[] =>
  gaps.map(({ from, to }) => `${from.toISOString().slice(0, 16)}/${to.toISOString().slice(0, 16)}`);
