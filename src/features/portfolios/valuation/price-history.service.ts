import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { isOwnSymbol, sharedKey } from '../../markets/own/own-instrument.js';
import { priceUnit } from '../../markets/providers/minor-units.js';
import { dayOf, textOf } from '../day.js';
import { type DailySeries, dailySeries, inverseOf, productOf, scaled } from './daily-series.js';
import { PriceReadings } from './price-readings.service.js';

/** Days before the first one from which a price is carried forward: exchanges close for holidays. */
const LOOK_BACK_DAYS = 14;
/** The same for own instruments, such as a house, which may have a price a year or fewer. */
const OWN_LOOK_BACK_DAYS = 3_650;
/** Days in one query, fewer than the 5,000 candles that one series may have. */
const CHUNK_DAYS = 4_900;
/** The currency through which exchange rates are crossed. */
const CROSS = 'USD';

/** The prices of an instrument. */
export interface PriceSeries extends DailySeries {
  /** Currency of the prices. */
  currency: string;
}

/** Reads closing prices and exchange rates by day, as of the current reading. */
@Service()
export class PriceHistory {
  constructor(
    private readonly markets: MarketsApi,
    private readonly readings: PriceReadings,
  ) {}

  /** Returns closing prices, unadjusted by default; undefined when no provider has any now. */
  async prices(
    symbol: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
    adjustment: 'none' | 'splits' | 'all' = 'none',
  ): Promise<PriceSeries | undefined> {
    const start = fromDay - (isOwnSymbol(symbol) ? OWN_LOOK_BACK_DAYS : LOOK_BACK_DAYS);
    const reading = this.readings.current();
    const points: Array<{ day: number; value: number }> = [];
    let [provider, currency] = ['', ''];
    try {
      for (let day = start; day <= toDay; day += CHUNK_DAYS) {
        const request = {
          interval: '1d',
          from: textOf(day),
          to: textOf(Math.min(day + CHUNK_DAYS, toDay + 1)),
          adjustment,
        } as const;
        const { items, provenance, currency: own } = await this.markets.candles(symbol, request, signal);
        [provider, currency] = [provenance.provider, own];
        for (const { time, close } of items) points.push({ day: dayOf(time), value: close });
      }
    } catch (error) {
      if (
        error instanceof Problem &&
        ['not_found', 'unprocessable', 'unavailable', 'invalid_request'].includes(error.code)
      )
        return undefined;
      throw error;
    }
    const fixed = reading.fixed(`${sharedKey(symbol)}|${adjustment}`, points, start, toDay);
    return fixed.length === 0 ? undefined : { ...dailySeries(fixed, fromDay, toDay, provider), currency };
  }

  /**
   * Returns the units of `to` for one unit of `from`, also for hundredths such as pence (`GBX`): directly, inverted or
   * through the US dollar; undefined when no provider has them.
   */
  async rates(
    from: string,
    to: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<DailySeries | undefined> {
    const [own, other] = [priceUnit(from), priceUnit(to)];
    const factor = other.divisor / own.divisor;
    if (own.currency === other.currency) return dailySeries([{ day: fromDay, value: factor }], fromDay, toDay, '');
    const series = await this.wholeRates(own.currency, other.currency, fromDay, toDay, signal);
    return factor === 1 ? series : series && scaled(series, factor);
  }

  private async wholeRates(
    from: string,
    to: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<DailySeries | undefined> {
    const direct = await this.pair(from, to, fromDay, toDay, signal);
    if (direct !== undefined || from === CROSS || to === CROSS) return direct;
    const [first, second] = [
      await this.pair(from, CROSS, fromDay, toDay, signal),
      await this.pair(CROSS, to, fromDay, toDay, signal),
    ];
    return first && second && productOf(first, second);
  }

  private async pair(
    from: string,
    to: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ): Promise<DailySeries | undefined> {
    const straight = await this.prices(`${from}${to}.FOREX`, fromDay, toDay, signal);
    if (straight !== undefined) return straight;
    const inverted = await this.prices(`${to}${from}.FOREX`, fromDay, toDay, signal);
    return inverted && inverseOf(inverted);
  }
}
