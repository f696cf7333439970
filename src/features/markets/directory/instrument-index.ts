import MiniSearch from 'minisearch';
import { Service } from 'typedi';
import type { AssetClass } from '../asset-class.js';
import type { Instrument } from '../instrument.js';
import { type Comparable, comparable, fuzzyMatch, type Match, matchOf } from './instrument-match.js';
import { InstrumentTable } from './instrument-table.js';
import type { SearchQuery } from './search-query.js';

export interface FoundInstrument extends Match {
  instrument: Instrument;
}

interface Entry {
  instrument: Instrument;
  compared: Comparable;
}

type Names = MiniSearch<{ id: number; words: string }>;

/** A typo is thought of when no more than so many are as written. */
const FEW = 2;
/** Places within a class from which on being much traded no longer counts. */
const PROMINENT = 60;

/** The best first. */
export const byScore = (one: Match, other: Match): number => other.score - one.score;

/** Finds instruments of the table by symbol, name and ISIN. What it compares is worked out when it is first needed. */
@Service()
export class InstrumentIndex {
  private entries?: Entry[];
  private names?: Names;

  constructor(private readonly table: InstrumentTable) {}

  /** The best first, of equal ones those of more trading; at most `limit`. */
  search(query: SearchQuery, assetClass: AssetClass | undefined, limit: number): FoundInstrument[] {
    this.entries ??= entriesOf(this.table);
    const { entries } = this;
    const found: FoundInstrument[] = [];
    for (const { instrument, compared } of entries) {
      if (assetClass !== undefined && instrument.assetClass !== assetClass) continue;
      const match = matchOf(compared, query);
      if (match !== undefined) found.push({ ...match, instrument });
    }
    const near = (words: 'AND' | 'OR') => this.near(entries, query, assetClass, new Set(found.map(({ instrument }) => instrument)), words);
    if (found.length <= FEW) found.push(...near('AND'));
    // A name of old, or a word too much: better what has some of the words than nothing.
    if (found.length === 0 && query.terms.length > 1) found.push(...near('OR'));
    return found.sort(byScore).slice(0, limit);
  }

  /** Those whose names have all the words, or some of them, with up to two letters wrong. */
  private near(
    entries: Entry[],
    { terms }: SearchQuery,
    assetClass: AssetClass | undefined,
    known: ReadonlySet<Instrument>,
    combineWith: 'AND' | 'OR',
  ): FoundInstrument[] {
    this.names ??= namesOf(entries);
    const results = this.names.search(terms.join(' '), {
      combineWith,
      prefix: true,
      // In short words everything is near everything.
      fuzzy: (term) => (term.length < 4 ? false : term.length < 5 ? 1 : 2),
      filter: ({ id }) => assetClass === undefined || entries[id as number]?.instrument.assetClass === assetClass,
    });
    return results.flatMap(({ id, score }) => {
      const { instrument, compared } = entries[id as number] as Entry;
      return known.has(instrument) ? [] : [{ instrument, ...fuzzyMatch(compared, score / (score + 10)) }];
    });
  }
}

function entriesOf(table: InstrumentTable): Entry[] {
  const places = new Map<AssetClass, number>();
  return table.all.map((instrument) => {
    const place = places.get(instrument.assetClass) ?? 0;
    places.set(instrument.assetClass, place + 1);
    return { instrument, compared: comparable(instrument, table.alsoKnownAs(instrument.symbol), Math.max(0, 1 - place / PROMINENT)) };
  });
}

function namesOf(entries: Entry[]): Names {
  const names: Names = new MiniSearch({ fields: ['words'], tokenize: (text) => text.split(' '), processTerm: (term) => term });
  names.addAll(entries.map(({ compared }, id) => ({ id, words: compared.words.join(' ') })));
  return names;
}
