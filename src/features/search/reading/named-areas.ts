import { lazy } from '../../../async/lazy.js';
import { areasAt } from '../../../gazetteer/areas.js';
import { countryNamed } from '../../../gazetteer/country-words.js';
import { gazetteer, type Place } from '../../../gazetteer/gazetteer.js';
import { towns } from '../../../gazetteer/town-table.js';
import type { AreaOfPlace, PlaceSpan } from '../../../language/place-span.js';
import { countryName, placesIn } from '../../../language/places-in.js';
import type { Token } from '../../../language/token.js';
import type { Circle, SearchArea } from '../../../search/search-query.js';
import { cellOf } from '../../../search/set-query.js';
import { errorsIn } from '../../../search/typing-errors.js';
import { type Word, wordsOf } from '../../../text/words.js';
import { cellsOfCountry } from './country-cells.js';

/** Radius of the area of a town (m). */
const TOWN_METERS = 50_000;
/** Radius of the area of a state or province, and of a county (m). */
const DIVISION_METERS = 200_000;
const COUNTY_METERS = 75_000;
/** Minimum number of inhabitants of a town that is meant rather than a state or province of its name. */
const MIN_RIVAL = 100_000;
/** Factor, minimum and maximum of the radius of a wider area (m), and the margin of wider cells in degrees. */
const WIDER = 4;
const MIN_WIDER_METERS = 300_000;
const MAX_WIDER_METERS = 1_000_000;
const WIDER_DEGREES = 5;
/** Minimum number of inhabitants of a city whose name is recognized with typing errors. */
const MIN_INHABITANTS = 200_000;

function cellsOfBox([west, south, east, north]: readonly [number, number, number, number]): ReadonlySet<number> {
  const cells = new Set<number>();
  for (let y = Math.floor(south); y < north; y += 1)
    for (let x = Math.floor(west); x < east; x += 1) cells.add(cellOf(y, x));
  return cells;
}

/** Returns the land and waters of a country; undefined for a country without towns. */
export function countryArea(country: string): SearchArea | undefined {
  const cells = cellsOfCountry(country);
  return cells && { name: countryName(country), country, cells };
}

function areaOfPlace({ name, lat, lon, radiusMeters, country, bbox }: AreaOfPlace): SearchArea | undefined {
  if (country !== undefined) return countryArea(country);
  if (bbox !== undefined) return { name, cells: cellsOfBox(bbox) };
  return { name, circle: { lat, lon, radiusMeters } };
}

/**
 * Returns the area of spans of the same words. If the words name a country and its capital, the area of the country is
 * returned, unless the query asks for results near it.
 */
export function areaOfSpans(spans: readonly PlaceSpan[], isNear = false): SearchArea | undefined {
  const country = spans.find((span) => span.type === 'country');
  const places = spans.flatMap((span) => (span.type === 'place' ? [span.value, ...(span.others ?? [])] : []));
  const circle = isNear ? places.find(({ bbox }) => bbox === undefined) : undefined;
  const [place] = places;
  return (circle && areaOfPlace(circle)) ?? (country && countryArea(country.value)) ?? (place && areaOfPlace(place));
}

/** Returns an area that contains the surroundings of an area. */
export function wider(area: SearchArea): SearchArea {
  const { circle, cells } = area;
  if (circle !== undefined) return { ...area, circle: widerCircle(circle) };
  const around = new Set<number>();
  for (const cell of cells ?? []) {
    const [y, x] = [Math.floor(cell / 360), cell % 360];
    for (let dy = -WIDER_DEGREES; dy <= WIDER_DEGREES; dy += 1)
      for (let dx = -WIDER_DEGREES; dx <= WIDER_DEGREES; dx += 1)
        if (y + dy >= 0 && y + dy < 180) around.add((y + dy) * 360 + ((x + dx + 360) % 360));
  }
  return { ...area, cells: around };
}

export const widerCircle = (circle: Circle): Circle => ({
  ...circle,
  radiusMeters: Math.max(
    circle.radiusMeters,
    Math.min(MAX_WIDER_METERS, Math.max(MIN_WIDER_METERS, WIDER * circle.radiusMeters)),
  ),
});

/** Returns the words of a text as tokens. */
const tokensIn = (text: string): Token[] =>
  wordsOf(text).map(({ text: written, folded, start, end }) => ({ text: written, word: folded, start, end }));

/** Returns the area that all words of a text name together; undefined if they name no area. */
export function namedArea(text: string): SearchArea | undefined {
  const country = countryNamed(text);
  if (country !== undefined) return countryArea(country);
  const words = tokensIn(text).map(({ word }) => word);
  const town = townAt(words);
  return exactArea(text) ?? (town?.count === words.length ? town.area : undefined) ?? similarArea(words);
}

function exactArea(text: string): SearchArea | undefined {
  const tokens = tokensIn(text);
  return areaOfSpans(placesIn(tokens, () => false).filter(({ from, to }) => from === 0 && to === tokens.length));
}

/**
 * Returns the largest town, or the state, province or county, whose name is at the beginning of the words, including
 * places that are not recognized in other texts, and the number of words of the name.
 */
export function townAt(words: readonly string[]): { area: SearchArea; count: number } | undefined {
  if (words.length === 0) return undefined;
  const written = words.map(
    (word): Word => ({
      text: word.charAt(0).toUpperCase() + word.slice(1),
      folded: word,
      start: 0,
      end: 0,
    }),
  );
  const found = towns().at(written, 0);
  const place = found?.towns[0]?.place;
  const division = areasAt(written, 0);
  const [area] = division?.isAbbreviation === false ? division.areas : [];
  const isTown = place !== undefined && (area === undefined || place.population >= MIN_RIVAL);
  if (isTown && found !== undefined) return { area: circleAround(place, TOWN_METERS), count: found.to };
  if (area === undefined || division === undefined) return undefined;
  return { area: circleAround(area.place, area.isCounty ? COUNTY_METERS : DIVISION_METERS), count: division.to };
}

const circleAround = ({ name, lat, lon }: Place, radiusMeters: number): SearchArea => ({
  name,
  circle: { lat, lon, radiusMeters },
});

/** Names of waters, countries, ports and large cities, roughly by importance. */
const frequentNames = lazy((): ReadonlyArray<{ words: readonly string[]; name: string }> => {
  const { matcher, regions, countryNames } = gazetteer();
  const large = matcher.values
    .flatMap((meaning) => (meaning.type === 'place' ? [meaning.place] : []))
    .filter(({ kind, population }) => kind === 'port' || population >= MIN_INHABITANTS)
    .sort((one, other) => other.population - one.population);
  const names = [...regions.map(({ name }) => name), ...countryNames.values(), ...large.map(({ name }) => name)];
  return [...new Set(names)].map((name) => ({ name, words: tokensIn(name).map(({ word }) => word) }));
});

/** Returns the place whose name, or one word of it, equals the words except for a few typing errors. */
export function similarArea(words: readonly string[]): SearchArea | undefined {
  const [first = ''] = words;
  const isSimilar = (known: string, word: string) => known.length > 3 && errorsIn(known, word, false) !== undefined;
  const found = frequentNames().find(({ words: known }) =>
    words.length === 1
      ? known.some((one) => isSimilar(one, first))
      : known.length === words.length &&
        known.every((one, at) => one === words[at] || isSimilar(one, words[at] as string)),
  );
  return found && exactArea(found.name);
}
