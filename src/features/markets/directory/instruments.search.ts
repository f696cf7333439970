import { Service } from 'typedi';
import type { FieldClause, FieldName, TextClause } from '../../../search/search-query.js';
import { type SearchAnswer, type SearchRequest, SearchSource } from '../../../search/search-source.js';
import { SetQuery, ValueCounts } from '../../../search/set-query.js';
import { containsText, type Tolerance } from '../../../search/text-match.js';
import { wordsOf } from '../../../text/words.js';
import type { Instrument } from '../instrument.js';
import { type FoundInstrument, InstrumentIndex } from './instrument-index.js';
import { InstrumentTable } from './instrument-table.js';
import { searchQuery } from './search-query.js';

/** Matches of one text that are considered. */
const MAX_MATCHES = 2_000;

/**
 * Searches the directory of instruments by symbol, name and ISIN. Providers are not queried: `GET /markets/search` does
 * that.
 */
@Service()
export class InstrumentsSearch extends SearchSource {
  readonly type = 'instrument';
  readonly title = 'The directory of instruments';
  readonly fields: readonly FieldName[] = ['symbol', 'country'];

  constructor(
    private readonly index: InstrumentIndex,
    private readonly table: InstrumentTable,
  ) {
    super();
  }

  async search({ query, tolerance, identifier, limit }: SearchRequest): Promise<SearchAnswer> {
    const scores = new Map<Instrument, number>();
    const withText = (clause: TextClause) => {
      const found = this.find(clause, tolerance);
      for (const { instrument, score } of found) scores.set(instrument, Math.max(score, scores.get(instrument) ?? 0));
      return new Set(found.map(({ instrument }) => instrument));
    };
    const asked = new SetQuery(query, { withText, matchesField });
    const matches = [...(asked.candidates ?? this.table.all)].filter((instrument) => asked.matches(instrument));
    matches.sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
    const countries = new ValueCounts();
    for (const { country } of matches) countries.add(country);
    const candidates = matches.slice(0, limit).map((instrument) => candidateOf(instrument, identifier));
    return { candidates, total: matches.length, facets: { country: countries.counts } };
  }

  private find(clause: TextClause, tolerance: Tolerance): FoundInstrument[] {
    const query = searchQuery(clause.text);
    const found = query === undefined ? [] : this.index.search(query, undefined, MAX_MATCHES);
    // The index knows other names of instruments and tolerates more errors; phrases and similar words are compared as
    // in other sources.
    if (tolerance === 'exact' && !clause.isQuoted) return found.filter(({ matchedOn }) => matchedOn !== 'fuzzy');
    return found.filter(({ instrument }) =>
      containsText(
        wordsOf(textOf(instrument)).map(({ folded }) => folded),
        clause,
        tolerance,
      ),
    );
  }
}

const textOf = ({ symbol, name, isin }: Instrument): string => `${name} ${symbol} ${isin ?? ''}`;

function matchesField(clause: FieldClause, { symbol, country }: Instrument): boolean {
  if (clause.field === 'symbol') return clause.values.includes(symbol.toLowerCase());
  return clause.field === 'country' && country !== null && clause.values.includes(country.toLowerCase());
}

function candidateOf({ symbol, name, assetClass, isin, sector, country }: Instrument, identifier: string | undefined) {
  const text = [symbol, assetClass, isin, sector, country].filter((part) => part !== null).join(' · ');
  const wanted = identifier?.toUpperCase();
  const isIdentified = wanted !== undefined && (wanted === symbol || wanted === isin);
  return {
    id: symbol,
    title: name,
    text,
    href: `/api/v1/markets/instruments/${encodeURIComponent(symbol)}`,
    country,
    isIdentified,
  };
}
