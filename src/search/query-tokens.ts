import { type FieldName, searchFields } from './search-query.js';

/** A token of a query. `at` is its position, counted from 0. */
export type Token =
  | { kind: '(' | ')' | 'or' | 'and' | 'not' | 'end'; at: number }
  | { kind: 'text'; at: number; text: string; isQuoted: boolean; isLast: boolean }
  | { kind: 'field'; at: number; valueAt: number; name: string; field: FieldName | undefined; value: string };

/** An error for a query that violates the grammar. */
export class QueryError extends Error {
  /** @param at position, counted from 0 */
  constructor(
    readonly at: number,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Matches letters before a colon; after it there is no slash, which would make it a URL. */
const FIELD = /^([A-Za-z][A-Za-z_]*):(?!\/)/;
const WORD = /^[^\s()"]+/;

/** Splits a query into tokens; the last one is `end`. @throws QueryError for an unpaired quotation mark */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const isStart = (at: number) =>
    at === 0 || /[\s(]/.test(text[at - 1] as string) || (text[at - 1] === '-' && tokens.at(-1)?.kind === 'not');
  let at = 0;
  while (at < text.length) {
    const sign = text[at] as string;
    if (/\s/.test(sign)) at += 1;
    else if (sign === '(' || sign === ')') tokens.push({ kind: sign, at: at++ });
    else if (sign === '-' && isStart(at) && /[^\s)-]/.test(text[at + 1] ?? ' ')) tokens.push({ kind: 'not', at: at++ });
    else if (sign === '"') {
      const { value, end } = quoted(text, at);
      tokens.push({ kind: 'text', at, text: value, isQuoted: true, isLast: false });
      at = end;
    } else at = takeWord(text, at, tokens);
  }
  return [...tokens, { kind: 'end', at: text.length }];
}

/** Adds the tokens of a word, which may be a field or an operator. @returns the position after the word */
function takeWord(text: string, at: number, tokens: Token[]): number {
  const rest = text.slice(at);
  const name = FIELD.exec(rest)?.[1];
  const field =
    name !== undefined && Object.hasOwn(searchFields, name.toLowerCase())
      ? (name.toLowerCase() as FieldName)
      : undefined;
  // A word that ends with a colon counts as a field only if a field has this name.
  if (name !== undefined && (field !== undefined || /\S/.test(rest[name.length + 1] ?? ''))) {
    // People write `IMO: 9158836`: only a number may be separated from its field by a space.
    const gap = field === undefined ? 0 : (/^ (?=\d)/.exec(rest.slice(name.length + 1))?.[0].length ?? 0);
    const valueAt = at + name.length + 1 + gap;
    const isQuoted = text[valueAt] === '"';
    const { value, end } = isQuoted ? quoted(text, valueAt) : bare(text, valueAt);
    tokens.push({ kind: 'field', at, valueAt, name, field, value });
    return end;
  }
  const { value, end } = bare(text, at);
  if (value === 'NOT' && /^\s+[^\s)]/.test(text.slice(end))) tokens.push({ kind: 'not', at });
  else if (value === 'OR' || value === 'AND') tokens.push({ kind: value === 'OR' ? 'or' : 'and', at });
  else tokens.push({ kind: 'text', at, text: value, isQuoted: false, isLast: text.slice(end).trim() === '' });
  return end;
}

function bare(text: string, at: number): { value: string; end: number } {
  const value = WORD.exec(text.slice(at))?.[0] ?? '';
  return { value, end: at + value.length };
}

function quoted(text: string, at: number): { value: string; end: number } {
  const close = text.indexOf('"', at + 1);
  if (close < 0) throw new QueryError(at, 'this quotation mark needs a second one');
  return { value: text.slice(at + 1, close), end: close + 1 };
}
