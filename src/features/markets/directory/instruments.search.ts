import { Service } from 'typedi';
import type { FieldClause, FieldName, TextClause } from '../../../search/search-query.js';
import {
  type SearchAnswer,
  type SearchCandidate,
  type SearchRequest,
  SearchSource,
} from '../../../search/search-source.js';
import { SetQuery, ValueCounts } from '../../../search/set-query.js';
import { containsText, type Tolerance } from '../../../search/text-match.js';
import { wordsOf } from '../../../text/words.js';
import { assetClasses } from '../asset-class.js';
import type { Instrument } from '../instrument.js';
import { type FoundInstrument, InstrumentIndex } from './instrument-index.js';
import { hasSimilarWords, isSimilarName } from './instrument-match.js';
import { InstrumentTable } from './instrument-table.js';
import { MeasuredIndex } from './measured-index.js';
import { type SearchQuery, searchQuery } from './search-query.js';

/** Maximum number of matches of one text. */
const MAX_MATCHES = 2_000;
/** Minimum score of a match of a whole ticker, ISIN or base of a pair. */
const IDENTIFIED_SCORE = 0.96;
/** Minimum score of a name that begins with all the words. */
const NAME_SCORE = 0.8;
/** Words for what a series measures. A query without such a word is about the place of the series. */
const MEASURED =
  /^(?:vessels?|ships?|tankers?|cargo|waiting|queue|passages?|transits?|crossings?|flows?|hours|mentions?|mentioning)$/;
/** Words for measures alone, which show that a series is meant rather than the ships there. */
const MEASURE = /^(?:waiting|queue|passages?|transits?|crossings?|flows?|mentions?|mentioning)$/;
/** Matches a text that may be the symbol of a measured series, with or without its venue. */
const SYMBOL = /^[A-Z0-9]+(?:-[A-Z0-9]+)*(?:\.FLOW)?$/;
/** Constants of the closeness of a result: 1 + (score − `CLOSENESS_FROM`) × `CLOSENESS_SCALE`. */
const CLOSENESS_FROM = 0.6;
const CLOSENESS_SCALE = 3;
/** Maximum number of matches by similar words. */
const MAX_SIMILAR = 50;

/**
 * Searches the directory of instruments by symbol, name and ISIN, with the order of `GET /markets/search`. Unlike that
 * operation, it does not query providers. Measured series are found by their symbol, or by their place and what they
 * measure: `rotterdam waiting`.
 */
@Service()
export class InstrumentsSearch extends SearchSource {
  readonly type = 'instrument';
  readonly title = 'The directory of instruments';
  readonly fields: readonly FieldName[] = ['symbol', 'country', 'kind', 'in'];
  override readonly kinds = assetClasses;

  constructor(
    private readonly index: InstrumentIndex,
    private readonly table: InstrumentTable,
    private readonly measured: MeasuredIndex,
  ) {
    super();
  }

  async search({
    query,
    terms,
    tolerance,
    isPartial = false,
    identifier,
    limit,
  }: SearchRequest): Promise<SearchAnswer> {
    const scores = await this.scores(terms, identifier, tolerance, isPartial);
    const withText = (clause: TextClause) => {
      const found = this.find(clause, tolerance).map(({ instrument }) => instrument);
      // The index compares all words together: `jp morgan` finds JPMorgan, and one of the words may have a typing
      // error.
      const isTerm = !clause.isQuoted && terms.some(({ text }) => text === clause.text);
      return isTerm ? new Set([...found, ...scores.keys()]) : new Set(found);
    };
    const asked = new SetQuery(query, { withText, matchesField });
    const matches = [...(asked.candidates ?? this.table.all)].filter((instrument) => asked.matches(instrument));
    matches.sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
    const countries = new ValueCounts();
    for (const { country } of matches) countries.add(country);
    const candidates = matches
      .slice(0, limit)
      .map((instrument) => candidateOf(instrument, scores.get(instrument) ?? 0, identifier, tolerance));
    return { candidates, total: matches.length, facets: { country: countries.counts } };
  }

  /** Returns the scores of all words together, which determine the order of `GET /markets/search`. */
  private async scores(
    terms: readonly TextClause[],
    identifier: string | undefined,
    tolerance: Tolerance,
    isPartial: boolean,
  ): Promise<ReadonlyMap<Instrument, number>> {
    const query = searchQuery(identifier ?? terms.map(({ text }) => text).join(' '));
    if (query === undefined) return new Map();
    // The index also finds instruments with only some of the words.
    const wanted =
      tolerance === 'similar'
        ? this.index
            .search(query, undefined, MAX_SIMILAR)
            .filter(({ isContained, compared }) => (isContained && isPartial) || hasSimilarWords(compared, query))
        : this.index.searchExact(query, MAX_MATCHES);
    const scores = new Map(
      wanted.map(({ instrument, score, compared }) => [
        instrument,
        tolerance === 'similar' && isSimilarName(compared, query) ? Math.max(score, NAME_SCORE + score / 10) : score,
      ]),
    );
    if (tolerance === 'exact')
      for (const [series, score] of await this.measuredScores(query)) scores.set(series, score);
    return scores;
  }

  /** Returns the scores of measured series that match a query without typing errors. */
  private async measuredScores(query: SearchQuery): Promise<ReadonlyMap<Instrument, number>> {
    const isOfMeasured = query.terms.length > 1 && query.terms.some((term) => MEASURED.test(term));
    if (!isOfMeasured && !SYMBOL.test(query.symbol)) return new Map();
    const found = await this.measured.search(
      query,
      query.terms.some((term) => MEASURE.test(term)),
    );
    return new Map(
      found.filter(({ score }) => isOfMeasured || score === 1).map(({ instrument, score }) => [instrument, score]),
    );
  }

  private find(clause: TextClause, tolerance: Tolerance): FoundInstrument[] {
    const query = searchQuery(clause.text);
    if (query === undefined) return [];
    // The index knows other names of instruments and tolerates more typing errors. Phrases and similar words are
    // compared with the rules of the other search sources.
    if (tolerance === 'exact' && !clause.isQuoted) return this.index.searchExact(query, MAX_MATCHES);
    return this.index.search(query, undefined, MAX_MATCHES).filter(({ instrument }) =>
      containsText(
        wordsOf(textOf(instrument)).map(({ folded }) => folded),
        clause,
        tolerance,
      ),
    );
  }
}

const textOf = ({ symbol, name, isin }: Instrument): string => `${name} ${symbol} ${isin ?? ''}`;

function matchesField(clause: FieldClause, { symbol, country, assetClass }: Instrument): boolean {
  if (clause.field === 'symbol') return clause.values.includes(symbol.toLowerCase());
  if (clause.field === 'kind') return clause.values.includes(assetClass);
  if (clause.field === 'in') return country !== null && clause.areas.some((area) => area.country === country);
  return clause.field === 'country' && country !== null && clause.values.includes(country.toLowerCase());
}

function candidateOf(
  { symbol, name, assetClass, isin, sector, country }: Instrument,
  score: number,
  identifier: string | undefined,
  tolerance: Tolerance,
): SearchCandidate {
  const text = [symbol, assetClass, isin, sector, country].filter((part) => part !== null).join(' · ');
  return {
    id: symbol,
    title: name,
    text,
    href: `/api/v1/markets/instruments/${encodeURIComponent(symbol)}`,
    country,
    isIdentified: identifier !== undefined && tolerance === 'exact' && score >= IDENTIFIED_SCORE,
    closeness: score < NAME_SCORE ? undefined : 1 + (score - CLOSENESS_FROM) * CLOSENESS_SCALE,
  };
}
