import type { Provenance } from '../../upstream/provenance.js';

/** Maximum number of prices of each side of an order book, and of trades, in a response. */
export const MAX_LEVELS = 100;
export const MAX_TRADES = 200;

/** A price of an order book, and the quantity offered at it. */
export interface BookLevel {
  price: number;
  size: number;
}

/** The orders that wait at an exchange, added up by price. */
export interface OrderBook {
  /** Orders to buy, the highest price first. */
  bids: BookLevel[];
  /** Orders to sell, the lowest price first. */
  asks: BookLevel[];
  /** Time of the book; null if the exchange does not state it. */
  at: Date | null;
}

/** A trade at an exchange. */
export interface PublicTrade {
  /** Id of the trade at the exchange. */
  id: string;
  price: number;
  size: number;
  /** Side of the order that caused the trade: `buy` took an order to sell. Null if unknown. */
  side: 'buy' | 'sell' | null;
  at: Date;
}

/** An order book or trades of an exchange, with their origin. */
export interface Depth<Content> {
  symbol: string;
  /** The currency of the prices. */
  currency: string;
  content: Content;
  provenance: Provenance;
}
