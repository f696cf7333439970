import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { InstrumentsService } from '../directory/instruments.service.js';
import { type MarketSymbol, NO_CURRENCY } from '../market-symbol.js';
import { sharedKey } from '../own/own-instrument.js';
import { currencyOf } from './exchanges.js';

/** The currency of a listing, or the time (ms) to wait before it is looked up again. */
type Listed = { currency: string } | { retryMs: number };

/**
 * Determines the currencies of prices whose provider does not send one. The currency is known for currency pairs, for
 * instruments of the built-in directory, and for exchanges with a calendar. For other symbols it is read from the
 * instrument's listing at a provider and cached for a week.
 */
@Service()
export class PriceCurrencies {
  private readonly listed: StaleWhileRevalidateCache<Listed>;

  constructor(
    private readonly table: InstrumentTable,
    private readonly instruments: InstrumentsService,
    clock: Clock,
  ) {
    this.listed = new StaleWhileRevalidateCache(clock, {
      max: 10_000,
      freshMs: (one) => ('currency' in one ? 7 * DAY_MS : one.retryMs),
      staleMs: 0,
    });
  }

  /** Returns a currency code, or `XXX` if neither the service nor a provider knows the currency now. */
  async of(symbol: MarketSymbol): Promise<string> {
    const known = currencyOf(symbol, this.table.find(symbol.text));
    if (known !== NO_CURRENCY) return known;
    const { value } = await this.listed.get(sharedKey(symbol.text), () => this.lookUp(symbol));
    return 'currency' in value ? value.currency : NO_CURRENCY;
  }

  private async lookUp({ text }: MarketSymbol): Promise<Listed> {
    try {
      return { currency: (await this.instruments.find(text)).instrument.currency };
    } catch (error) {
      // Prices are then served without their currency; the result is cached so that repeated reads do not repeat the
      // call.
      if (error instanceof Problem) return { retryMs: error.code === 'not_found' ? HOUR_MS : 5 * MINUTE_MS };
      throw error;
    }
  }
}
