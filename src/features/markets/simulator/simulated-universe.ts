import { between, keyOf } from '../../../simulation/noise.js';
import type { AssetClass } from '../asset-class.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { firstDayOf } from '../first-day.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { dayNumber, type Leg, pinned } from './leg.js';
import { actionsOf } from './periodic-action.js';
import {
  coins,
  currencies,
  knownPrice,
  others,
  type ReferencePrice,
  tieOf,
  withoutActions,
} from './reference-prices.js';

/** An instrument of the simulated markets. */
export interface SimulatedAsset {
  symbol: MarketSymbol;
  instrument: Instrument;
  /** Key of the asset's own randomness. */
  key: number;
  base: Leg;
  /** The quote leg of a pair if it also moves: the price is `base` ÷ `quote`. */
  quote?: Leg;
  /** Key of the shapes of minutes, shared by assets that must be consistent with each other. */
  shapeKey: number;
  decimals: number;
  /** Half the bid-ask spread as a fraction of the price; undefined without bid and ask (indices). */
  halfSpread?: number;
  /** Volume of the asset; undefined for assets without a volume (currencies, indices). */
  volume?: {
    /** Units on a typical day at the price `at`; twice as many at half the price. */
    perDay: number;
    at: number;
    /**
     * Number of parts of a unit that volumes count: 1, or 10,000 for crypto-assets worth more than their quote
     * currency.
     */
    perUnit: number;
    /**
     * Excess of the volume at both ends of a day over the volume in the middle, as a fraction of the latter; 0: none.
     */
    curve: number;
  };
  /** The first day of trading, in days since 1970-01-01. */
  since: number;
}

/** Converts a logarithm to a price. Rounding is monotonic, so the high of a day equals the highest of its minutes. */
export function priceOf({ decimals }: SimulatedAsset, logarithm: number): number {
  const factor = 10 ** decimals;
  return Math.max(1, Math.round(Math.exp(logarithm) * factor)) / factor;
}

/**
 * Typical prices in US dollars, daily deviations, correlation, digits, and daily turnover in US dollars, by asset
 * class.
 */
const kinds: Record<
  Exclude<AssetClass, 'fx' | 'crypto'>,
  { price: [number, number]; sigma: [number, number]; correlation: number; digits: number; turnover?: [number, number] }
> = {
  equity: { price: [12, 420], sigma: [0.011, 0.03], correlation: 0.71, digits: 5, turnover: [2e7, 5e9] },
  etf: { price: [25, 450], sigma: [0.006, 0.013], correlation: 0.85, digits: 5, turnover: [2e7, 1e10] },
  index: { price: [900, 38_000], sigma: [0.007, 0.012], correlation: 0.9, digits: 6 },
  commodity: { price: [2, 1_500], sigma: [0.012, 0.025], correlation: 0, digits: 6, turnover: [1e8, 3e10] },
};
const coinTurnover = [5e7, 2e10] as const;
const since = { others: dayNumber('2000-01-03'), crypto: dayNumber('2013-01-01') };

/**
 * The instruments of the simulated markets: the instruments of the directory, and every pair of the known currencies
 * and crypto-assets.
 */
export class SimulatedUniverse {
  private readonly assets = new Map<string, SimulatedAsset>();

  constructor(
    private readonly seed: number,
    private readonly instruments: InstrumentTable,
  ) {}

  /** Returns the simulated asset of a symbol. @returns undefined for unknown instruments */
  find(symbol: MarketSymbol): SimulatedAsset | undefined {
    const known = this.assets.get(symbol.text);
    if (known !== undefined) return known;
    const made = symbol.pair === undefined ? this.listed(symbol) : this.pair(symbol, symbol.pair);
    if (made !== undefined) this.assets.set(symbol.text, made);
    return made;
  }

  private listed(symbol: MarketSymbol): SimulatedAsset | undefined {
    const { text } = symbol;
    const instrument = this.instruments.find(text);
    if (instrument === undefined || instrument.assetClass === 'fx' || instrument.assetClass === 'crypto')
      return undefined;
    const key = keyOf(this.seed, text);
    const { price: prices, sigma: sigmas, correlation, digits, turnover } = kinds[instrument.assetClass];
    const reference = symbol.assetClass === 'equity' ? undefined : others.get(symbol.ticker);
    const isIndex = instrument.assetClass === 'index';
    const unitsPerDollar = 1 / (currencies.get(instrument.currency)?.usd ?? 1);
    const tied = this.tied(text);
    const price =
      tied?.price ?? reference?.usd ?? knownPrice(text) ?? between(key, 1, ...prices) * (isIndex ? 1 : unitsPerDollar);
    const sigma = reference?.sigma ?? between(key, 2, ...sigmas);
    const market = reference ? undefined : { key: keyOf(this.seed, 'shares of the world'), correlation };
    const pays = (instrument.assetClass === 'equity' || instrument.assetClass === 'etf') && !withoutActions.has(text);
    const leg: Leg = tied?.leader.base ?? { key, level: 0, sigma, rhythm: 'exchange', swing: sigma * 0.02, market };
    return {
      symbol,
      instrument,
      key,
      base: pinned({
        ...leg,
        level: Math.log(price),
        actions: pays ? actionsOf(this.seed, text, tied !== undefined) : undefined,
      }),
      shapeKey: tied?.leader.shapeKey ?? key,
      decimals: decimalsOf(price, digits),
      halfSpread: isIndex ? undefined : between(key, 3, 0.000_05, 0.0006),
      volume: turnover && {
        perDay: (between(key, 4, ...turnover) * unitsPerDollar) / price,
        at: price,
        perUnit: 1,
        curve: 2.5,
      },
      since: since.others,
    };
  }

  /** Returns the asset to which an instrument is tied, and the price of the instrument. */
  private tied(text: string): { leader: SimulatedAsset; price: number } | undefined {
    const tie = tieOf(text);
    const leader = tie && this.find(parseSymbol(tie.symbol) as MarketSymbol);
    if (tie === undefined || leader === undefined) return undefined;
    const known = knownPrice(tie.symbol) ?? others.get(leader.symbol.ticker)?.usd;
    return known === undefined ? undefined : { leader, price: known * tie.times };
  }

  private pair(symbol: MarketSymbol, { base, quote }: NonNullable<MarketSymbol['pair']>): SimulatedAsset | undefined {
    const isCrypto = symbol.assetClass === 'crypto';
    const [one, other] = [
      isCrypto ? this.coin(base) : this.money(base),
      this.money(quote) ?? (isCrypto ? this.coin(quote) : undefined),
    ];
    if (base === quote || one === undefined || other === undefined) return undefined;
    const [key, price] = [keyOf(this.seed, symbol.text), Math.exp(one.level - other.level)];
    const unlisted = {
      exchange: null,
      currency: quote,
      isin: null,
      sector: null,
      country: null,
      firstDay: firstDayOf(symbol.text),
    };
    return {
      symbol,
      instrument: this.instruments.find(symbol.text) ?? {
        symbol: symbol.text,
        name: `${base} / ${quote}`,
        assetClass: symbol.assetClass,
        ...unlisted,
      },
      key,
      base: one,
      quote: other === dollar ? undefined : other,
      shapeKey: keyOf(this.seed, isCrypto ? 'coins' : 'currencies'),
      decimals: decimalsOf(price, isCrypto ? 6 : 7),
      halfSpread: isCrypto ? between(key, 3, 0.000_02, 0.0004) : between(key, 3, 0.000_008, 0.0001),
      volume: isCrypto
        ? {
            perDay: between(key, 4, ...coinTurnover) / Math.exp(one.level),
            at: price,
            perUnit: price < 1 ? 1 : 10_000,
            curve: 0.3,
          }
        : undefined,
      since: isCrypto ? since.crypto : since.others,
    };
  }

  private money(code: string): Leg | undefined {
    const found = currencies.get(code);
    return code === 'USD' ? dollar : found && pinned(this.leg('currencies', currencies, code, found));
  }

  private coin(code: string): Leg | undefined {
    const listed = this.instruments.find(`${code}-USD.CC`) !== undefined;
    const found =
      coins.get(code) ?? (listed ? { usd: between(keyOf(this.seed, code), 1, 0.2, 60), sigma: 0.045 } : undefined);
    if (found === undefined) return undefined;
    const market = { key: keyOf(this.seed, 'coins of the world'), correlation: 0.75 };
    return pinned({
      ...this.leg('coins', coins, code, found),
      rhythm: 'always',
      market: found.sigma < 0.001 ? undefined : market,
    });
  }

  private leg(
    group: string,
    all: ReadonlyMap<string, ReferencePrice>,
    code: string,
    { usd, sigma, tiedTo }: ReferencePrice,
  ): Leg {
    const key = keyOf(this.seed, `${group} ${tiedTo ?? code}`);
    const place = [...all.keys()].indexOf(code);
    return {
      key,
      level: Math.log(usd),
      sigma,
      rhythm: 'currencies',
      swing: swingOf(place < 0 ? 40 + (key % 40) : place, group === 'coins' ? 6 : 1),
    };
  }
}

/** The leg of the US dollar, which is constant. */
const dollar: Leg = { key: 0, level: 0, sigma: 0, rhythm: 'currencies', swing: 0 };

/**
 * Returns the swing of an asset in a group. Signs alternate and amounts grow with every second asset, so that no two
 * assets of a group swing equally and none of their pairs is constant.
 */
const swingOf = (index: number, factor: number): number =>
  factor * 0.000_06 * (index % 2 === 0 ? 1 : -1) * (1 + 0.08 * ((index + 1) >> 1));

/** Returns the decimals with which a price has about `digits` digits, at least 2. */
const decimalsOf = (price: number, digits: number): number =>
  Math.min(14, Math.max(2, digits - 1 - Math.floor(Math.log10(price))));
