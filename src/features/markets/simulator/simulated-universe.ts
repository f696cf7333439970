import { between, keyOf } from '../../../simulation/noise.js';
import type { AssetClass } from '../asset-class.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { Instrument } from '../instrument.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { ActionPlan } from './action-plan.js';
import { knownPrice, tieOf, withoutActions } from './known-prices.js';
import { type Leg, pinned } from './leg.js';
import { coins, currencies, others, type ReferenceLevel } from './reference-levels.js';
import type { SimulatedAsset } from './simulated-asset.js';
import { dayNumber } from './trading-week.js';

type Pair = NonNullable<MarketSymbol['pair']>;

/** Typical prices in US dollars, daily deviations, decimals, and daily turnover in US dollars, by asset class. */
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

/** The instruments of the simulated markets: those of the directory, and every pair of the known currencies and crypto-assets. */
export class SimulatedUniverse {
  private readonly assets = new Map<string, SimulatedAsset>();

  constructor(
    private readonly seed: number,
    private readonly instruments: InstrumentTable,
  ) {}

  /** @returns undefined for unknown instruments */
  find(symbol: MarketSymbol): SimulatedAsset | undefined {
    const known = this.assets.get(symbol.text);
    if (known !== undefined) return known;
    const made = symbol.pair === undefined ? this.listed(symbol) : this.pair(symbol, symbol.pair);
    if (made !== undefined) this.assets.set(symbol.text, made);
    return made;
  }

  /** Returns the value of a currency in US dollars; undefined for the dollar itself, which is constant, and for unknown currencies. */
  currency(code: string): Leg | undefined {
    const found = currencies[code];
    return found && pinned(this.leg('currencies', currencies, code, found));
  }

  private listed(symbol: MarketSymbol): SimulatedAsset | undefined {
    const instrument = this.instruments.find(symbol.text);
    if (instrument === undefined || instrument.assetClass === 'fx' || instrument.assetClass === 'crypto') return undefined;
    const key = keyOf(this.seed, symbol.text);
    const kind = kinds[instrument.assetClass];
    const reference = symbol.assetClass === 'equity' ? undefined : others[symbol.ticker];
    const unitsPerDollar = 1 / (currencies[instrument.currency]?.usd ?? 1);
    const typical = () => between(key, 1, ...kind.price) * (instrument.assetClass === 'index' ? 1 : unitsPerDollar);
    const tied = this.tied(symbol);
    const price = tied?.price ?? reference?.usd ?? knownPrice(symbol.text) ?? typical();
    const sigma = reference?.sigma ?? between(key, 2, ...kind.sigma);
    const pays = (instrument.assetClass === 'equity' || instrument.assetClass === 'etf') && !withoutActions.has(symbol.text);
    const alone: Leg = {
      key,
      level: Math.log(price),
      activity: keyOf(this.seed, reference ? 'goods of the world' : 'shares of the world'),
      sigma,
      rhythm: 'exchange',
      swing: swing(sigma),
      market: reference ? undefined : { key: keyOf(this.seed, 'shares of the world'), correlation: kind.correlation },
    };
    const actions = pays ? new ActionPlan(this.seed, symbol.text, tied !== undefined) : undefined;
    const base = pinned({ ...alone, ...tied?.leg, level: Math.log(price), actions });
    return {
      ...{
        symbol,
        instrument,
        key,
        base,
        shapeKey: tied?.shapeKey ?? key,
        decimals: decimalsOf(price, kind.digits),
        halts: instrument.assetClass === 'equity',
        since: since.others,
      },
      halfSpread: instrument.assetClass === 'index' ? undefined : between(key, 3, 0.000_05, 0.0006),
      volume: kind.turnover && { perDay: (between(key, 4, ...kind.turnover) * unitsPerDollar) / price, at: price, perUnit: 1, curve: 2.5 },
    };
  }

  /** Returns the leg and the price of an instrument that is tied to another. */
  private tied({ text }: MarketSymbol): { leg: Leg; price: number; shapeKey: number } | undefined {
    const tie = tieOf(text);
    const leader = tie && this.find(parseSymbol(tie.symbol) as MarketSymbol);
    if (tie === undefined || leader === undefined) return undefined;
    const known = knownPrice(tie.symbol) ?? others[leader.symbol.ticker]?.usd;
    return known === undefined ? undefined : { leg: leader.base, price: known * tie.times, shapeKey: leader.shapeKey };
  }

  private pair(symbol: MarketSymbol, { base, quote }: Pair): SimulatedAsset | undefined {
    const isCrypto = symbol.assetClass === 'crypto';
    const [one, other] = [isCrypto ? this.coin(base) : this.money(base), this.money(quote) ?? (isCrypto ? this.coin(quote) : undefined)];
    if (base === quote || one === undefined || other === undefined) return undefined;
    const [key, price] = [keyOf(this.seed, symbol.text), Math.exp(one.level - other.level)];
    return {
      ...{ symbol, instrument: this.instrumentOf(symbol, { base, quote }), key, base: one, quote: other === still ? undefined : other, halts: false },
      shapeKey: keyOf(this.seed, isCrypto ? 'coins' : 'currencies'),
      decimals: decimalsOf(price, isCrypto ? 6 : 7),
      halfSpread: isCrypto ? between(key, 3, 0.000_02, 0.0004) : between(key, 3, 0.000_008, 0.0001),
      volume: isCrypto ? { perDay: between(key, 4, ...coinTurnover) / Math.exp(one.level), at: price, perUnit: price < 1 ? 1 : 10_000, curve: 0.3 } : undefined,
      since: isCrypto ? since.crypto : since.others,
    };
  }

  private money(code: string): Leg | undefined {
    return code === 'USD' ? still : this.currency(code);
  }

  private coin(code: string): Leg | undefined {
    const listed = this.instruments.find(`${code}-USD.CC`) !== undefined;
    const found = coins[code] ?? (listed ? { usd: between(keyOf(this.seed, code), 1, 0.2, 60), sigma: 0.045 } : undefined);
    if (found === undefined) return undefined;
    const market = { key: keyOf(this.seed, 'coins of the world'), correlation: 0.75 };
    return pinned({ ...this.leg('coins', coins, code, found), rhythm: 'always', market: found.sigma < 0.001 ? undefined : market });
  }

  private leg(group: string, all: Readonly<Record<string, ReferenceLevel>>, code: string, { usd, sigma, tiedTo }: ReferenceLevel): Leg {
    const key = keyOf(this.seed, `${group} ${tiedTo ?? code}`);
    const place = Object.keys(all).indexOf(code);
    const activity = keyOf(this.seed, `${group} of the world`);
    return { key, level: Math.log(usd), activity, sigma, rhythm: 'currencies', swing: swingOf(place < 0 ? 40 + (key % 40) : place, group === 'coins' ? 6 : 1) };
  }

  private instrumentOf({ text, assetClass }: MarketSymbol, { base, quote }: Pair): Instrument {
    const known = this.instruments.find(text);
    return known ?? { symbol: text, name: `${base} / ${quote}`, assetClass, exchange: null, currency: quote, isin: null, sector: null, country: null };
  }
}

/** The US dollar, which is constant. */
const still: Leg = { key: 0, level: 0, activity: 0, sigma: 0, rhythm: 'currencies', swing: 0 };

const swing = (sigma: number) => sigma * 0.02;

/** Alternates the sign and grows with each pair of assets, so that no two of a group swing alike and none of their pairs is constant. */
const swingOf = (index: number, factor: number): number => factor * 0.000_06 * (index % 2 === 0 ? 1 : -1) * (1 + 0.08 * ((index + 1) >> 1));

/** Returns the decimals with which a price has about `digits` digits, at least 2. */
const decimalsOf = (price: number, digits: number): number => Math.min(14, Math.max(2, digits - 1 - Math.floor(Math.log10(price))));
