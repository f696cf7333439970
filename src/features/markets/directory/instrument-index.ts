import MiniSearch from 'minisearch';
import { Service } from 'typedi';
import type { Tolerance } from '../../../search/text-match.js';
import type { AssetClass } from '../asset-class.js';
import type { Instrument } from '../instrument.js';
import { brands } from './headline-names.js';
import { type Comparable, comparable, containedMatch, fuzzyMatch, type Match, matchOf } from './instrument-match.js';
import { newsNames } from './instrument-names.js';
import { InstrumentTable } from './instrument-table.js';
import { compact, type SearchQuery } from './search-query.js';

interface Entry {
  instrument: Instrument;
  compared: Comparable;
}

export interface FoundInstrument extends Match, Entry {
  /** True: the query contains a complete name, and other words. */
  isContained?: boolean;
}

type Names = MiniSearch<{ id: number; words: string }>;

/** Indexes of entries, in ascending order, by the first `KEY_LENGTH` characters of what a query may begin. */
type Beginnings = ReadonlyMap<string, readonly number[]>;

/** Maximum number of exact matches up to which similar words are searched too. */
const MAX_EXACT_BEFORE_FUZZY = 2;
/** Rank within an asset class beyond which the rank adds nothing to the score. */
const MAX_RANK = 60;

/** Length of the keys by which the entries are looked up that a query can match. */
const KEY_LENGTH = 2;
/** Maximum number of searches whose results are kept: a search of everything asks for the same words several times. */
const MAX_KEPT = 20;

/** Compares matches, for sorting the best match first. */
export const byScore = (one: Match, other: Match): number => other.score - one.score;

/** Finds instruments of the directory by symbol, name and ISIN. The index is built on first use. */
@Service()
export class InstrumentIndex {
  private entries?: Entry[];
  private names?: Names;
  private beginnings?: Beginnings;
  private readonly kept = new Map<string, readonly FoundInstrument[]>();

  constructor(private readonly table: InstrumentTable) {}

  /** Returns at most `limit` matches, best first; among equals, the more traded ones first. */
  search(query: SearchQuery, classes: readonly AssetClass[] | undefined, limit: number): FoundInstrument[] {
    return this.matches(query, classes, 'similar').slice(0, limit);
  }

  /** Returns at most `limit` matches without typing errors, in the order of `search`. */
  searchExact(query: SearchQuery, limit: number): FoundInstrument[] {
    return this.matches(query, undefined, 'exact').slice(0, limit);
  }

  /** Returns all matches, best first, from an earlier search for the same words if its results are still kept. */
  private matches(
    query: SearchQuery,
    classes: readonly AssetClass[] | undefined,
    tolerance: Tolerance,
  ): readonly FoundInstrument[] {
    const key = JSON.stringify([query, classes, tolerance]);
    let found = this.kept.get(key);
    if (found === undefined) {
      if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value as string);
      found = this.computed(query, classes, tolerance);
      this.kept.set(key, found);
    }
    return found;
  }

  private computed(
    query: SearchQuery,
    classes: readonly AssetClass[] | undefined,
    tolerance: Tolerance,
  ): FoundInstrument[] {
    this.entries ??= entriesOf(this.table);
    const { entries } = this;
    const found: FoundInstrument[] = [];
    for (const { instrument, compared } of this.comparedWith(query, entries)) {
      if (classes?.includes(instrument.assetClass) === false) continue;
      const match = matchOf(compared, query);
      if (match !== undefined) found.push({ ...match, instrument, compared });
    }
    if (tolerance === 'exact') return found.sort(byScore);
    const near = (words: 'AND' | 'OR', others: readonly FoundInstrument[] = []) =>
      this.near(entries, query, classes, new Set([...found, ...others].map(({ instrument }) => instrument)), words);
    // A query with an old name or an extra word has no full match, so partial matches are returned.
    const contained = found.length === 0 && query.terms.length > 1 ? containedIn(entries, query, classes) : [];
    if (found.length <= MAX_EXACT_BEFORE_FUZZY) found.push(...contained, ...near('AND', contained));
    if (found.length === 0 && query.terms.length > 1) found.push(...near('OR'));
    return found.sort(byScore);
  }

  /**
   * Returns the entries that can match a query, in the order of all entries: `matchOf` requires that the ticker, the
   * first word or the words without spaces begin something of the instrument.
   */
  private comparedWith({ ticker, pair, terms, joined }: SearchQuery, entries: readonly Entry[]): readonly Entry[] {
    const keys = [ticker, ...(pair ?? []), terms[0] ?? '', joined].map((text) =>
      text.slice(0, KEY_LENGTH).toLowerCase(),
    );
    if (keys.some(({ length }) => length < KEY_LENGTH)) return entries;
    this.beginnings ??= beginningsOf(entries);
    const { beginnings } = this;
    const found = new Set(keys.flatMap((key) => beginnings.get(key) ?? []));
    return [...found].sort((one, other) => one - other).map((index) => entries[index] as Entry);
  }

  /**
   * Returns instruments whose names contain all words (`AND`) or at least one (`OR`), with up to two wrong letters
   * each.
   */
  private near(
    entries: Entry[],
    { terms }: SearchQuery,
    classes: readonly AssetClass[] | undefined,
    known: ReadonlySet<Instrument>,
    combineWith: 'AND' | 'OR',
  ): FoundInstrument[] {
    this.names ??= namesOf(entries);
    const results = this.names.search(terms.join(' '), {
      combineWith,
      prefix: true,
      // Short words are similar to too many others, so they must be exact.
      fuzzy: (term) => (term.length < 4 ? false : term.length < 5 ? 1 : 2),
      filter: ({ id }) => classes?.includes((entries[id as number] as Entry).instrument.assetClass) !== false,
    });
    return results.flatMap(({ id, score }) => {
      const { instrument, compared } = entries[id as number] as Entry;
      return known.has(instrument) ? [] : [{ instrument, compared, ...fuzzyMatch(compared, score / (score + 10)) }];
    });
  }
}

/** Returns the instruments of which the query contains a complete name. */
function containedIn(
  entries: readonly Entry[],
  query: SearchQuery,
  classes: readonly AssetClass[] | undefined,
): FoundInstrument[] {
  return entries.flatMap((entry) => {
    if (classes?.includes(entry.instrument.assetClass) === false) return [];
    const match = containedMatch(entry.compared, query);
    return match === undefined ? [] : [{ ...match, ...entry, isContained: true }];
  });
}

function entriesOf(table: InstrumentTable): Entry[] {
  const places = new Map<AssetClass, number>();
  return table.all.map((instrument) => {
    const place = places.get(instrument.assetClass) ?? 0;
    places.set(instrument.assetClass, place + 1);
    const { symbol } = instrument;
    const others = [table.alsoKnownAs(symbol), ...(newsNames[symbol] ?? []), ...(brands[symbol] ?? [])];
    return { instrument, compared: comparable(instrument, others, Math.max(0, 1 - place / MAX_RANK)) };
  });
}

function beginningsOf(entries: readonly Entry[]): Beginnings {
  const beginnings = new Map<string, number[]>();
  for (const [index, { compared }] of entries.entries()) {
    const { symbol, base, isin, words, joined } = compared;
    const texts = [compact(symbol), compared.compact, base, isin ?? '', ...words, ...joined];
    for (const key of new Set(texts.map((text) => text.slice(0, KEY_LENGTH).toLowerCase()))) {
      const known = beginnings.get(key);
      if (known === undefined) beginnings.set(key, [index]);
      else known.push(index);
    }
  }
  return beginnings;
}

function namesOf(entries: Entry[]): Names {
  const names: Names = new MiniSearch({
    fields: ['words'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  names.addAll(entries.map(({ compared }, id) => ({ id, words: compared.words.join(' ') })));
  return names;
}
