import { Config } from '../../../../src/config/config.js';
import { ExchangeCalendar } from '../../../../src/features/markets/calendar/exchange-calendar.js';
import { PriceCurrencies } from '../../../../src/features/markets/calendar/price-currencies.service.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { InstrumentsService } from '../../../../src/features/markets/directory/instruments.service.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { type MarketProvider, MarketProviders } from '../../../../src/features/markets/providers/market-provider.js';
import { NoQuoteBus, type QuoteBus } from '../../../../src/features/markets/quotes/quote-bus.js';
import { QuoteBusRunner } from '../../../../src/features/markets/quotes/quote-bus.runner.js';
import { QuoteFetchService } from '../../../../src/features/markets/quotes/quote-fetch.service.js';
import { QuoteHub } from '../../../../src/features/markets/quotes/quote-hub.js';
import { QuotesService } from '../../../../src/features/markets/quotes/quotes.service.js';
import { SharedQuoteReads } from '../../../../src/features/markets/quotes/shared-quote-reads.service.js';
import { SourceDisagreements } from '../../../../src/features/markets/quotes/source-disagreements.js';
import { MarketRouter } from '../../../../src/features/markets/routing/market-router.service.js';
import { createLog } from '../../../../src/logging/log.js';
import { SystemTimers } from '../../../../src/time/timers.js';
import type { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { noLocalMarkets } from '../../../support/no-local-markets.js';

const instruments = new InstrumentTable();
const calendar = new ExchangeCalendar(instruments);
const config = new Config({ SVC_ENV: 'test' }, [MarketsConfig]).of(MarketsConfig);

/** Returns the quote services of a process. @param bus default: no sharing with other processes */
export function quoteProcess(providers: MarketProvider[], clock: ManualClock, bus: QuoteBus = new NoQuoteBus()) {
  const timers = new ManualTimers(clock);
  const router = new MarketRouter(new MarketProviders(providers), clock);
  const fetcher = new QuoteFetchService(router, config, calendar, new SourceDisagreements(), clock);
  const reads = new SharedQuoteReads(bus, new SystemTimers());
  const currencies = new PriceCurrencies(
    instruments,
    new InstrumentsService(instruments, router, noLocalMarkets, clock),
    clock,
  );
  const quotes = new QuotesService(fetcher, calendar, instruments, currencies, config, reads, noLocalMarkets, clock);
  const hub = new QuoteHub(
    router,
    quotes,
    calendar,
    instruments,
    bus,
    clock,
    timers,
    createLog({ logLevel: 'silent' }),
  );
  return { timers, quotes, hub, runner: new QuoteBusRunner(bus, reads, hub) };
}
