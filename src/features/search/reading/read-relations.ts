import { countryOfWord } from '../../../gazetteer/country-words.js';
import { gazetteer } from '../../../gazetteer/gazetteer.js';
import type { PlaceSpan } from '../../../language/place-span.js';
import { bareWatersIn, placesIn } from '../../../language/places-in.js';
import type { Token } from '../../../language/token.js';
import type { SearchArea } from '../../../search/search-query.js';
import { isAircraftType } from '../../geospatial/reference/airline-list.js';
import { areaOfSpans, countryArea, similarArea, townAt } from './named-areas.js';
import { FILLERS, type Words } from './words.js';

const NEAR = new Set('near around nearby within off'.split(' '));
const IN = new Set('in at inside over by through along outside'.split(' '));
/** Words between a relation (such as `near`) and the name of a place. */
const BEFORE_PLACES = new Set('the of to port coast waters city area region coasts'.split(' '));
/** Parts of a place, which are read as the whole place: `eastern congo`. */
const DIRECTIONS = new Set(
  (
    'north south east west northern southern eastern western northeast northwest southeast southwest northeastern ' +
    'northwestern southeastern southwestern central mainland'
  ).split(' '),
);
/** Words before `to` and `for` that make the phrase a destination. */
export const BOUND = new Set(
  'bound heading headed going sailing destined en route travelling traveling departing inbound on course way their its'.split(
    ' ',
  ),
);
/** Words before `in` and `at`, and words alone, that make the phrase a destination. */
const ARRIVING = new Set('arriving calling due docking berthing expected'.split(' '));
const ARRIVALS = new Set('destination arrivals eta'.split(' '));
export const DIRECTION = /^(?:to|for|towards?)$/;
const ABOVE = new Set('above over least than at more greater stronger exceeding >= > from'.split(' '));
const SEVERE = new Set('severe critical major serious strong big large powerful'.split(' '));
const SEVERE_LEVEL = 4;
/** Matches `m5.5`, `m5+` and `magnitude`; `m5` may be a road. */
const MAGNITUDE = /^(?:m\d\.\d\+?|m\d\+|magnitude)$/;
/** Minimum radius of a place that counts as waters (m). */
const WATERS_METERS = 100_000;
/** Minimum radius around a town for `near` (m): results near it may be outside of it. */
const NEAR_METERS = 150_000;
const METERS: Readonly<Record<string, number>> = {
  km: 1_000,
  kilometers: 1_000,
  kilometres: 1_000,
  nm: 1_852,
  mi: 1_609,
};

/** Reads minimum magnitudes, severities and speeds: `above magnitude 6`, `M6`, `severe`, `faster than 20 knots`. */
export function readQuantities(words: Words): void {
  // Only earthquakes are searched by magnitude.
  const magnitude = words.tokens.findIndex(({ word }, at) => MAGNITUDE.test(word) && !words.isTaken(at));
  if (words.type === undefined && magnitude >= 0 && words.tokens.some(({ word }) => /\d/.test(word))) {
    words.take('kind', 'earthquake', magnitude, magnitude);
    words.type = 'geo_event';
  }
  const isEvent = words.type === 'geo_event';
  for (let at = 0; at < words.length; at += 1) {
    const word = words.at(at);
    const number = (index: number) =>
      /^\d{1,2}(?:\.\d)?\+?$/.test(words.at(index)) ? Number.parseFloat(words.at(index)) : undefined;
    let from = at;
    while (from > 0 && ABOVE.has(words.at(from - 1)) && !words.isTaken(from - 1)) from -= 1;
    const [, joined] = /^m(\d(?:\.\d)?)\+?$/.exec(word) ?? [];
    if (isEvent && joined !== undefined) words.takeLeast('magnitude', Number(joined), from, at + 1);
    else if (isEvent && (word === 'magnitude' || word === 'mag' || word === 'm')) {
      let to = at + 1;
      while (ABOVE.has(words.at(to))) to += 1;
      const value = number(to);
      if (value !== undefined) words.takeLeast('magnitude', value, from, to + 1);
    } else if (isEvent && from < at && number(at) !== undefined)
      words.takeLeast('magnitude', Number(number(at)), from, at + 1);
    else if (isEvent && SEVERE.has(word)) words.takeLeast('severity', SEVERE_LEVEL, at, at + 1);
    else if (/^(?:kn|kts|knots)$/.test(word) && number(at - 1) !== undefined) {
      let start = at - 1;
      while (start > 0 && (ABOVE.has(words.at(start - 1)) || words.at(start - 1) === 'faster')) start -= 1;
      words.takeLeast('speed', number(at - 1) as number, start, at + 1);
    }
  }
}

/** Reads `rotterdam bound ships` and `durban-bound bulkers`. @returns false without such words */
function readBound(words: Words): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const [, name] = /^(.+)-bound$/.exec(words.at(at)) ?? [];
    if (name !== undefined) {
      words.take('dest', name, at, at + 1);
      return true;
    }
    if (words.at(at) !== 'bound' || at === 0 || words.isTaken(at - 1) || DIRECTION.test(words.at(at + 1))) continue;
    const spans = placesIn(words.tokens, () => false).filter(({ from, to }) => to === at && !words.isTaken(from, to));
    const start = Math.min(at - 1, ...spans.map(({ from }) => from));
    words.take('dest', words.phrase(start, at), start, at + 1);
    return true;
  }
  return false;
}

/**
 * Reads destinations: `ships to rotterdam`, `bound for ningbo`, `destination oakland`, `arriving in hamburg`,
 * `rotterdam bound ships`.
 */
export function readDestination(words: Words): void {
  if (words.type !== undefined && words.type !== 'vessel') return;
  if (words.type === 'vessel' && readBound(words)) return;
  for (let at = 0; at < words.length; at += 1) {
    const word = words.at(at);
    let from = at;
    while (from > 0 && BOUND.has(words.at(from - 1))) from -= 1;
    // `close to Malta` is not a destination.
    if (words.at(at - 1) === 'close') continue;
    const isBehindType = from > 0 && words.isTaken(from - 1);
    const isRelation =
      DIRECTION.test(word) && (from < at || (words.type === 'vessel' && (word !== 'for' || isBehindType)));
    const isArrival = /^(?:in|into|at)$/.test(word) && ARRIVING.has(words.at(at - 1)) && words.type === 'vessel';
    const isNextPort = word === 'port' && words.at(at - 1) === 'next';
    if (!isRelation && !isArrival && !isNextPort && !ARRIVALS.has(word)) continue;
    if (isArrival || isNextPort) from = Math.min(from, at - 1);
    let start = at + 1;
    while (BEFORE_PLACES.has(words.at(start))) start += 1;
    let to = start;
    while (to < words.length && !words.isTaken(to) && !NEAR.has(words.at(to)) && !IN.has(words.at(to))) to += 1;
    if (to === start) continue;
    // Ships do not send the state of a port: `bound for houston tx`.
    const isOfState = to - start > 1 && gazetteer().states.has(words.at(to - 1).toUpperCase());
    words.take('dest', words.phrase(start, isOfState ? to - 1 : to), from, to);
    return;
  }
}

/**
 * Reads places: `near hormuz`, `within 100 km of singapore`, `in japan`. Next to certain types, countries are read as
 * flags: `panamanian ships`.
 */
export function readPlaces(words: Words): void {
  const spans = placesIn(words.tokens, () => false)
    .filter(({ from, to }) => !words.isTaken(from, to))
    .sort((one, other) => one.from - other.from || other.to - one.to);
  const { type } = words;
  const isShip = type === 'vessel' || type === 'aircraft';
  for (const { from, to } of spans) {
    if (words.isTaken(from, to) || (to === from + 1 && FILLERS.has(words.at(from)))) continue;
    const same = spans.filter((span) => span.from === from && span.to === to);
    const relation = relationBefore(words, from);
    const flag = same.find((span) => span.type === 'flag');
    const country = same.find((span) => span.type === 'country')?.value as string | undefined;
    if (flag !== undefined) {
      const code = flag.value as string;
      const area = type === 'geo_event' ? countryArea(code) : undefined;
      if (area !== undefined) words.takeArea(area, from, to);
      else if (isShip) words.take('flag', code, ...flagWords(words, from, to));
      else if (type !== undefined && type !== 'geo_event') words.take('country', code, from, to);
      continue;
    }
    const flagged = flagWords(words, from, to);
    if (country !== undefined && isShip && flagged[1] - flagged[0] > to - from) {
      words.take('flag', country, ...flagged);
      continue;
    }
    const isCountryOf = country !== undefined && (type === 'article' || type === 'instrument');
    if (isCountryOf && (relation !== undefined || words.at(from - 1) === 'from' || type === 'instrument')) {
      words.take('country', country, relation?.from ?? from, to);
      continue;
    }
    if (relation === undefined && type !== 'geo_event') continue;
    const area = areaOfSpans(same, relation?.radiusMeters !== undefined || relation?.leastMeters !== undefined);
    if (area !== undefined) words.takeArea(withRadius(area, relation), relation?.from ?? leadOf(words, from), to);
  }
  const hasPlace = words.hasFilter('near') || words.hasFilter('in');
  // `a350 near frankfurt` names aircraft without a word for them.
  if (hasPlace) readAircraftType(words, 0, 0);
  if (hasPlace || type === undefined) return;
  readOtherPlace(words, spans);
}

/**
 * Reads a place without a relation beside a word for vessels or aircraft (`malaysia tankers`), or a country beside a
 * topic without a type (`brazil soybeans`), which articles are about. @returns false without such a place
 */
export function readBarePlace(words: Words, bare: 'area' | 'flag'): boolean {
  const isOpen = ({ from, to }: PlaceSpan) =>
    !words.isTaken(from, to) && !(to === from + 1 && FILLERS.has(words.at(from)));
  const spans = [...placesIn(words.tokens, () => false), ...bareWatersIn(words.tokens)].filter(isOpen);
  const all = spans.length > 0 ? spans : words.tokens.flatMap(countrySpan).filter(isOpen);
  const [first] = all.sort((one, other) => one.from - other.from || other.to - one.to);
  if (first === undefined) return false;
  const { from, to } = first;
  const same = all.filter((span) => span.from === from && span.to === to);
  const country = same.find(({ type }) => type === 'country' || type === 'flag')?.value as string | undefined;
  if (bare !== 'flag') readAircraftType(words, from, to);
  if (words.type === undefined) {
    if (bare === 'flag' || country === undefined || words.isLeftWithin(from, to)) return false;
    words.take('type', 'article', from, from, words.phrase(from, to));
    words.take('country', country, from, to);
    words.type = 'article';
    return true;
  }
  if (words.type !== 'vessel' && words.type !== 'aircraft') return false;
  const isMilitary = words.filters.some(({ value }) => value === 'military');
  if (bare === 'flag' || (isMilitary && country !== undefined)) {
    if (country === undefined) return false;
    words.take('flag', country, from, to);
    return true;
  }
  const area = areaOfSpans(same);
  if (area === undefined) return false;
  words.takeArea(withRadius(area, { from, leastMeters: NEAR_METERS }), leadOf(words, from), to);
  return true;
}

/** Maximum number of words of the name of a type of aircraft. */
const MAX_TYPE_WORDS = 3;

/** Reads the name of a type of aircraft outside of a range, which also stays text, as the type of result. */
function readAircraftType(words: Words, from: number, to: number): void {
  const named = words.type === undefined ? aircraftTypeOutside(words, from, to) : undefined;
  if (named === undefined || words.isTaken(...named)) return;
  words.take('type', 'aircraft', named[0], named[0], words.phrase(...named));
  words.type = 'aircraft';
}

/** Returns the range of words outside of a range that name a type of aircraft: `king air johannesburg`. */
function aircraftTypeOutside(words: Words, from: number, to: number): [from: number, to: number] | undefined {
  for (let start = 0; start < words.length; start += 1)
    for (let end = start + MAX_TYPE_WORDS; end > start; end -= 1)
      if ((end <= from || start >= to) && isAircraftType(words.phrase(start, end).replaceAll('-', ' ')))
        return [start, end];
  return undefined;
}

/** Returns the country of a word that is a country only beside words for types: `korean`. */
function countrySpan({ word, start, end }: Token): PlaceSpan[] {
  const value = countryOfWord(word);
  return value === undefined ? [] : [{ type: 'country', from: start, to: end, value, isExact: true }];
}

/** Reads a place that `placesIn` does not find, such as a small town; or waters without a relation. */
function readOtherPlace(words: Words, spans: readonly PlaceSpan[]): void {
  const at = words.tokens.findIndex(({ word }) => NEAR.has(word) || IN.has(word));
  let start = at + 1;
  while (at >= 0 && BEFORE_PLACES.has(words.at(start))) start += 1;
  if (at < 0) {
    const waters = spans.find(({ type, from, to }) => type === 'place' && !words.isTaken(from, to));
    const area = waters === undefined ? undefined : areaOfSpans([waters]);
    const isAll = words.isLeftWithin(waters?.from ?? 0, waters?.to ?? 0);
    if (waters !== undefined && isAll && (area?.circle?.radiusMeters ?? 0) >= WATERS_METERS)
      words.takeArea(area as SearchArea, waters.from, waters.to);
    return;
  }
  const isNear = NEAR.has(words.at(at));
  const rest = words.tokens.slice(start).map(({ word }) => word);
  if (rest.length === 0 || words.isTaken(start)) return;
  const town = townAt(rest);
  const relation = { from: at, leastMeters: isNear ? NEAR_METERS : undefined };
  if (town !== undefined) {
    words.takeArea(withRadius(town.area, relation), at, start + town.count);
    return;
  }
  const area = words.isTaken(start, words.length) ? undefined : similarArea(rest);
  if (area !== undefined) words.takeArea(withRadius(area, relation), at, words.length);
}

const FLAG_WORDS = new Set('flag flagged flags registered'.split(' '));
const BEFORE_FLAGS = new Set('flying under with the flag of a registered in flagged by'.split(' '));

/**
 * Returns the range of the words of a flag, including the related words around them: `panama flagged`, `flying the flag
 * of Panama`, `registered in Panama`.
 */
function flagWords(words: Words, from: number, to: number): [from: number, to: number] {
  const end = FLAG_WORDS.has(words.at(to)) ? to + 1 : to;
  let start = from;
  while (start > 0 && BEFORE_FLAGS.has(words.at(start - 1))) start -= 1;
  const before = words.tokens.slice(start, from).some(({ word }) => FLAG_WORDS.has(word));
  return end > to || before ? [start, end] : [from, to];
}

/** Returns the index of the first word that belongs to the name of a place: `eastern congo`. */
function leadOf(words: Words, from: number): number {
  let start = from;
  const isLead = (word: string) => BEFORE_PLACES.has(word) || DIRECTIONS.has(word);
  while (start > 0 && isLead(words.at(start - 1)) && !words.isTaken(start - 1)) start -= 1;
  return start;
}

function withRadius(area: SearchArea, relation: Relation | undefined): SearchArea {
  const { circle } = area;
  if (circle === undefined) return area;
  const radiusMeters = relation?.radiusMeters ?? Math.max(circle.radiusMeters, relation?.leastMeters ?? 0);
  return { ...area, circle: { ...circle, radiusMeters } };
}

interface Relation {
  /** Index of its first word. */
  from: number;
  radiusMeters?: number;
  leastMeters?: number | undefined;
}

/** Returns the relation that ends before the word `from`; undefined without one. */
function relationBefore(words: Words, from: number): Relation | undefined {
  const at = leadOf(words, from) - 1;
  const word = words.at(at);
  if (at >= 0 && (NEAR.has(word) || word === 'close')) return { from: at, leastMeters: NEAR_METERS };
  if (at >= 0 && IN.has(word) && !words.isTaken(at)) return { from: at };
  const [, joined, unit = word] = /^(\d+(?:\.\d+)?)(km|nm|mi)$/.exec(word) ?? [];
  const amount = Number(joined ?? words.at(at - 1));
  const meters = amount * (METERS[unit] ?? Number.NaN);
  if (!(meters > 0)) return undefined;
  let start = joined === undefined ? at - 1 : at;
  if (words.at(start - 1) === 'within') start -= 1;
  return { from: start, radiusMeters: meters };
}
