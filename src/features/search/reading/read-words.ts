import { lazy } from '../../../async/lazy.js';
import type { SearchQuery, TextClause } from '../../../search/search-query.js';
import { errorsIn } from '../../../search/typing-errors.js';
import { fold } from '../../../text/words.js';
import { designatorsOf, isAircraftType } from '../../geospatial/reference/airline-list.js';
import { eventTypeWords, shipTypeWords } from '../../geospatial/type-words.js';
import { wider, widerCircle } from './named-areas.js';
import { BOUND, DIRECTION, readBarePlace, readDestination, readPlaces, readQuantities } from './read-relations.js';
import { readTimes, type Today } from './read-times.js';
import { formsOf, kindWords, typeWords } from './type-words.js';
import { areaFilter, type ReadFilter, type Reading, translated, Words } from './words.js';

/** A query with the filters that were read from its words. */
export interface MeantQuery {
  query: SearchQuery;
  reading: Reading;
  /** The only type that is searched, if words name one. */
  type?: string;
  /** The remaining text if it is one word, which may be an identifier. */
  identifier?: string;
  /** True: all words are filters, or name a type of aircraft or an airline, so that none of them is left out. */
  isRestricted?: boolean;
  /** True: most words are left out, so that matches of all words but one are more likely meant. */
  isVague?: boolean;
  /** Variants with the same filters that leave out one of the remaining words, and finally all of them. */
  relaxed?: readonly MeantQuery[];
}

/** Ways to read words that are tried one after another. */
export interface Manner {
  /** Whether a word that differs by a letter or two from the name of a type or kind is read as that name. */
  isCorrected?: boolean;
  /** Whether foreign words are read as the English ones. */
  isTranslated?: boolean;
  /**
   * Reading of a place beside a word for a type without a relation such as `in` before it: `area`: the results are
   * there (`malaysia tankers`); `flag`: they are of this country; undefined: its name is searched as text.
   */
  bare?: 'area' | 'flag';
}

/** The names that words of a query can refer to: types of results, and the kinds of each type. */
export interface Nameable {
  types: readonly string[];
  kindsOf(type: string): readonly string[];
}

/** Minimum length of a word that is corrected. */
const MIN_CORRECTED = 5;
/** Words for movements of prices, which headlines express in many ways, so that they are left out first. */
const MOVES = new Set(
  (
    'fall falls falling fell drop drops dropped rise rises rising rose jump jumped surge surged crash crashed plunge ' +
    'plunged move moved moving up down slide slid rally rallied'
  ).split(' '),
);
/** Labels of identifiers, and the type of object that has such an identifier. */
const LABELS: Readonly<Record<string, string>> = {
  callsign: '',
  isin: 'instrument',
  ticker: 'instrument',
  symbol: 'instrument',
  icao: 'aircraft',
  icao24: 'aircraft',
  hex: 'aircraft',
  registration: 'aircraft',
  reg: 'aircraft',
  tail: 'aircraft',
  flight: 'aircraft',
};

/** Returns the kinds of all types by the phrases that name them, including plurals. */
function kindsByPhrase({ types, kindsOf }: Nameable): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>();
  for (const type of types)
    for (const kind of kindsOf(type))
      for (const phrase of phrasesOf(kind))
        for (const form of formsOf(phrase)) if (!found.has(form)) found.set(form, { type, kind });
  return found;
}

const phrasesOf = (kind: string): readonly string[] => [
  kind.replaceAll('_', ' '),
  ...[shipTypeWords[kind], eventTypeWords[kind], kindWords[kind]].flatMap((phrases) => phrases?.split('|') ?? []),
];

interface Kind {
  type: string;
  kind: string;
}

/**
 * Returns the condition of a filter. For the area of geo events it also matches texts that name the area, because
 * events name their places, which may be far from any town.
 */
function conditionOf({ clause, area }: ReadFilter, type: string | undefined): SearchQuery {
  if (type !== 'geo_event' || area === undefined) return clause;
  return { kind: 'any', of: [clause, { kind: 'text', text: area, isPrefix: false, isQuoted: true }] };
}

/** Returns a filter by place with a larger area: storms and ships off a coast may be far from it. */
function widened(filter: ReadFilter): ReadFilter {
  const { clause, area = '' } = filter;
  if (clause.field === 'in') return { ...filter, clause: { ...clause, areas: clause.areas.map(wider) } };
  if (clause.field !== 'near') return filter;
  const circle = widerCircle(clause.circle);
  return { ...filter, ...areaFilter({ name: area, circle }), clause: { ...clause, circle } };
}

const byMove = (one: TextClause, other: TextClause): number =>
  Number(MOVES.has(fold(other.text))) - Number(MOVES.has(fold(one.text)));

const textOf = (texts: readonly TextClause[]): string => texts.map(({ text }) => text).join(' ');

/** Maximum number of words of the name of an airline. */
const MAX_AIRLINE_WORDS = 4;
/** Minimum length of the name of an airline that is a restriction; a shorter one is rather another word. */
const MIN_AIRLINE = 4;

/** Reads the name of an airline before the number of a flight as a callsign: `ryanair 84KT`, `air canada 848`. */
function readFlight(words: Words): void {
  if (words.type !== undefined && words.type !== 'aircraft') return;
  for (let to = 1; to < words.length; to += 1) {
    let number = to;
    while (/^(?:flight|number|no)$/.test(words.at(number))) number += 1;
    if (!/^\d{1,4}[a-z]{0,2}$/.test(words.at(number)) || words.isTaken(number)) continue;
    for (let from = Math.max(0, to - MAX_AIRLINE_WORDS); from < to; from += 1) {
      const [designator] = from + 1 === to && words.at(from).length < 3 ? [] : designatorsOf(words.phrase(from, to));
      if (designator === undefined) continue;
      if (words.type === undefined) words.take('type', 'aircraft', from, from, words.phrase(from, number + 1));
      words.type = 'aircraft';
      words.replace(from, number + 1, `${designator}${words.at(number)}`);
      return;
    }
  }
}

/**
 * Returns the texts that name a type of aircraft or an airline, which are never left out: `a350 near frankfurt` does
 * not find other aircraft there.
 */
function restrictionsOf(words: Words): ReadonlySet<TextClause> {
  const found = new Set<TextClause>();
  if (words.type !== 'aircraft') return found;
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_AIRLINE_WORDS); to += 1) {
      const phrase = words.phrase(from, to);
      const isAirline = phrase.length >= MIN_AIRLINE && designatorsOf(phrase).length > 0;
      if (words.isTaken(from, to) || !(isAirline || isAircraftType(phrase.replaceAll('-', ' ')))) continue;
      for (const text of words.textsIn(from, to)) found.add(text);
    }
  return found;
}

/** Reads words of queries as filters: types, kinds, times, places, destinations, identifiers and quantities. */
export class WordReader {
  private readonly types: () => ReadonlyMap<string, string>;
  private readonly kinds: () => ReadonlyMap<string, Kind>;

  constructor(private readonly nameable: () => Nameable) {
    this.types = lazy(() => typeWords(nameable().types));
    this.kinds = lazy(() => kindsByPhrase(nameable()));
  }

  get typeWords(): ReadonlyMap<string, string> {
    return this.types();
  }

  /**
   * Returns the query with the filters that its words mean; undefined if no word is read as a filter, or if the query
   * cannot be read in this manner. Quoted texts are not read.
   */
  read(query: SearchQuery, today: Today, { isCorrected, isTranslated, bare }: Manner = {}): MeantQuery | undefined {
    const parts = query.kind === 'all' ? query.of : [query];
    const texts = parts.filter((part): part is TextClause => part.kind === 'text' && !part.isQuoted);
    if (texts.length === 0) return undefined;
    const english = isTranslated ? translated(texts) : undefined;
    if (isTranslated && english === undefined) return undefined;
    const corrected = isCorrected ? (word: string) => this.corrected(word) : (word: string) => word;
    const words = new Words(english?.texts ?? [...texts], corrected, english?.written);
    this.readLabels(words);
    this.readKinds(words);
    this.readTypes(words);
    readFlight(words);
    // Articles give reasons.
    if (words.type === undefined && words.at(0) === 'why') {
      words.take('type', 'article', 0, 1);
      words.type = 'article';
    }
    readTimes(words, today);
    readQuantities(words);
    readDestination(words);
    readPlaces(words);
    if (bare !== undefined && !readBarePlace(words, bare)) return undefined;
    if (words.filters.length === 0) return undefined;
    const left = words.left();
    const restrictions = restrictionsOf(words);
    const others = parts.filter((part) => !texts.includes(part as TextClause));
    const { filters, type } = words;
    const variant = (kept: readonly ReadFilter[], texts: readonly TextClause[], ignored?: string): MeantQuery => ({
      query: { kind: 'all', of: [...kept.map((filter) => conditionOf(filter, type)), ...others, ...texts] },
      reading: { text: textOf(texts), filters: kept, ...(ignored !== undefined && { ignored }) },
      type,
    });
    const kept = left.filter((clause) => restrictions.has(clause));
    const loose = left.filter((clause) => !restrictions.has(clause));
    const isTold = filters.some(({ field }) => field !== 'type');
    const untimed = filters.filter(({ field }) => field !== 'after' && field !== 'before');
    const times = [...new Set(filters.filter((filter) => !untimed.includes(filter)).map((filter) => filter.words))];
    return {
      ...variant(filters, left),
      identifier: left.length === 1 ? textOf(left) : undefined,
      isRestricted: kept.length > 0 && loose.length === 0,
      relaxed: [
        ...(left.length > 1 ? loose.toSorted(byMove) : []).map((ignored) =>
          variant(
            filters,
            left.filter((clause) => clause !== ignored),
            ignored.text,
          ),
        ),
        ...(isTold && loose.length > 0
          ? [{ ...variant(filters, kept, textOf(loose)), isVague: filters.length === 1 && left.length > 1 }]
          : []),
        ...(times.length > 0 ? [variant(untimed, kept, [textOf(loose), ...times].join(' ').trim())] : []),
        ...(filters.some(({ area }) => area !== undefined) ? [variant(filters.map(widened), left)] : []),
      ],
    };
  }

  private corrected(word: string): string {
    const known = [...this.types().keys(), ...this.kinds().keys()].flatMap((phrase) => phrase.split(' '));
    if (known.includes(word)) return word;
    return (
      known.find(
        (one) =>
          one.length >= MIN_CORRECTED &&
          word.length >= MIN_CORRECTED - 1 &&
          errorsIn(one, word, false, true) !== undefined,
      ) ?? word
    );
  }

  /** Reads labeled identifiers: `IMO 9158836`, `MMSI: 244660715`, `callsign H3RC`, `$MSFT`. */
  private readLabels(words: Words): void {
    for (let at = 0; at < words.length; at += 1) {
      const word = words.at(at);
      const [, name = '', joined] = /^(imo|mmsi)(?:[-=:#]*(\d{7,9}))?$/.exec(word) ?? [];
      if (name !== '') {
        let to = at + 1;
        while (joined === undefined && /^(?:number|no|nr|#|=)$/.test(words.at(to))) to += 1;
        const digits = joined ?? words.at(to);
        const isNumber = new RegExp(`^\\d{${name === 'imo' ? 7 : 9}}$`).test(digits);
        if (isNumber) {
          words.take(name as 'imo', digits, at, joined === undefined ? to + 1 : to);
          words.type = 'vessel';
        }
        continue;
      }
      if (
        at <= 1 &&
        at + 2 === words.length &&
        /^[a-z]{2,3}$/.test(word) &&
        /^\d{1,4}[a-z]{0,2}$/.test(words.at(at + 1)) &&
        !(word in LABELS)
      ) {
        words.take('type', 'aircraft', at, at, words.phrase(at, at + 2));
        words.join(at);
      }
      if (/^\$[a-z][a-z.-]{0,9}$/.test(word)) words.take('type', 'instrument', at, at, word);
      const isTwoWords = word === 'call' && words.at(at + 1) === 'sign';
      const type = isTwoWords ? '' : LABELS[word];
      let to = isTwoWords ? at + 2 : at + 1;
      if (type === undefined || words.isTaken(at)) continue;
      while (/^(?:number|no|nr|address|code|is)$/.test(words.at(to))) to += 1;
      const value = words.at(to);
      const isCode = /^[a-z0-9.-]{1,12}$/.test(value) && (/\d/.test(value) || ['ticker', 'symbol'].includes(word));
      if (value === '' || !(isCode || (/^(?:reg|registration|tail)$/.test(word) && value.length <= 8))) continue;
      words.take('type', type === '' ? 'vessel,aircraft' : type, at, to);
    }
  }

  private readKinds(words: Words): void {
    const spans: Array<{ from: number; to: number; kind: string }> = [];
    for (let from = 0; from < words.length; from += 1)
      for (const count of [3, 2, 1]) {
        const kind = this.kinds().get(words.phrase(from, from + count));
        if (kind !== undefined) spans.push({ from, to: from + count, kind: kind.kind });
      }
    spans.sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from);
    for (const { from, to, kind } of spans) {
      const type = this.nameable().types.find((one) => this.nameable().kindsOf(one).includes(kind));
      // In `ships sailing to Piraeus`, `sailing` belongs to the destination and is not a kind.
      if (BOUND.has(words.at(to - 1)) && DIRECTION.test(words.at(to))) continue;
      if (type === undefined || words.isTaken(from, to) || (words.type !== undefined && words.type !== type)) continue;
      words.take('kind', kind, from, to);
      words.type = type;
      return;
    }
  }

  private readTypes(words: Words): void {
    const found: Array<{ from: number; to: number; type: string }> = [];
    for (let from = 0; from < words.length; from += 1)
      for (const count of [2, 1]) {
        const type = this.types().get(words.phrase(from, from + count));
        if (type !== undefined && !words.isTaken(from, from + count)) found.push({ from, to: from + count, type });
      }
    found.sort((one, other) => other.to - other.from - (one.to - one.from));
    for (const { from, to, type } of found) {
      if (words.isTaken(from, to)) continue;
      // A kind of this type contains it already: `fishing vessels`. Next to another type, the word of the kind is
      // searched as text: `storm news`.
      if (words.type === type) words.drop(from, to);
      else if (words.filters.length === 0 || words.filters.every(({ field }) => field === 'kind')) {
        words.give('kind');
        words.take('type', type, from, to);
        words.type = type;
      }
    }
  }
}
