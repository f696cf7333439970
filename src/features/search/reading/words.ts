import { inEnglish } from '../../../language/foreign-words.js';
import type { Token } from '../../../language/token.js';
import type { FieldClause, FieldName, RangeField, SearchArea, TextClause } from '../../../search/search-query.js';
import { fold } from '../../../text/words.js';

/** A filter that was read from words of a query. */
export interface ReadFilter {
  field: FieldName;
  /** Value as it can be written in a query. */
  value: string;
  /** The words from which the filter was read. */
  words: string;
  clause: FieldClause;
  /** Name of the area of a filter by place. */
  area?: string;
}

/** The interpretation of a query: filters, and text. */
export interface Reading {
  /** The words that are searched as text. */
  text: string;
  filters: readonly ReadFilter[];
  /** Words that were left out because there are no matches with them. */
  ignored?: string;
}

export const FILLERS = new Set(
  (
    'show find track list me all any latest recent current currently now live the a an of with and are is there about on for ' +
    'what which where who when why how please my s from in new newest today that search no number was were did do does has ' +
    'have been happened happening happen occurred waiting anchored moored drifting'
  ).split(' '),
);

/** Signs that do not belong to a word. */
const SIGNS = /^[,;:.!?]+|[,;:.!?]+$/g;

/** Matches a French article or preposition without its vowel: `d'Ormuz`, `l'or`. */
const ELISION = /^(?:d|l|qu)['’](?=\p{L}{2})/u;
/** Foreign prepositions of place that also mean `before`. */
const OFF = new Set(['vor', 'devant']);

/**
 * Returns texts with German, French and Spanish words translated into English; undefined if no word is foreign. The
 * text of a token is the word as written.
 */
export function translated(texts: readonly TextClause[]): { texts: TextClause[]; written: string[] } | undefined {
  const tokens = texts.map(({ text }, at): Token => {
    const plain = text.replace(SIGNS, '').replace(ELISION, '');
    return { text: plain, word: fold(plain).replace(/['’]s$/, ''), start: at, end: at + 1 };
  });
  const english = inEnglish(tokens).map((token) => (OFF.has(fold(token.text)) ? { ...token, word: 'off' } : token));
  if (english.every((token, at) => token.word === tokens[at]?.word)) return undefined;
  return {
    texts: english.map(({ word, start }) => {
      const text = { ...(texts[start] as TextClause), text: tokens[start]?.text ?? '' };
      return word === tokens[start]?.word ? text : { ...text, text: word, isPrefix: false };
    }),
    written: english.map(({ text }) => text),
  };
}

/** Returns the filter by an area. */
export function areaFilter(area: SearchArea): Omit<ReadFilter, 'words'> {
  const { circle, name } = area;
  if (circle === undefined)
    return { field: 'in', value: `"${name}"`, clause: { kind: 'field', field: 'in', areas: [area] }, area: name };
  const value = `${circle.lat},${circle.lon},${Math.round(circle.radiusMeters / 100) / 10}km`;
  return { field: 'near', value, clause: { kind: 'field', field: 'near', circle }, area: name };
}

/** The words of a query, and the filters that have been read from them. */
export class Words {
  readonly tokens: Token[];
  readonly filters: ReadFilter[] = [];
  /** The only type that is searched, if words name one. */
  type?: string;
  private readonly taken: boolean[];
  private readonly given = new Map<FieldName, readonly [from: number, to: number]>();

  constructor(
    private readonly texts: TextClause[],
    corrected: (word: string) => string,
    written?: readonly string[],
  ) {
    this.tokens = texts.map(({ text }, at) => {
      const plain = text.replace(SIGNS, '');
      const word = corrected(fold(plain).replace(/['’]s$/, ''));
      return { text: written?.[at] ?? plain, word, start: at, end: at + 1 };
    });
    this.taken = texts.map(() => false);
  }

  get length(): number {
    return this.tokens.length;
  }

  /** Returns a word in its normalized form; empty outside the query. */
  at(index: number): string {
    return this.tokens[index]?.word ?? '';
  }

  phrase(from: number, to: number): string {
    return to > this.length
      ? ''
      : this.tokens
          .slice(from, to)
          .map(({ word }) => word)
          .join(' ');
  }

  isTaken(from: number, to = from + 1): boolean {
    return this.taken.slice(from, to).includes(true);
  }

  /** Joins a word and the next one: `KLM 641`. */
  join(at: number): void {
    this.replace(at, at + 2, `${this.tokens[at]?.text}${this.tokens[at + 1]?.text}`);
  }

  /** Replaces words by one that is searched as text: `ryanair 84KT` by `RYR84KT`. */
  replace(from: number, to: number, text: string): void {
    this.texts[from] = { ...(this.texts[from] as TextClause), text, isPrefix: false };
    this.drop(from + 1, to);
  }

  drop(from: number, to: number): void {
    this.taken.fill(true, from, to);
  }

  /**
   * Adds a filter that is read from words, which are then not searched as text.
   * @param words words to show for the filter; default: the words from `from` to `to`
   */
  take(
    field: 'type' | 'kind' | 'imo' | 'mmsi' | 'dest' | 'flag' | 'country',
    value: string,
    from: number,
    to: number,
    words?: string,
  ): void {
    this.add({
      field,
      value,
      words: words ?? this.written(from, to),
      clause: { kind: 'field', field, values: value.toLowerCase().split(',') },
    });
    this.given.set(field, [from, to]);
    this.drop(from, to);
  }

  takeArea(area: SearchArea, from: number, to: number): void {
    this.add({ ...areaFilter(area), words: this.written(from, to) });
    this.drop(from, to);
  }

  takeLeast(field: RangeField, min: number, from: number, to: number): void {
    this.add({
      field,
      value: `>=${min}`,
      words: this.written(from, to),
      clause: { kind: 'field', field, range: { min } },
    });
    this.drop(from, to);
  }

  /** Adds a filter by time. @param at inclusive for `after`, exclusive for `before` */
  takeTime(field: 'after' | 'before', at: Date, from: number, to: number): void {
    const value = at.toISOString().replace('.000Z', 'Z');
    this.add({ field, value, words: this.written(from, to), clause: { kind: 'field', field, at } });
    this.drop(from, to);
  }

  /** Removes a filter; its words are searched as text again. */
  give(field: FieldName): void {
    const [from, to] = this.given.get(field) ?? [0, 0];
    this.taken.fill(false, from, to);
    const at = this.filters.findIndex((filter) => filter.field === field);
    if (at >= 0) this.filters.splice(at, 1);
  }

  hasFilter(field: FieldName): boolean {
    return this.filters.some((filter) => filter.field === field);
  }

  /** Whether no word outside this range is searched as text. */
  isLeftWithin(from: number, to: number): boolean {
    return this.tokens.every(
      ({ word, start }) => (start >= from && start < to) || this.taken[start] || FILLERS.has(word),
    );
  }

  /** Returns the words that no filter was read from, without words that only connect others. */
  left(): TextClause[] {
    return this.texts.filter((_, at) => !this.taken[at] && !FILLERS.has(this.at(at)));
  }

  /** Returns the texts of a range of words that no filter was read from. */
  textsIn(from: number, to: number): TextClause[] {
    return this.texts.slice(from, to).filter((_, at) => !this.taken[from + at]);
  }

  private add(filter: ReadFilter): void {
    this.filters.push(filter);
  }

  private written(from: number, to: number): string {
    const texts = this.tokens.slice(from, Math.max(to, from + 1)).map(({ text }) => text);
    // Two English words may be the translation of one word.
    return texts.filter((text, at) => text !== texts[at - 1]).join(' ');
  }
}
