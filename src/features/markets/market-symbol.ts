import type { AssetClass } from './asset-class.js';

/** A symbol `<ticker>.<venue>`: `AAPL.US`, `BRK-B.US`, `0700.HK`, `EURUSD.FOREX`, `BTC-USD.CC`, `GSPC.INDX`. */
export interface MarketSymbol {
  /** The complete symbol in upper case. */
  text: string;
  ticker: string;
  venue: string;
  /** The asset class by venue: a fund on a stock exchange is `equity` here, and `etf` in its instrument. */
  assetClass: AssetClass;
  /** Only for `fx` and `crypto`, the two currencies of the pair: EUR and USD for EURUSD, BTC and USD for BTC-USD. */
  pair?: { base: string; quote: string };
}

/** Matches the syntax of symbols, in upper case. */
export const symbolShape = /^[A-Z0-9][A-Z0-9_&-]{0,23}\.[A-Z]{1,8}$/;

/** Code of ISO 4217 for "no currency": the currency is unknown, or the value is not a price. */
export const NO_CURRENCY = 'XXX';

/** Returns a currency for texts that people read; an empty text for `NO_CURRENCY`. */
export const shownCurrency = (currency: string): string => (currency === NO_CURRENCY ? '' : currency);

/** The venue of series that this service measures itself; no exchange has this code. */
export const FLOW_VENUE = 'FLOW';

const flowShape = /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[Ff][Ll][Oo][Ww]$/;

/** Returns true for symbols of measured series, in any case. */
export const isFlowSymbol = (symbol: string): boolean => flowShape.test(symbol);

const privateFlowShape = /^(?:LINE|AREA)-[0-9A-Z]{9}(?:-[A-Z]+){0,2}\.FLOW$/i;

/**
 * Returns true for symbols of measured series that one account alone sees, in any case: those of its own lines and
 * geofences.
 */
export const isPrivateFlow = (symbol: string): boolean => privateFlowShape.test(symbol);

const classOfVenue: Record<string, AssetClass> = {
  FOREX: 'fx',
  CC: 'crypto',
  INDX: 'index',
  COMM: 'commodity',
  FLOW: 'index',
};

/** Parses a symbol. @param text case-insensitive @returns undefined for an invalid symbol */
export function parseSymbol(text: string): MarketSymbol | undefined {
  const whole = text.toUpperCase();
  if (!symbolShape.test(whole)) return undefined;
  const [ticker, venue] = whole.split('.') as [string, string];
  const assetClass = classOfVenue[venue] ?? 'equity';
  const pair = pairOf(ticker, assetClass);
  if ((assetClass === 'fx' || assetClass === 'crypto') && pair === undefined) return undefined;
  return { text: whole, ticker, venue, assetClass, pair };
}

function pairOf(ticker: string, assetClass: AssetClass): MarketSymbol['pair'] {
  const found =
    assetClass === 'fx'
      ? /^([A-Z]{3})([A-Z]{3})$/.exec(ticker)
      : assetClass === 'crypto'
        ? /^([A-Z0-9]{1,12})-([A-Z0-9]{2,6})$/.exec(ticker)
        : null;
  return found ? { base: found[1] as string, quote: found[2] as string } : undefined;
}
