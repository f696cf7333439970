import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { AssetClass } from '../asset-class.js';
import { firstDayOf } from '../first-day.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { getRows } from './answer-rows.js';
import { countryCode } from './country-codes.js';
import { type EodhdListing, eodhdCodes, eodhdListings } from './eodhd-answers.js';
import type { InstrumentSource, SearchSource } from './market-provider.js';
import { type PriceUnit, priceUnit } from './minor-units.js';

const classes: ReadonlyMap<string, AssetClass> = new Map(
  Object.entries({
    'Common Stock': 'equity',
    'Preferred Stock': 'equity',
    ETF: 'etf',
    Index: 'index',
    Currency: 'fx',
    Cryptocurrency: 'crypto',
  }),
);
/** Market identifiers (ISO 10383) by EODHD exchange code. `US` is left out, because it stands for several exchanges. */
const markets: ReadonlyMap<string, string> = new Map(
  Object.entries({
    LSE: 'XLON',
    XETRA: 'XETR',
    PA: 'XPAR',
    AS: 'XAMS',
    BR: 'XBRU',
    LS: 'XLIS',
    IR: 'XDUB',
    MI: 'XMIL',
    TSE: 'XTKS',
    HK: 'XHKG',
    TO: 'XTSE',
    SW: 'XSWX',
  }),
);
/** Exchanges that quote some listings in hundredths and others in whole units. */
const inHundredths: ReadonlySet<string> = new Set(['LSE', 'JSE', 'TA']);

/** Looks up instruments at EODHD, and the unit of their prices. */
export class EodhdListings implements SearchSource, InstrumentSource {
  /** Units by symbol; listings hardly ever change their currency. */
  private readonly units: StaleWhileRevalidateCache<PriceUnit>;

  constructor(
    private readonly upstream: Upstream,
    clock: Clock,
  ) {
    this.units = new StaleWhileRevalidateCache(clock, { max: 10_000, freshMs: 7 * DAY_MS, staleMs: 30 * DAY_MS });
  }

  async search(query: string, signal?: AbortSignal): Promise<Instrument[]> {
    const rows = await this.find(query, { limit: '50' }, signal);
    return rows.flatMap((row) => instrumentOf(row) ?? []);
  }

  async instrument(symbol: MarketSymbol, signal?: AbortSignal): Promise<Instrument> {
    const found = instrumentOf(await this.listing(symbol, signal));
    if (found === undefined) throw new UpstreamError('not_found');
    return found;
  }

  /**
   * Returns the unit of a symbol's prices, which is requested only for exchanges with several units; undefined: the
   * usual currency of the instrument.
   * @throws UpstreamError
   */
  async unitOf(symbol: MarketSymbol): Promise<PriceUnit | undefined> {
    if (symbol.pair !== undefined) return { currency: symbol.pair.quote, divisor: 1 };
    if (!inHundredths.has(symbol.venue)) return undefined;
    const { value } = await this.units.get(symbol.text, async () => priceUnit((await this.listing(symbol)).currency));
    return value;
  }

  private async listing({ ticker, venue }: MarketSymbol, signal?: AbortSignal): Promise<EodhdListing> {
    const isRequested = ({ code, exchange }: Pick<EodhdListing, 'code' | 'exchange'>) =>
      code === ticker && exchange === venue;
    const parse = (body: unknown) => {
      const answer = eodhdListings(body);
      // A malformed row of the symbol does not mean that the symbol is unknown, so it is a different failure.
      if (!answer.rows.some(isRequested) && eodhdCodes(body).some(isRequested))
        throw badAnswer('The row of the instrument cannot be used.');
      return answer;
    };
    const found = (await this.find(ticker, { limit: '50', exchange: venue }, signal, parse)).find(isRequested);
    if (found === undefined) throw new UpstreamError('not_found');
    return found;
  }

  private find(
    query: string,
    parameters: Record<string, string>,
    signal?: AbortSignal,
    parse = eodhdListings,
  ): Promise<EodhdListing[]> {
    return getRows(this.upstream, {
      path: `/search/${encodeURIComponent(query)}`,
      query: { fmt: 'json', ...parameters },
      signal,
      parse,
    });
  }
}

/** Returns the instrument of a listing; undefined for bonds and mutual funds, which this service does not quote. */
function instrumentOf({ code, exchange, name, type, country, currency, isin }: EodhdListing): Instrument | undefined {
  const assetClass = exchange === 'COMM' ? 'commodity' : classes.get(type);
  const symbol = parseSymbol(`${code}.${exchange}`);
  if (assetClass === undefined || symbol === undefined) return undefined;
  return {
    symbol: symbol.text,
    name,
    assetClass,
    exchange: markets.get(exchange) ?? null,
    currency: symbol.pair?.quote ?? priceUnit(currency).currency,
    isin,
    sector: null,
    country: countryCode(country),
    firstDay: firstDayOf(symbol.text),
  };
}
