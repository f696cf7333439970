import { randomUUID } from 'node:crypto';
import { Service } from 'typedi';
import { facetNames } from '../../search/search-source.js';
import { Clock } from '../../time/clock.js';
import { type MeantRead, QueriesService, type ReadQuery } from './queries.service.js';
import { type FusedResult, fuse } from './rank-fusion.js';
import type { Reading } from './reading/words.js';
import { ResultSnapshots } from './result-snapshots.js';
import type { FacetValue, SearchResults } from './search-results.js';
import { type AnsweredSource, type SourceAnswers, SourceAnswersService } from './source-answers.service.js';

export interface SearchInput {
  q: string;
  /** Types of the results; undefined: all. */
  type?: readonly string[];
}

/** Position after which a page begins: `place` results of the list with the id `list`. */
export interface ResultPlace {
  list: string;
  place: number;
}

/** Maximum number of results of a search that can be read. */
const MAX_RESULTS = 300;
const MAX_FACET_VALUES = 50;
const CANDIDATES = 100;
/** Maximum number of other readings of a query that are tried if nothing matches. */
const MAX_READINGS = 6;

/** Searches all resources that an account may see. */
@Service()
export class SearchService {
  constructor(
    private readonly queries: QueriesService,
    private readonly sources: SourceAnswersService,
    private readonly snapshots: ResultSnapshots,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the results after a position. Further pages come from the same list; if that is no longer kept, the search
   * is repeated.
   * @throws Problem `invalid_request` that names the position of an error in the query
   */
  async page(
    accountId: string,
    input: SearchInput,
    after: ResultPlace | undefined,
    limit: number,
  ): Promise<SearchResults & { list: string; place: number }> {
    const kept = after && this.snapshots.find(`${accountId} ${after.list}`);
    const results = kept ?? (await this.search(accountId, input));
    const { list, place } = after ?? { list: randomUUID(), place: 0 };
    if (kept === undefined && results.items.length > place + limit)
      this.snapshots.keep(`${accountId} ${list}`, results);
    return { ...results, items: results.items.slice(place), list, place };
  }

  /** Returns the results of a search, best first. @throws Problem `invalid_request` */
  async search(accountId: string, { q, type }: SearchInput): Promise<SearchResults> {
    this.queries.assertTypes(type, 'query/type');
    const read = await this.queries.read(accountId, q, 'query/q');
    this.queries.assertPossible(read, 'query/q');
    // Sources of unselected types return no candidates; their matches are only counted for the facet.
    const { answered, warnings, reading } = await this.answers(accountId, read, (one) =>
      type === undefined || type.includes(one) ? CANDIDATES : 0,
    );
    return {
      items: fuse(answered, read.terms, this.clock.now(), MAX_RESULTS),
      terms: read.terms,
      facets: facetsOf(answered),
      warnings,
      reading,
    };
  }

  /** Returns matches of the words of a query, and matches of the filters that were read from them. */
  private async answers(
    accountId: string,
    read: ReadQuery,
    limitOf: (type: string) => number | undefined,
  ): Promise<SourceAnswers & { reading?: Reading }> {
    const readings = this.queries.readings(read);
    const [meant, ...others] = readings;
    const literal = this.queries.withoutJoiningWords(read);
    if (meant === undefined) return this.answersOf(accountId, read, literal, [], limitOf);
    const searched = (type: string) => limitOf(type) || undefined;
    const [exact, asMeant] = await Promise.all([
      this.sources.query(accountId, literal, limitOf, 0),
      this.sources.query(accountId, meant, searched, others.length === 0 ? 1 : 0),
    ]);
    if (hasMatches(asMeant)) return { ...together(exact, asMeant), reading: meant.reading };
    for (const other of others) {
      const answers = await this.sources.query(accountId, other, searched, 0);
      if (hasMatches(answers)) return { ...together(exact, answers), reading: other.reading };
    }
    const similar = others.length === 0 ? asMeant : await this.sources.query(accountId, meant, searched, 1);
    if (hasMatches(similar)) return { ...together(exact, similar), reading: meant.reading };
    return this.answersOf(accountId, read, literal, readings, limitOf);
  }

  /** Returns matches of the words of a query; without such matches, matches of corrected words or of fewer words. */
  private async answersOf(
    accountId: string,
    read: ReadQuery,
    literal: ReadQuery,
    readings: readonly MeantRead[],
    limitOf: (type: string) => number | undefined,
  ): Promise<SourceAnswers & { reading?: Reading }> {
    const [meant] = readings;
    // The reading with the most filters explains the most words.
    const fullest = readings.toSorted((one, other) => filterCount(other) - filterCount(one))[0];
    const found = await this.sources.query(accountId, literal, limitOf);
    const isExact = found.answered.some(({ answer, tolerance }) => tolerance === 'exact' && answer.total > 0);
    const corrected = isExact ? undefined : this.queries.meant(read, { isCorrected: true });
    // Words that are similar by chance do not hide a filter with a typing error.
    const isMisspelled = filterCount(corrected) > filterCount(fullest);
    if (hasMatches(found) && !isMisspelled) return found;
    const relaxed = hasMatches(found) ? [] : [...(fullest?.relaxed ?? []), ...(corrected?.relaxed ?? [])];
    const topic = hasMatches(found) || meant !== undefined ? undefined : this.queries.meant(read, { bare: 'area' });
    const others = [topic, corrected, ...relaxed].filter((other) => other !== undefined).slice(0, MAX_READINGS);
    const matching = async (readings: readonly MeantRead[]) => {
      for (const other of readings) {
        // A query with a misspelled word of a filter may have others, and topics are written in several forms.
        const enough = other === corrected || other === topic ? 1 : 0;
        const answers = await this.sources.query(accountId, other, (type) => limitOf(type) || undefined, enough);
        if (hasMatches(answers)) return { ...together(found, answers), reading: other.reading };
      }
      return undefined;
    };
    const asMeant = await matching(others.filter(({ isVague }) => !isVague));
    if (asMeant !== undefined) return asMeant;
    if (hasMatches(found)) return found;
    if (meant?.isRestricted === true) return { ...found, reading: meant.reading };
    const last = await this.partly(accountId, read, literal, meant?.reading.text === '', limitOf);
    if (hasMatches(last)) return last;
    const vague = await matching(others.filter(({ isVague }) => isVague === true));
    // If nothing matches, the response shows the filters that were tried.
    return vague ?? (meant === undefined ? last : { ...last, reading: meant.reading });
  }

  /**
   * Returns matches of a query without one or two of its words, and things whose whole name is among its words.
   * @param isRead whether all words are read as filters: then such a name is a coincidence
   */
  private async partly(
    accountId: string,
    read: ReadQuery,
    literal: ReadQuery,
    isRead: boolean,
    limitOf: (type: string) => number | undefined,
  ): Promise<SourceAnswers> {
    const shorter = this.queries.withoutWords(read, 1);
    const query = (one: ReadQuery) => this.sources.query(accountId, { ...one, isPartial: !isRead }, limitOf, 1);
    if (shorter !== undefined && !isPair(shorter)) {
      const found = await query(shorter);
      const shortest = hasMatches(found) ? undefined : this.queries.withoutWords(read, 2);
      return shortest === undefined ? found : this.sources.query(accountId, shortest, limitOf, 0);
    }
    const named = await query(literal);
    return isRead || hasMatches(named) || shorter === undefined ? named : query(shorter);
  }

  /** Returns the best results that happened or were changed at `since` or later. @throws Problem `invalid_request` */
  async since(accountId: string, { q, type }: SearchInput, since: Date): Promise<FusedResult[]> {
    const read = await this.queries.read(accountId, q, 'query/q');
    const { answered } = await this.answers(accountId, { ...read, since }, (one) =>
      type === undefined || type.includes(one) ? CANDIDATES : undefined,
    );
    return fuse(answered, read.terms, this.clock.now(), MAX_RESULTS);
  }

  /** Returns the best results for a query that is still being typed. */
  async suggest(
    accountId: string,
    q: string,
    type: readonly string[] | undefined,
    limit: number,
  ): Promise<SearchResults> {
    this.queries.assertTypes(type, 'query/type');
    const read = await this.queries.read(accountId, q, 'query/q', true);
    const none = { items: [], terms: read.terms, facets: facetsOf([]), warnings: [] };
    if (read.terms.length === 0) return none;
    const { answered, warnings } = await this.sources.query(accountId, read, (one) =>
      type === undefined || type.includes(one) ? limit : undefined,
    );
    return { ...none, items: fuse(answered, read.terms, this.clock.now(), limit), warnings };
  }
}

/** Whether the variants of a query have one word each, so that names among the words are searched first. */
const isPair = ({ query }: ReadQuery): boolean => query.kind === 'any' && query.of.length <= 2;

const filterCount = (read: MeantRead | undefined): number => read?.reading.filters.length ?? 0;

const hasMatches = ({ answered }: SourceAnswers): boolean => answered.some(({ answer }) => answer.total > 0);

const together = (found: SourceAnswers, meant: SourceAnswers): SourceAnswers => ({
  answered: [...meant.answered.map((one) => ({ ...one, isMeant: true })), ...found.answered],
  warnings: [...new Set([...found.warnings, ...meant.warnings])],
});

/**
 * Returns facet values by count, then by value. A type's count includes matches with typing errors only if it has no
 * exact match.
 */
function facetsOf(answered: readonly AnsweredSource[]): SearchResults['facets'] {
  const types = new Map<string, FacetValue>();
  for (const { source, answer } of answered) {
    const known = types.get(source.type);
    if (answer.total > (known?.count ?? 0))
      types.set(source.type, { value: source.type, count: answer.total, isAtLeast: answer.isAtLeast ?? false });
  }
  const others = facetNames.map((name): [string, FacetValue[]] => {
    const values = new Map<string, FacetValue>();
    for (const { source, answer, tolerance } of answered) {
      // Similar matches include the exact ones.
      if (
        tolerance === 'similar' &&
        answered.some((other) => other.source === source && other.tolerance === 'exact' && other.answer.total > 0)
      )
        continue;
      for (const [value, count] of Object.entries(answer.facets?.[name] ?? {})) {
        const known = values.get(value) ?? { value, count: 0, isAtLeast: false };
        values.set(value, {
          value,
          count: known.count + count,
          isAtLeast: known.isAtLeast || answer.isAtLeast === true,
        });
      }
    }
    return [name, sorted(values)];
  });
  return { type: sorted(types), ...Object.fromEntries(others) } as SearchResults['facets'];
}

const sorted = (values: ReadonlyMap<string, FacetValue>): FacetValue[] =>
  [...values.values()]
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
