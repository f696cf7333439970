import { Service } from 'typedi';
import type { Instrument } from '../instrument.js';
import { MeasuredMarkets } from '../measured/measured-markets.service.js';
import { instrumentOfSeries, type MeasuredSeries } from '../measured/measured-series.js';
import { type Comparable, comparable, type Match, matchOf } from './instrument-match.js';
import { type SearchQuery, weightyTerms } from './search-query.js';

/** A measured series that matches a query. */
export interface MeasuredHit extends Match {
  series: MeasuredSeries;
  instrument: Instrument;
}

/** Factor of the score of measured series, whose places are also names of companies and other things. */
const MEASURED_WEIGHT = 0.7;
/** Words for what is counted, and joining words, which the names of series do not have or write in another way. */
const WEIGHTLESS =
  /^(?:at|in|off|near|on|through|across|for|by|per|to|passages?|passing|transits?|transiting|crossings?|flows?|counts?|numbers?|queue|queued|queueing|queuing|daily|hourly)$/;
/** Words for ships, of which names of series have only one. */
const SHIPS = /^(?:ships?|vessels?|boats?)$/;
const SHIP_FORMS = ['ship', 'vessel'];

/** Finds measured series that all accounts see, by symbol, or by their place and what they measure. */
@Service()
export class MeasuredIndex {
  private listed?: Array<{ series: MeasuredSeries; instrument: Instrument; compared: Comparable }>;

  constructor(private readonly measured: MeasuredMarkets) {}

  /**
   * Returns the matching series, in any order. A symbol that the list of series lacks is found too.
   * @param isLoose whether words that names of series do not have, such as `passages`, may be left out
   */
  async search(query: SearchQuery, isLoose = true): Promise<MeasuredHit[]> {
    this.listed ??= Array.from(this.measured.list(), (series) => {
      const instrument = instrumentOfSeries(series);
      return { series, instrument, compared: comparable(instrument) };
    });
    const forms = isLoose ? formsOf(query) : [];
    const hits = this.listed.flatMap(({ series, instrument, compared }): MeasuredHit[] => {
      const match = matchOf(compared, query) ?? bestOf(forms.map((form) => matchOf(compared, form)));
      return match === undefined ? [] : [weighted({ series, instrument, ...match }, query)];
    });
    const unlisted = await this.measured.named(query.symbol, query.name.split(' '));
    for (const series of unlisted)
      if (hits.every((hit) => hit.series.symbol !== series.symbol)) {
        const match: Match = { matchedOn: isSymbol(series, query) ? 'symbol' : 'name', score: 1 };
        hits.push(weighted({ series, instrument: instrumentOfSeries(series), ...match }, query));
      }
    return hits;
  }
}

/** Returns whether a query is the symbol of a series, with or without its venue. */
const isSymbol = ({ symbol }: MeasuredSeries, query: SearchQuery): boolean =>
  symbol === query.symbol || symbol.slice(0, symbol.lastIndexOf('.')) === query.symbol;

const weighted = (hit: MeasuredHit, query: SearchQuery): MeasuredHit =>
  isSymbol(hit.series, query) ? hit : { ...hit, score: hit.score * MEASURED_WEIGHT };

/** Returns the query without words that carry no weight, with each word for ships that names of series have. */
function formsOf(query: SearchQuery): SearchQuery[] {
  const terms = query.terms.filter((term) => !WEIGHTLESS.test(term));
  if (terms.length === 0 || (terms.length === query.terms.length && !terms.some((term) => SHIPS.test(term)))) return [];
  return SHIP_FORMS.map((ship) => {
    const words = weightyTerms(terms.map((term) => (SHIPS.test(term) ? ship : term)));
    return { ...query, terms: words, name: words.join(' '), joined: words.join(''), ticker: '\0' };
  });
}

const bestOf = (matches: ReadonlyArray<Match | undefined>): Match | undefined =>
  matches.reduce((one, other) => ((other?.score ?? 0) > (one?.score ?? 0) ? other : one), undefined);
