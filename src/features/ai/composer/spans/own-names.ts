import type { Token } from '../../../../language/token.js';
import { foldedWords } from '../../../../text/words.js';
import { distance } from '../language/vocabulary.js';
import type { AnySpan, Named } from './span.js';

export type OwnType = 'portfolio' | 'watchlist' | 'geofence' | 'rule' | 'alert' | 'client';

/** The caller's own objects by type, with their names. */
export type OwnNames = Readonly<Record<OwnType, readonly Named[]>>;

/** Words in names that denote a kind of object and do not identify one. */
const GENERIC = new Set(
  'portfolio portfolios watchlist list fence geofence zone area rule alert client port of the and my a above below over under enters exits in at to drop drops rise falls for on family trust fund account gate main new test'.split(
    ' ',
  ),
);
const MIN_CORRECTED = 5;

const fits = (word: string, name: string): boolean =>
  word === name || (name.length >= MIN_CORRECTED && word.length >= MIN_CORRECTED - 1 && distance(word, name, 1) <= 1);

/** Finds names of the caller's own objects: complete names, and parts that distinguish them. */
export function ownNamesIn(tokens: readonly Token[], own: OwnNames): AnySpan[] {
  const found = (Object.keys(own) as OwnType[]).flatMap((type) => namesOfType(tokens, type, own[type]));
  return [...found, ...found.flatMap(portfoliosOfClient)];
}

/** Returns the portfolios of a client, which the client's name also means. */
function portfoliosOfClient(span: AnySpan): AnySpan[] {
  if (span.type !== 'client') return [];
  const [value, ...others] = [span.value, ...(span.others ?? [])].flatMap((client) => client.portfolios ?? []);
  return value === undefined
    ? []
    : [{ ...span, type: 'portfolio', value, others: others.length > 0 ? others : undefined } as AnySpan];
}

function namesOfType(tokens: readonly Token[], type: OwnType, all: readonly Named[]): AnySpan[] {
  const named = all
    .map((value) => ({
      value,
      words: foldedWords(value.name)
        .split(' ')
        .filter((word) => word !== ''),
    }))
    .filter(({ words }) => words.length > 0);
  const found: AnySpan[] = [];
  tokens.forEach((token, from) => {
    const whole = named.filter(({ words }) =>
      words.every(
        (word, index) => tokens[from + index] !== undefined && fits((tokens[from + index] as Token).word, word),
      ),
    );
    const longest = Math.max(0, ...whole.map(({ words }) => words.length));
    const same = whole.filter(({ words }) => words.length === longest).map(({ value }) => value);
    if (same.length > 0) found.push(spanOf(type, from, from + longest, same, true));
    const part = named
      .filter(({ words }) => words.length > 1 && words.some((word) => !GENERIC.has(word) && fits(token.word, word)))
      .map(({ value }) => value);
    if (part.length > 0) found.push(spanOf(type, from, partEnd(tokens, from, named, part), part, false));
  });
  return found;
}

/** Returns the end of a part of a name, including following words of the same name. */
function partEnd(
  tokens: readonly Token[],
  from: number,
  named: ReadonlyArray<{ value: Named; words: readonly string[] }>,
  part: readonly Named[],
): number {
  const words = part.length === 1 ? (named.find(({ value }) => value === part[0])?.words ?? []) : [];
  let to = from + 1;
  while (to < tokens.length && words.includes((tokens[to] as Token).word)) to += 1;
  return to;
}

/** Returns the span of a name. Several alerts of one rule count as one; the first one is used. */
function spanOf(type: OwnType, from: number, to: number, values: readonly Named[], isExact: boolean): AnySpan {
  const [value, ...others] = values;
  const rivals = type === 'alert' ? others.filter(({ name }) => name !== value?.name) : others;
  return { type, from, to, value: value as Named, isExact, ...(rivals.length > 0 && { others: rivals }) } as AnySpan;
}
