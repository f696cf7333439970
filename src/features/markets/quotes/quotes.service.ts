import { Service } from 'typedi';
import type { Quote } from '../quote.js';

/** Why one symbol of several has no quote. */
export interface QuoteError {
  /** As it was asked for. */
  symbol: string;
  code: 'invalid_symbol' | 'not_found' | 'unavailable';
  /** What to do about it. */
  detail: string;
  /** After how long (ms) it is worth asking again; undefined when unknown. */
  retryAfterMs?: number;
}

export interface Quotes {
  /** In the order asked for. */
  quotes: Quote[];
  errors: QuoteError[];
}

/** Latest prices of whatever kind of instrument. */
@Service()
export class QuotesService {
  /**
   * @param symbols in either case; repeated ones count once
   * @param signal ends the waiting, not the calls others wait for too
   */
  async read(symbols: readonly string[], signal?: AbortSignal): Promise<Quotes> {
    signal?.throwIfAborted();
    return { quotes: [], errors: symbols.map((symbol) => ({ symbol, code: 'unavailable', detail: 'Try again later.' })) };
  }
}
