import { closestName } from '../config/closest-name.js';
import { wordsOf } from '../text/words.js';
import { fieldClause } from './field-values.js';
import { QueryError, type Token, tokensOf } from './query-tokens.js';
import {
  EVERYTHING,
  type FieldName,
  MAX_CLAUSES,
  MAX_DEPTH,
  replaceFields,
  type SearchArea,
  type SearchQuery,
  searchFields,
} from './search-query.js';

export interface ParseOptions {
  /** IANA time zone in which days begin. */
  timeZone: string;
  /** True for a query that is still being typed: incomplete parts are left out, and unknown fields are words. */
  isUnfinished?: boolean;
  /** Names of the result types. */
  types: readonly string[];
  /** Synonyms of types, such as `ship` for `vessel`. */
  typeWords?: ReadonlyMap<string, string>;
  /** Kinds of results of all types. */
  kinds?: readonly string[];
  /** Returns the text that is searched for a label and a text with a colon between them; undefined: no such label. */
  labelled?(label: string, text: string): string | undefined;
  /** Returns the area that a text names; undefined for an unknown one. */
  areaOf?(name: string): SearchArea | undefined;
}

/**
 * Parses a query by recursive descent, with this grammar:
 * `query = part { "OR" part }`, `part = term { [ "AND" ] term }`,
 * `term = [ "-" | "NOT" ] ( "(" query ")" | "phrase" | field:value | word )`.
 * @throws QueryError with the position of the error
 */
export function parseQuery(text: string, options: ParseOptions): SearchQuery {
  const tokens = options.isUnfinished ? tokensOf(completed(text)) : tokensOf(text);
  const query = new Parser(tokens, options).parse();
  // Removes parts without a condition, such as a word of punctuation only.
  return replaceFields(query, (clause) => clause);
}

/** Closes an open quotation mark of a query that is still being typed. */
function completed(text: string): string {
  const marks = text.split('"').length - 1;
  return marks % 2 === 1 ? `${text}"` : text;
}

class Parser {
  private place = 0;
  private clauses = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly options: ParseOptions,
  ) {}

  parse(): SearchQuery {
    const query = this.alternatives(0);
    const { kind, at } = this.next();
    if (kind === 'end') return query;
    if (this.options.isUnfinished) return query;
    throw new QueryError(at, kind === ')' ? 'this parenthesis was not opened' : 'OR needs a condition on each side');
  }

  private next(): Token {
    return this.tokens[this.place] as Token;
  }

  private alternatives(depth: number): SearchQuery {
    const parts = [this.together(depth)];
    while (this.next().kind === 'or') {
      const { at } = this.next();
      this.place += 1;
      const isComplete = !['end', ')', 'or'].includes(this.next().kind);
      if (isComplete) parts.push(this.together(depth));
      else if (!this.options.isUnfinished) throw new QueryError(at, 'OR needs a condition on each side');
    }
    return parts.length === 1 ? (parts[0] as SearchQuery) : { kind: 'any', of: parts };
  }

  private together(depth: number): SearchQuery {
    const first = this.next();
    if (first.kind === 'or' && !this.options.isUnfinished)
      throw new QueryError(first.at, 'OR needs a condition on each side');
    const parts: SearchQuery[] = [];
    while (!['end', ')', 'or'].includes(this.next().kind)) {
      if (this.next().kind === 'and') this.conjunction(parts.length > 0);
      else parts.push(this.term(depth));
    }
    return parts.length === 1 ? (parts[0] as SearchQuery) : { kind: 'all', of: parts };
  }

  /** Skips `AND`, which has no effect because clauses are combined by AND anyway. */
  private conjunction(hasLeft: boolean): void {
    const { at } = this.next();
    this.place += 1;
    const hasRight = !['end', ')', 'or', 'and'].includes(this.next().kind);
    if (!(hasLeft && hasRight) && !this.options.isUnfinished)
      throw new QueryError(at, 'AND needs a condition on each side');
  }

  private term(depth: number): SearchQuery {
    const token = this.next();
    this.place += 1;
    if (token.kind === 'not') return { kind: 'not', of: this.negated(token, depth) };
    if (token.kind === '(') return this.group(token, depth + 1);
    this.clauses += 1;
    if (this.clauses > MAX_CLAUSES)
      throw new QueryError(token.at, `a query has at most ${MAX_CLAUSES} words, phrases and fields`);
    if (token.kind === 'field') return this.field(token);
    if (token.kind !== 'text') throw new QueryError(token.at, 'a word, a phrase or a field is missing here');
    return textClause(this.labelled(token) ?? token);
  }

  /** Reads a label with a colon and the word after it: `NASDAQ: AAPL`. */
  private labelled({ text, isQuoted }: Token & { kind: 'text' }): (Token & { kind: 'text' }) | undefined {
    const next = this.next();
    if (isQuoted || !text.endsWith(':') || next.kind !== 'text' || next.isQuoted) return undefined;
    const known = this.options.labelled?.(text.slice(0, -1), next.text);
    if (known === undefined) return undefined;
    this.place += 1;
    return { ...next, text: known, isLast: false };
  }

  /**
   * Parses an excluded term. Its word is taken as complete, because excluding all words that begin with it would hide
   * too much.
   */
  private negated({ at }: Token, depth: number): SearchQuery {
    if (['end', ')', 'or', 'and'].includes(this.next().kind)) {
      if (this.options.isUnfinished) return { kind: 'any', of: [] };
      throw new QueryError(at, 'a word, a phrase or a field is missing after the minus sign or NOT');
    }
    const of = this.term(depth);
    return of.kind === 'text' ? { ...of, isPrefix: false } : of;
  }

  private group({ at }: Token, depth: number): SearchQuery {
    if (depth > MAX_DEPTH) throw new QueryError(at, `parentheses are at most ${MAX_DEPTH} deep`);
    if (this.next().kind === ')' && !this.options.isUnfinished)
      throw new QueryError(at, 'there is nothing in these parentheses');
    const query = this.alternatives(depth);
    if (this.next().kind === ')') this.place += 1;
    else if (!this.options.isUnfinished) throw new QueryError(at, 'this parenthesis is not closed');
    return query;
  }

  private field(token: Token & { kind: 'field' }): SearchQuery {
    const { name, field, value, at, valueAt } = token;
    const { isUnfinished, timeZone } = this.options;
    const labelled = field === undefined ? this.options.labelled?.(name, value) : undefined;
    if (labelled !== undefined) return textClause({ text: labelled, isQuoted: false, isLast: false });
    try {
      if (field === undefined) throw new QueryError(at, unknownField(name));
      const clause = fieldClause(field, value, valueAt, { timeZone, areaOf: this.options.areaOf });
      if (clause.field === 'type') assertTypes(clause.values, this.options, valueAt);
      if (clause.field === 'kind') assertKinds(clause.values, this.options, valueAt);
      return clause;
    } catch (error) {
      if (!isUnfinished || !(error instanceof QueryError)) throw error;
      return field === undefined ? textClause({ text: `${name}:${value}`, isQuoted: false, isLast: true }) : EVERYTHING;
    }
  }
}

/** Returns the clause of a text. A text without letters and digits has no effect. */
function textClause({ text, isQuoted, isLast }: { text: string; isQuoted: boolean; isLast: boolean }): SearchQuery {
  return wordsOf(text).length === 0 ? EVERYTHING : { kind: 'text', text, isPrefix: isLast && !isQuoted, isQuoted };
}

function assertTypes(given: readonly string[], { types, typeWords }: ParseOptions, at: number): void {
  const unknown = given.find((type) => !types.includes(type));
  if (unknown === undefined) return;
  const closest = typeWords?.get(unknown) ?? closestName(unknown, types);
  throw new QueryError(
    at,
    `this is not a type of result. ${closest === undefined ? `The types are ${types.join(', ')}.` : `Did you mean ${closest}?`}`,
  );
}

function assertKinds(given: readonly string[], { kinds }: ParseOptions, at: number): void {
  const unknown = kinds && given.find((kind) => !kinds.includes(kind));
  if (kinds === undefined || unknown === undefined) return;
  const closest = closestName(unknown, kinds);
  const advice = closest === undefined ? `The kinds are ${kinds.join(', ')}.` : `Did you mean ${closest}?`;
  throw new QueryError(at, `no result is of this kind. ${advice}`);
}

/** Synonyms of field names. */
const FIELD_WORDS: Readonly<Record<string, FieldName>> = {
  from: 'after',
  since: 'after',
  to: 'before',
  until: 'before',
  mag: 'magnitude',
  destination: 'dest',
  place: 'in',
  area: 'in',
};

function unknownField(name: string): string {
  const names = Object.keys(searchFields);
  const lower = name.toLowerCase();
  const similar = closestName(lower, names);
  // A short name with three different letters is another name, not a misspelling.
  const isClose = similar !== undefined && Math.abs(similar.length - lower.length) <= 1 && similar[0] === lower[0];
  const closest = FIELD_WORDS[lower] ?? (isClose ? similar : undefined);
  const advice = closest === undefined ? `The fields are ${names.join(', ')}.` : `Did you mean ${closest}?`;
  return `this is not a field. ${advice} Put text that contains a colon in quotation marks.`;
}
