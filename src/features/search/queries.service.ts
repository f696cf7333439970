import { Service } from 'typedi';
import { preferencesOf } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { closestName } from '../../config/closest-name.js';
import { parseQuery } from '../../search/parse-query.js';
import { QueryError } from '../../search/query-tokens.js';
import {
  EVERYTHING,
  type FieldName,
  isEverything,
  isNothing,
  NOTHING,
  replaceFields,
  type SearchQuery,
  type TextClause,
  textsOf,
} from '../../search/search-query.js';
import { type SearchSource, SearchSources } from '../../search/search-source.js';
import { fold } from '../../text/words.js';
import { Clock } from '../../time/clock.js';
import { TimeZone } from '../../time/time-zone.js';
import { symbolAt } from '../markets/directory/venues.js';
import { namedArea } from './reading/named-areas.js';
import { type Manner, type MeantQuery, WordReader } from './reading/read-words.js';
import { type Reading, translated } from './reading/words.js';

/** A query of an account after parsing. */
export interface ReadQuery {
  query: SearchQuery;
  /** Words and phrases to highlight in results. */
  terms: TextClause[];
  /** IANA time zone in which days begin. */
  timeZone: string;
  /** The whole query if it is a single word, which may be an identifier. */
  identifier?: string;
  /** True: a result whose whole name is among the words matches too. */
  isPartial?: boolean;
  /** Limits the results to records that happened or were changed at this time or later. */
  since?: Date;
}

/** Words that only connect others: texts without them match too. */
const JOINING = new Set(
  (
    'the a an of in on at to for and with from by about near what which where who how when is are was were did do does ' +
    'happened happening show find list track me my please why latest recent today now any'
  ).split(' '),
);
/** `MIN_WORDS` to `MAX_WORDS`: number of words of a query in which one word may be left out. */
const MIN_WORDS = 2;
/** Maximum number of variants with fewer words that are tried. */
const MAX_RELAXED = 4;
const MAX_WORDS = 6;

/** A query with the filters that were read from its words. */
export interface MeantRead extends ReadQuery {
  reading: Reading;
  /** The only type that is searched, if words name one. */
  type?: string;
  isTranslated: boolean;
  /** True: none of the words is left out if nothing matches. */
  isRestricted?: boolean;
  /** True: most words are left out. */
  isVague?: boolean;
  /** Variants with the same filters and fewer of the other words, in the order in which they are tried. */
  relaxed: readonly MeantRead[];
}

/** Parses queries in the time zone of the account. */
@Service()
export class QueriesService {
  private readonly words: WordReader;

  constructor(
    private readonly accounts: AccountsService,
    private readonly sources: SearchSources,
    private readonly clock: Clock,
  ) {
    this.words = new WordReader(() => ({
      types: sources.all.map(({ type }) => type),
      kindsOf: (type) => sources.all.find((source) => source.type === type)?.kinds ?? [],
    }));
  }

  /**
   * Parses a query.
   * @param pointer location of the query for errors, such as `query/q` or `/q`
   * @param isUnfinished whether the query is still being typed
   * @throws Problem `invalid_request` that names the position of the error
   */
  async read(accountId: string, text: string, pointer: string, isUnfinished = false): Promise<ReadQuery> {
    const account = await this.accounts.recent(accountId);
    const timeZone = account === undefined ? 'UTC' : preferencesOf(account).timeZone;
    try {
      const query = parseQuery(text, {
        timeZone,
        isUnfinished,
        types: this.sources.all.map(({ type }) => type),
        typeWords: this.words.typeWords,
        kinds: [...new Set(this.sources.all.flatMap(({ kinds }) => kinds))],
        labelled: symbolAt,
        areaOf: namedArea,
      });
      if (!isUnfinished && isEverything(query)) throw new QueryError(0, 'a word, a phrase or a field is missing');
      const terms = textsOf(query);
      const words = text.trim().split(/\s+/);
      // `NYSE: KO` has two words, but is one text.
      const identifier = query.kind === 'text' && !query.isQuoted ? query.text : words[0];
      const isOne = words.length === 1 || (query.kind === 'text' && !/\s/.test(query.text));
      return { query, terms, timeZone, identifier: isOne ? identifier : undefined };
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      throw new Problem('invalid_request', {
        detail: 'The query is not valid; see errors.',
        errors: [{ pointer, detail: `at character ${error.at + 1}: ${error.detail}` }],
      });
    }
  }

  /**
   * Returns the readings of a query whose exact matches are shown, the most likely first: with as many filters as
   * possible, then those in which a place without a relation is a filter too.
   */
  readings(read: ReadQuery): MeantRead[] {
    const meant = [this.meant(read), this.meant(read, { isTranslated: true })].filter((one) => one !== undefined);
    meant.sort((one, other) => other.reading.filters.length - one.reading.filters.length);
    const isTranslated = meant[0]?.isTranslated === true;
    const bare = (['area', 'flag'] as const).map((bare) => this.meant(read, { bare, isTranslated }));
    return [...meant, ...bare.filter((one) => one !== undefined && one.type !== 'article')] as MeantRead[];
  }

  /** Returns the query with filters read from its words; undefined if no word is read as a filter. */
  meant({ query, since, timeZone }: ReadQuery, manner: Manner = {}): MeantRead | undefined {
    const today = { now: this.clock.now(), zone: TimeZone.of(timeZone) };
    const meant = this.words.read(query, today, manner);
    if (meant === undefined) return undefined;
    const readOf = (one: MeantQuery, relaxed: readonly MeantRead[]): MeantRead => ({
      ...one,
      terms: textsOf(one.query),
      since,
      timeZone,
      isPartial: one.type === 'instrument',
      isTranslated: manner.isTranslated === true,
      relaxed,
    });
    const relaxed = (meant.relaxed ?? []).slice(-MAX_RELAXED).map((one) => readOf(one, []));
    return readOf(meant, relaxed);
  }

  /**
   * Returns a query whose results may lack any one of its words, or any two, because one of two to six words may be
   * wrong, or two of at least four. Undefined for fewer or more words, and for queries with anything but plain words.
   */
  withoutWords(read: ReadQuery, count: 1 | 2): ReadQuery | undefined {
    const { query } = this.withoutJoiningWords(read);
    if (query.kind !== 'all' || query.of.length < MIN_WORDS * count || query.of.length > MAX_WORDS) return undefined;
    if (!query.of.every((part) => part.kind === 'text' && !part.isQuoted)) return undefined;
    const shorter = (parts: readonly SearchQuery[]) => parts.map((left) => parts.filter((part) => part !== left));
    const kept = count === 1 ? shorter(query.of) : query.of.flatMap((_, at) => shorter(query.of.toSpliced(at, 1)));
    const distinct = new Map(kept.map((parts) => [parts.map((part) => query.of.indexOf(part)).join(), parts]));
    return { ...read, query: { kind: 'any', of: [...distinct.values()].map((of) => ({ kind: 'all', of })) } };
  }

  /** Returns the query without words that only connect others; unchanged if it has no other words. */
  withoutJoiningWords(read: ReadQuery): ReadQuery {
    const { query } = read;
    if (query.kind !== 'all') return read;
    const joining = joiningIn(query.of);
    const of = query.of.filter((part) => part.kind !== 'text' || part.isQuoted || !joining.has(part));
    return of.some(({ kind }) => kind === 'text') ? { ...read, query: { kind: 'all', of } } : read;
  }

  /** Rejects a query whose fields no type of results has together. @throws Problem `invalid_request` */
  assertPossible({ query }: ReadQuery, pointer: string): void {
    if (this.sources.all.some((source) => !isNothing(queryFor(query, source)))) return;
    const fields = [...new Set(fieldsOf(query))].filter((field) => field !== 'type');
    const typesWith = (field: FieldName) =>
      this.sources.all.filter((source) => source.fields.includes(field)).map(({ type }) => type);
    const possible = fields.map((field) => `${field}: is a field of ${typesWith(field).join(', ')}`).join('; ');
    throw new Problem('invalid_request', {
      detail: 'The query can match nothing; see errors.',
      errors: [{ pointer, detail: `no type of result has all of these fields: ${possible}` }],
    });
  }

  /** Rejects types that do not exist. @param pointer of the list of types @throws Problem `invalid_request` */
  assertTypes(types: readonly string[] | undefined, pointer: string): void {
    const known = this.sources.all.map(({ type }) => type);
    const errors = (types ?? []).flatMap((type, index) => {
      if (known.includes(type)) return [];
      const closest = this.words.typeWords.get(type) ?? closestName(type, known);
      return [
        {
          pointer: `${pointer}/${index}`,
          detail:
            closest === undefined
              ? `must be one of ${known.join(', ')}`
              : `is not a known type; did you mean ${closest}?`,
        },
      ];
    });
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some types of results do not exist; see errors.', errors });
  }
}

/** Returns the words that only connect others, also in a language that other words of the query show. */
function joiningIn(parts: readonly SearchQuery[]): ReadonlySet<SearchQuery> {
  const texts = parts.filter((part): part is TextClause => part.kind === 'text' && !part.isQuoted);
  const english = translated(texts)?.texts ?? texts;
  const isJoining = (text: string) => JOINING.has(fold(text));
  return new Set(
    texts.filter(
      (text, at) => isJoining(text.text) || (english.length === texts.length && isJoining(english[at]?.text ?? '')),
    ),
  );
}

function fieldsOf(query: SearchQuery): FieldName[] {
  if (query.kind === 'field') return [query.field];
  if (query.kind === 'text') return [];
  return query.kind === 'not' ? fieldsOf(query.of) : query.of.flatMap(fieldsOf);
}

/** Returns the query for one source: the field `type` is resolved, and fields that its results lack match nothing. */
export const queryFor = (query: SearchQuery, { type, fields }: SearchSource): SearchQuery =>
  replaceFields(query, (clause) => {
    if (clause.field === 'type') return clause.values.includes(type) ? EVERYTHING : NOTHING;
    return fields.includes(clause.field) ? clause : NOTHING;
  });
