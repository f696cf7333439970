import { accountOfRecords } from '../../../async/account-context.js';
import type { Owned } from '../../../resources/owned-table.js';
import type { Provenance } from '../../../upstream/provenance.js';
import type { AssetClass } from '../asset-class.js';
import type { BondTerms } from '../bonds/bond-schedule.js';
import type { Candle } from '../candle.js';
import { minus, percentOf } from '../decimals.js';
import type { Instrument } from '../instrument.js';
import { isPrivateFlow } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { PriceAddress, ReadingStatus } from './price-address.js';

/** The venue of own instruments; no exchange has this code. */
export const OWN_VENUE = 'OWN';

/** Matches symbols of own instruments, in any case. */
export const ownSymbolShape = /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[Oo][Ww][Nn]$/;

export const isOwnSymbol = (symbol: string): boolean => ownSymbolShape.test(symbol);

/** Returns true for symbols that mean something to one account alone: own instruments, and flows of own lines. */
export const isPrivateSymbol = (symbol: string): boolean => isOwnSymbol(symbol) || isPrivateFlow(symbol);

/**
 * Returns the key of a symbol in a cache that several accounts share. The key of a private symbol contains the account
 * on whose behalf the current work runs, since other accounts have other instruments with the same symbol, or may not
 * see it.
 */
export const sharedKey = (symbol: string): string =>
  isPrivateSymbol(symbol) ? `${symbol.toUpperCase()} of ${accountOfRecords() ?? 'no account'}` : symbol;

export const ownKinds = ['bond', 'fund', 'private', 'property', 'other'] as const;
export type OwnKind = (typeof ownKinds)[number];

/** The name of the provider of own instruments and their prices. */
export const OWN_PROVIDER = 'own';

/** An instrument that an account has defined, and that only this account sees. */
export interface OwnInstrument extends Owned {
  /** The symbol in upper case, such as `HOUSE.OWN`; another account may have the same one. */
  symbol: string;
  kind: OwnKind;
  name: string;
  /** Currency of its prices (ISO 4217). */
  currency: string;
  isin: string | null;
  sector: string | null;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string | null;
  note: string | null;
  /** Terms of a bond; null for other kinds. */
  bond: BondTerms | null;
  /** The address from which its prices are read; null: they are stored by the account alone. */
  priceAddress: PriceAddress | null;
  /** The state of the readings; null without an address. */
  priceStatus: ReadingStatus | null;
}

/** The price of one unit at the end of a day. */
export interface OwnPrice {
  /** A day such as `2026-11-20`. */
  day: string;
  price: number;
}

/** A stored price. */
export interface StoredPrice extends OwnPrice {
  /** Time at which it was stored. */
  receivedAt: Date;
}

/** `address`: read from the price address of the instrument; `account`: stored by the account. */
export const priceOrigins = ['account', 'address'] as const;

export interface OriginatedPrice extends StoredPrice {
  origin: (typeof priceOrigins)[number];
}

export const MIN_PRICE = 1e-9;
export const MAX_PRICE = 1e12;
/** The first day of a price: the first day of candles. */
export const FIRST_PRICE_DAY = '1950-01-01';
/** Maximum number of prices of an instrument: more than fifty years of days. */
export const MAX_PRICES = 20_000;
/** Maximum number of prices in a JSON body. */
export const MAX_SENT_PRICES = 3_000;

/** Returns an own instrument in the form of listed ones. */
export const instrumentOf = ({
  symbol,
  kind,
  name,
  currency,
  isin,
  sector,
  country,
  bond,
}: OwnInstrument): Instrument => ({
  symbol,
  name,
  assetClass: classOf(kind),
  exchange: null,
  currency,
  isin,
  sector,
  country,
  firstDay: bond?.issueDay ?? null,
});

/** Returns the nearest class of listed instruments, in which responses had to be before own instruments existed. */
export const classOf = (kind: OwnInstrument['kind']): AssetClass => (kind === 'fund' ? 'etf' : 'equity');

/** Returns the provenance of the definition of an own instrument. */
export const provenanceOf = ({ updatedAt }: OwnInstrument): Provenance => ({
  provider: OWN_PROVIDER,
  asOf: updatedAt,
  fetchedAt: updatedAt,
  delaySeconds: 0,
  stale: false,
  warnings: [],
});

/** Returns the candle of a price: all its prices are the stored one. */
export const candleOf = ({ day, price }: StoredPrice): Candle => ({
  time: new Date(`${day}T00:00:00Z`),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: null,
});

/**
 * Returns the quote of an own instrument: its last price, compared with the one before.
 * @param latest the latest prices, the newest first
 * @returns undefined without a price
 */
export function quoteOf(own: OwnInstrument, [last, before]: readonly StoredPrice[]): Quote | undefined {
  if (last === undefined) return undefined;
  const tradedAt = new Date(`${last.day}T00:00:00Z`);
  const change = before === undefined ? null : minus(last.price, before.price);
  const changePercent = before === undefined || change === null ? null : percentOf(change, before.price);
  return {
    symbol: own.symbol,
    assetClass: classOf(own.kind),
    currency: own.currency,
    price: last.price,
    previousClose: before?.price ?? null,
    change,
    changePercent,
    open: null,
    high: null,
    low: null,
    volume: null,
    bid: null,
    ask: null,
    tradedAt,
    marketState: 'closed',
    provenance: { ...provenanceOf(own), asOf: tradedAt, fetchedAt: last.receivedAt },
  };
}
