import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { accountOfRecords } from '../../../async/account-context.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Candle } from '../candle.js';
import type { Instrument } from '../instrument.js';
import type { Quote } from '../quote.js';
import { candleOf, instrumentOf, type OwnInstrument, provenanceOf, quoteOf } from './own-instrument.js';
import { OwnListingRepository, type SearchedText } from './own-listing.repository.js';

/** The reason why an own symbol has no quote: the account has no such instrument, or no price of it. */
export type QuoteAbsence = 'unknown' | 'unpriced';

/** Maximum number of instruments of an account that a search compares, the latest ones. */
const MAX_SEARCHED = 1_000;

/** Daily candles of an own instrument. */
export interface OwnCandles {
  own: OwnInstrument;
  candles: Candle[];
  provenance: Provenance;
}

/**
 * Resolves symbols of own instruments for the account on whose behalf the current work runs. Nothing is cached, so that
 * no data of one account can reach another one; without an account every symbol is unknown.
 */
@Service()
export class OwnMarkets {
  constructor(
    private readonly listings: OwnListingRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns an instrument. @throws Problem `not_found` */
  async instrument(symbol: string): Promise<{ instrument: Instrument; provenance: Provenance; own: OwnInstrument }> {
    const own = await this.find(symbol);
    return { instrument: instrumentOf(own), provenance: provenanceOf(own), own };
  }

  /** Returns the instruments of the account that a text may name, the latest first. */
  async matching(text: SearchedText): Promise<Array<{ instrument: Instrument; provenance: Provenance }>> {
    const accountId = accountOfRecords();
    const found = accountId === undefined ? [] : await this.listings.matching(accountId, text, MAX_SEARCHED);
    return found.map((own) => ({ instrument: instrumentOf(own), provenance: provenanceOf(own) }));
  }

  /** Returns quotes, or the reason why an instrument has no quote, by symbol in upper case. */
  async quotes(symbols: readonly string[]): Promise<Map<string, Quote | QuoteAbsence>> {
    const accountId = accountOfRecords();
    const found = accountId === undefined ? [] : await this.listings.some(accountId, symbols);
    const ids = found.map(({ id }) => id);
    const latest = ids.length === 0 ? undefined : await this.listings.latest(ids, this.today(), 2);
    const quotes = new Map<string, Quote | QuoteAbsence>(symbols.map((symbol) => [symbol, 'unknown']));
    for (const own of found) quotes.set(own.symbol, quoteOf(own, latest?.get(own.id) ?? []) ?? 'unpriced');
    return quotes;
  }

  /**
   * Returns a candle for each day with a price, ascending.
   * @param from start of the range (ms), inclusive @param to its end, exclusive
   * @param count number of the latest candles before `to`; undefined: all of the range
   * @throws Problem `not_found`
   */
  async candles(symbol: string, from: number, to: number, count: number | undefined): Promise<OwnCandles> {
    const own = await this.find(symbol);
    const [first, end] = [from, to].map((time) => dayOf(Math.ceil(time / DAY_MS) * DAY_MS)) as [string, string];
    const stored =
      count === undefined
        ? await this.listings.between(own.id, first, end)
        : ((await this.listings.latest([own.id], dayOf(Date.parse(end) - DAY_MS), count)).get(own.id) ?? []).reverse();
    const candles = stored.map(candleOf);
    const received = stored.map(({ receivedAt }) => receivedAt.getTime());
    const fetchedAt = received.length === 0 ? own.updatedAt : new Date(received.reduce((a, b) => Math.max(a, b)));
    return { own, candles, provenance: { ...provenanceOf(own), asOf: candles.at(-1)?.time ?? null, fetchedAt } };
  }

  private async find(symbol: string): Promise<OwnInstrument> {
    const accountId = accountOfRecords();
    const [own] = accountId === undefined ? [] : await this.listings.some(accountId, [symbol.toUpperCase()]);
    if (own === undefined) throw new Problem('not_found', { detail: absenceDetails.unknown });
    return own;
  }

  private today(): string {
    return dayOf(this.clock.now());
  }
}

/** Returns the day (UTC) of a time in ms. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Sentences for the caller. */
export const absenceDetails: Readonly<Record<QuoteAbsence, string>> = {
  unknown: 'You have no instrument of your own with this symbol. POST /markets/instruments defines one.',
  unpriced: 'Your instrument has no price yet. PUT /markets/instruments/{symbol}/prices stores prices.',
};
