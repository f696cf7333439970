import { Service } from 'typedi';
import { ownTurn } from '../../async/event-loop-turns.js';
import { Log } from '../../logging/log.js';
import { isNothing, type SearchQuery } from '../../search/search-query.js';
import {
  MAX_CANDIDATES,
  type SearchAnswer,
  type SearchRequest,
  type SearchSource,
  SearchSources,
} from '../../search/search-source.js';
import type { Tolerance } from '../../search/text-match.js';
import { allowedErrors } from '../../search/typing-errors.js';
import { wordsOf } from '../../text/words.js';
import { Clock } from '../../time/clock.js';
import { Timers } from '../../time/timers.js';
import { queryFor, type ReadQuery } from './queries.service.js';
import { SearchConfig } from './search.config.js';

export interface AnsweredSource {
  source: SearchSource;
  answer: SearchAnswer;
  tolerance: Tolerance;
  /** True for the answer to a query with filters read from the words. */
  isMeant?: boolean;
}

interface Asked {
  source: SearchSource;
  request: SearchRequest;
}

export interface SourceAnswers {
  answered: AnsweredSource[];
  /** Sentences that name the sources that did not respond. */
  warnings: string[];
}

/** Number of large tables that are searched at the same time; each needs a database connection. */
const LARGE_AT_ONCE = 3;
/** Minimum number of exact matches; with fewer, words with typing errors are searched too. */
const MIN_EXACT_MATCHES = 10;

/** Queries the search sources. A source that is too slow or fails is left out and named in the warnings. */
@Service()
export class SourceAnswersService {
  constructor(
    private readonly sources: SearchSources,
    private readonly config: SearchConfig,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Queries all sources.
   * @param limitOf returns the maximum number of candidates of a type's source; undefined: the source is not queried
   * @param enough number of exact matches from which on words with typing errors are not searched
   */
  async query(
    accountId: string,
    read: ReadQuery,
    limitOf: (type: string) => number | undefined,
    enough = MIN_EXACT_MATCHES,
  ): Promise<SourceAnswers> {
    const exact = await this.all(accountId, read, 'exact', limitOf);
    const matches = exact.answered.reduce((sum, { answer }) => sum + answer.total, 0);
    const isLenient = read.terms.filter(({ isQuoted }) => !isQuoted).length > 1 || isShort(matches, read);
    const isTolerable = read.terms.some(
      ({ text, isQuoted }) => !isQuoted && wordsOf(text).some((word) => allowedErrors(word.folded, isLenient) > 0),
    );
    if (matches >= enough || !isTolerable) return exact;
    const tolerant = { ...read, query: withJoinedWords(isLenient ? lenient(read.query) : read.query) };
    const similar = await this.all(accountId, tolerant, 'similar', (type) => limitOf(type) || undefined);
    return {
      answered: [...exact.answered, ...similar.answered],
      warnings: [...new Set([...exact.warnings, ...similar.warnings])],
    };
  }

  private async all(
    accountId: string,
    read: ReadQuery,
    tolerance: Tolerance,
    limitOf: (type: string) => number | undefined,
  ): Promise<SourceAnswers> {
    const answers: SourceAnswers = { answered: [], warnings: [] };
    const asked = this.sources.all.flatMap((source): Asked[] => {
      const limit = limitOf(source.type);
      const query = queryFor(read.since === undefined ? read.query : after(read.query, read.since), source);
      if (limit === undefined || isNothing(query) || (tolerance === 'similar' && !source.toleratesErrors)) return [];
      const request: SearchRequest = {
        ...read,
        query,
        accountId,
        tolerance,
        limit: Math.min(limit, MAX_CANDIDATES),
        now: this.clock.now(),
      };
      return [{ source, request }];
    });
    const take = async ({ source, request }: Asked) => {
      const answer = await this.answerOf(source, request);
      if (typeof answer === 'string') answers.warnings.push(answer);
      else answers.answered.push({ source, answer, tolerance });
    };
    const large = asked.filter(({ source }) => source.isLarge);
    const together = asked.filter(({ source }) => source.sharesStatement);
    const inMemory = asked.filter((one) => !large.includes(one) && !together.includes(one));
    const work = async () => {
      for (let next = large.shift(); next !== undefined; next = large.shift()) await take(next);
    };
    const query = [Promise.all(together.map(take)), ...Array.from({ length: LARGE_AT_ONCE }, work)];
    // The statements are sent before the sources in memory are searched, which takes CPU time of this process.
    if (inMemory.length > 0) await ownTurn();
    await Promise.all([...query, ...inMemory.map(take)]);
    return answers;
  }

  /** Queries one source. @returns a warning if it fails or is too slow */
  private async answerOf(source: SearchSource, request: SearchRequest): Promise<SearchAnswer | string> {
    let cancel = () => {};
    const late = new Promise<string>((resolve) => {
      cancel = this.timers.after(this.config.sourceTimeoutMs, () =>
        resolve(`${source.title} did not answer in time; matches of type ${source.type} are missing.`),
      );
    });
    try {
      return await Promise.race([source.search(request), late]);
    } catch (error) {
      this.log.warn({ err: error, source: source.type }, 'Search source failed; its matches are missing.');
      return `${source.title} could not be searched; matches of type ${source.type} are missing.`;
    } finally {
      cancel();
    }
  }
}

/** Minimum length of a word alone in which an error is tolerated if nothing matches it exactly: `Aple`. */
const MIN_ALONE = 4;
const isShort = (matches: number, { terms }: ReadQuery): boolean =>
  matches === 0 && terms.every(({ text }) => text.length >= MIN_ALONE);

const after = (query: SearchQuery, at: Date): SearchQuery => ({
  kind: 'all',
  of: [query, { kind: 'field', field: 'after', at }],
});

/** Returns the query with typing errors allowed even in short words. */
function lenient(query: SearchQuery): SearchQuery {
  if (query.kind === 'text') return query.isQuoted ? query : { ...query, isLenient: true };
  return query.kind === 'all' || query.kind === 'any' ? { kind: query.kind, of: query.of.map(lenient) } : query;
}

/** Maximum number of words of a query in which a space may be an error. */
const MAX_JOINED = 5;
/** Minimum length of two words that may be one. */
const MIN_JOINED = 6;

/** Returns the query with alternatives in which two adjacent words are one: `chip maker` also finds chipmaker. */
function withJoinedWords(query: SearchQuery): SearchQuery {
  if (query.kind !== 'all' || query.of.length > MAX_JOINED) return query;
  const variants = query.of.flatMap((one, at): SearchQuery[] => {
    const next = query.of[at + 1];
    if (one.kind !== 'text' || next?.kind !== 'text' || one.isQuoted || next.isQuoted) return [];
    const text = `${one.text}${next.text}`;
    if (text.length < MIN_JOINED || !/^\p{L}+$/u.test(text)) return [];
    return [{ kind: 'all', of: query.of.toSpliced(at, 2, { kind: 'text', text, isPrefix: false, isQuoted: true }) }];
  });
  return variants.length === 0 ? query : { kind: 'any', of: [query, ...variants] };
}
