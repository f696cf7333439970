import { lazyInSteps } from '../async/lazy-in-steps.js';
import { gazetteer, type Meaning, type Place } from '../gazetteer/gazetteer.js';
import { towns } from '../gazetteer/town-table.js';
import type { Word } from '../text/words.js';
import type { AreaOfPlace, PlaceSpan } from './place-span.js';
import type { Token } from './token.js';

/** Radius (m) around a place if the question contains no distance, by kind of place. */
const RADIUS_METERS: Readonly<Record<Place['kind'], number>> = {
  city: 50_000,
  capital: 50_000,
  port: 40_000,
  state: 500_000,
  region: 300_000,
  strait: 150_000,
  canal: 150_000,
  passage: 150_000,
  cape: 150_000,
  gulf: 400_000,
  sea: 600_000,
  ocean: 3_000_000,
};
/** Radius (m) of seas that are larger than the default, derived from their length. */
const LARGE: Readonly<Record<string, number>> = {
  'Red Sea': 1_150_000,
  'Mediterranean Sea': 2_000_000,
  'South China Sea': 1_400_000,
  'Arabian Sea': 1_400_000,
  'Baltic Sea': 800_000,
};
/** Order in which the meanings of a name are preferred; inhabited places come after waters. */
const WATERS: readonly string[] = ['strait', 'canal', 'passage', 'cape', 'gulf', 'sea', 'ocean'];
const AIRPORT_RADIUS_METERS = 20_000;

/** Short names of cities that the gazetteer contains only under a longer name. */
const CITIES: Readonly<Record<string, readonly [name: string, lat: number, lon: number]>> = {
  frankfurt: ['Frankfurt am Main', 50.1109, 8.6821],
};

/** Airports by name, with latitude and longitude of their reference point. */
const AIRPORTS: Readonly<Record<string, readonly [name: string, lat: number, lon: number]>> = {
  heathrow: ['Heathrow Airport', 51.4706, -0.4619],
  gatwick: ['Gatwick Airport', 51.1481, -0.1903],
  stansted: ['Stansted Airport', 51.885, 0.235],
  schiphol: ['Schiphol Airport', 52.3086, 4.7639],
  jfk: ['John F. Kennedy Airport', 40.6398, -73.7789],
  laguardia: ['LaGuardia Airport', 40.7772, -73.8726],
  newark: ['Newark Airport', 40.6925, -74.1687],
  'o hare': ["O'Hare Airport", 41.9786, -87.9048],
  ohare: ["O'Hare Airport", 41.9786, -87.9048],
  lax: ['Los Angeles Airport', 33.9425, -118.4081],
  'charles de gaulle': ['Charles de Gaulle Airport', 49.0128, 2.55],
  cdg: ['Charles de Gaulle Airport', 49.0128, 2.55],
  orly: ['Orly Airport', 48.7253, 2.3594],
  changi: ['Changi Airport', 1.3502, 103.9944],
  narita: ['Narita Airport', 35.7647, 140.3864],
  haneda: ['Haneda Airport', 35.5523, 139.7797],
  arlanda: ['Arlanda Airport', 59.6519, 17.9186],
  kastrup: ['Copenhagen Airport', 55.6179, 12.656],
  fiumicino: ['Fiumicino Airport', 41.8045, 12.2508],
  barajas: ['Barajas Airport', 40.4719, -3.5626],
};

/** Bounding boxes of continents and other regions: west, south, east, north in degrees. */
const REGIONS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  europe: [-25, 34, 45, 72],
  africa: [-18, -35, 52, 38],
  asia: [45, -10, 150, 75],
  'middle east': [32, 12, 63, 42],
  'north america': [-170, 14, -50, 75],
  'south america': [-82, -56, -34, 13],
  scandinavia: [4, 54, 32, 72],
  'southeast asia': [92, -11, 141, 24],
  'east africa': [28, -12, 52, 18],
  world: [-180, -90, 180, 90],
};

/** Names of airports and regions, which the gazetteer does not contain. */
export const furtherPlaces: readonly string[] = [...Object.keys(AIRPORTS), ...Object.keys(REGIONS)];

/** Number of places read in one step. */
const STEP_PLACES = 1_000;

/**
 * Loads a bounding box for each country that contains its places in the gazetteer, with a margin: west, south, east,
 * north in degrees.
 */
export const countryBoxes = lazyInSteps(function* (): Generator<
  void,
  ReadonlyMap<string, [number, number, number, number]>
> {
  const boxes = new Map<string, [number, number, number, number]>();
  const seen = new Set<Place>();
  for (const [index, { place }] of allPlaces().entries()) {
    if (index % STEP_PLACES === 0) yield;
    if (place.country === null || seen.has(place) || !['city', 'capital', 'port', 'state'].includes(place.kind))
      continue;
    seen.add(place);
    const box = boxes.get(place.country) ?? [180, 90, -180, -90];
    boxes.set(place.country, [
      Math.min(box[0], place.lon),
      Math.min(box[1], place.lat),
      Math.max(box[2], place.lon),
      Math.max(box[3], place.lat),
    ]);
  }
  for (const box of boxes.values()) {
    const margin = 1;
    box[0] = Math.max(-180, box[0] - margin);
    box[1] = Math.max(-90, box[1] - margin);
    box[2] = Math.min(180, box[2] + margin);
    box[3] = Math.min(90, box[3] + margin);
  }
  return boxes;
});

function allPlaces(): Array<Meaning & { type: 'place' }> {
  return gazetteer().matcher.values.filter((meaning) => meaning.type === 'place');
}

/** Finds places, countries and flags. */
export function placesIn(tokens: readonly Token[], isWord: (word: string) => boolean): PlaceSpan[] {
  const pieces = tokens.flatMap(({ word, start, end }, index) =>
    word
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== '')
      .map((part) => ({ part, start, end, index })),
  );
  const words: Word[] = pieces.map(({ part, start, end }) => ({ text: part.toUpperCase(), folded: part, start, end }));
  const matches = gazetteer().matcher.find(words);
  const named = matches.flatMap(({ from, to, values }, at): PlaceSpan[] => {
    const [first, last] = [pieces[from]?.index as number, pieces[to - 1]?.index as number];
    const next = matches[at + 1];
    const inside = next?.from === to ? placeWithin(values, next.values) : undefined;
    if (next !== undefined && inside !== undefined)
      return [
        ...spansOf(values, first, last + 1),
        { type: 'place', from: first, to: (pieces[next.to - 1]?.index as number) + 1, value: inside, isExact: true },
      ];
    const covered = tokens.slice(first, last + 1);
    const isCapital = /^[A-Z]/.test(covered[0]?.text ?? '') && first > 0;
    if (covered.every(({ word }) => isWord(word)) && !(isCapital && covered.length > 1)) return [];
    return spansOf(values, first, last + 1);
  });
  const found = [...named, ...turnedIn(tokens), ...shortWatersIn(tokens), ...knownIn(tokens)];
  return [
    ...found,
    ...named.flatMap((span) => [...flagAt(tokens, span), ...watersAt(tokens, span)]),
    ...townsIn(tokens, words, pieces, found, isWord),
  ];
}

/** Short names of waters with the article that distinguishes them from towns of the same name. */
const SHORT_WATERS: Readonly<Record<string, string>> = {
  atlantic: 'atlantic ocean',
  pacific: 'pacific ocean',
  med: 'mediterranean sea',
  channel: 'english channel',
  mediterranean: 'mediterranean sea',
  caribbean: 'caribbean sea',
  adriatic: 'adriatic sea',
};

/** Finds short names of waters: `the Atlantic` is the ocean, `Atlantic` may be a town. */
function shortWatersIn(tokens: readonly Token[]): PlaceSpan[] {
  return tokens.flatMap(({ word }, at) => {
    const name = tokens[at - 1]?.word === 'the' ? SHORT_WATERS[word] : undefined;
    return name === undefined ? [] : watersNamed(name, at - 1, at + 1);
  });
}

/** Returns the spans of waters with this name in lower case. */
function watersNamed(name: string, from: number, to: number): PlaceSpan[] {
  const words = name.split(' ').map((each) => ({ text: each.toUpperCase(), folded: each, start: 0, end: 0 }));
  const [match] = gazetteer().matcher.find(words);
  return match === undefined ? [] : spansOf(match.values, from, to);
}

/** Short names of waters that mean these even without the article, where the context excludes towns. */
const BARE_WATERS: Readonly<Record<string, string>> = { ...SHORT_WATERS, baltic: 'baltic sea', gulf: 'persian gulf' };

/** Finds short names of waters without an article: `med ferries`. */
export function bareWatersIn(tokens: readonly Token[]): PlaceSpan[] {
  return tokens.flatMap(({ word }, at) => {
    const name = Object.hasOwn(BARE_WATERS, word) ? BARE_WATERS[word] : undefined;
    return name === undefined ? [] : watersNamed(name, at, at + 1);
  });
}

/** Finds names with their words exchanged: `strait of Taiwan` for `Taiwan Strait`. */
function turnedIn(tokens: readonly Token[]): PlaceSpan[] {
  return tokens.flatMap((token, from) => {
    if (!WATER_WORDS.has(token.word) || tokens[from + 1]?.word !== 'of') return [];
    const at = tokens[from + 2]?.word === 'the' ? from + 3 : from + 2;
    const name = tokens[at];
    if (name === undefined) return [];
    const words = [name, token].map(({ word, start, end }) => ({ text: word.toUpperCase(), folded: word, start, end }));
    const [match] = gazetteer().matcher.find(words);
    return match !== undefined && match.from === 0 && match.to === 2 ? spansOf(match.values, from, at + 1) : [];
  });
}

/** Returns the country, instead of its flag, in phrases such as `Danish waters` and `Kenyan coast`. */
function watersAt(tokens: readonly Token[], { type, from, to, value }: PlaceSpan): PlaceSpan[] {
  if (type !== 'flag' || !/^(?:waters?|coasts?|airspace|seas?|territory|ports?)$/.test(tokens[to]?.word ?? ''))
    return [];
  const area = areaOfCountry(value);
  return area === undefined ? [] : [{ type: 'place', from, to: to + 1, value: area, isExact: true }];
}

const BEFORE_TOWN = new Set('in near around off at over from by outside of along to nearby inside'.split(' '));
/** A town is meant, without a question back, if it has this many times the inhabitants of the next one of its name. */
const LARGER = 3;

/**
 * Finds towns that are too small for the gazetteer, after words such as `near`. The user chooses between towns of one
 * name, unless one is much larger.
 */
function townsIn(
  tokens: readonly Token[],
  words: readonly Word[],
  pieces: ReadonlyArray<{ index: number }>,
  found: readonly PlaceSpan[],
  isWord: (word: string) => boolean,
): PlaceSpan[] {
  return pieces.flatMap(({ index }, at): PlaceSpan[] => {
    const token = tokens[index] as Token;
    const before = tokens[tokens[index - 1]?.word === 'the' ? index - 2 : index - 1]?.word ?? '';
    if (!BEFORE_TOWN.has(before) || isWord(token.word) || token.word.length < MIN_TOWN) return [];
    if (found.some(({ from, to }) => from <= index && index < to)) return [];
    const match = towns().at(words, at);
    if (match === undefined) return [];
    const behind = (pieces[match.to - 1]?.index ?? index) + 1;
    const country = found.find(({ type, from }) => type === 'country' && from === behind);
    const all = match.towns.map(({ place }) => place);
    const within = all.find((place) => place.country === country?.value);
    if (country !== undefined && within !== undefined)
      return [{ type: 'place', from: index, to: country.to, value: areaOf(within), isExact: true }];
    const [largest, ...others] = all;
    if (largest === undefined) return [];
    const rivals = others.filter(({ population }) => population * LARGER > largest.population).slice(0, MAX_RIVALS);
    const named = rivals.length === 0 ? areaOf : withCountry;
    const last = pieces[match.to - 1]?.index ?? index;
    const span = { type: 'place' as const, from: index, to: last + 1, value: named(largest), isExact: true };
    return [rivals.length === 0 ? span : { ...span, others: rivals.map(named) }];
  });
}

/** Returns the area of a place that is named with its country, because there are others of its name. */
const withCountry = (place: Place): AreaOfPlace => ({
  ...areaOf(place),
  name: `${place.name}, ${countryName(place.country ?? '')}`,
});

const MIN_TOWN = 4;
const MAX_RIVALS = 3;
const WATER_WORDS = new Set(['strait', 'straits', 'canal', 'gulf', 'sea', 'channel']);

/**
 * Returns a country as a flag if the words around it say so: `flagged Panama`, `under the flag of Liberia`, `registered
 * in Malta`.
 */
function flagAt(tokens: readonly Token[], { type, from, to, value }: PlaceSpan): PlaceSpan[] {
  if (type !== 'country') return [];
  const before = [3, 2, 1].map((count) => tokens[from - count]?.word ?? '');
  const lead = before.findIndex((word) => /^(?:flags?|flagged|registered)$/.test(word));
  const isJoined = before.slice(lead + 1).every((word) => ['of', 'in', 'the', 'from', ''].includes(word));
  if (lead >= 0 && isJoined) return [{ type: 'flag', from: from - 3 + lead, to, value, isExact: true } as PlaceSpan];
  const isBefore = /^(?:flag|flagged|registered)$/.test(tokens[to]?.word ?? '');
  return isBefore ? [{ type: 'flag', from, to: to + 1, value, isExact: true } as PlaceSpan] : [];
}

/** Returns the place that a name means if its country follows directly: `Cartagena, Colombia`. */
function placeWithin(meanings: readonly Meaning[], next: readonly Meaning[]): AreaOfPlace | undefined {
  const country = next.find((meaning) => meaning.type === 'country' && !meaning.isAdjective);
  if (country?.type !== 'country') return undefined;
  const [place] = meanings
    .flatMap((meaning) => (meaning.type === 'place' && meaning.place.country === country.code ? [meaning.place] : []))
    .sort((one, other) => other.population - one.population);
  return place && areaOf(place);
}

function spansOf(meanings: readonly Meaning[], from: number, to: number): PlaceSpan[] {
  const found: PlaceSpan[] = [];
  const country = meanings.find((meaning) => meaning.type === 'country');
  if (country?.isAdjective) found.push({ type: 'flag', from, to, value: country.code, isExact: true });
  else if (country !== undefined) found.push({ type: 'country', from, to, value: country.code, isExact: true });
  const areas = areasOf(meanings);
  const [best, ...others] = areas;
  if (best !== undefined)
    found.push({ type: 'place', from, to, value: best, isExact: true, ...(others.length > 0 && { others }) });
  return found;
}

/**
 * Returns the areas that a name may mean: several only if a country and a state have the same name, or cities of
 * several countries of which none is much larger or a capital.
 */
function areasOf(meanings: readonly Meaning[]): AreaOfPlace[] {
  const places = meanings.flatMap((meaning) => (meaning.type === 'place' ? [meaning.place] : []));
  const water = places.find(({ kind }) => WATERS.includes(kind));
  if (water !== undefined) return [areaOf(water)];
  const country = meanings.find((meaning) => meaning.type === 'country' && !meaning.isAdjective) as
    | (Meaning & { type: 'country' })
    | undefined;
  const state = places.find(({ kind }) => kind === 'state' || kind === 'region');
  const cities = places
    .filter(({ kind }) => !['state', 'region'].includes(kind))
    .sort((one, other) => other.population - one.population);
  const [city] = cities;
  if (country !== undefined) {
    const capital = city?.country === country.code && city.kind === 'capital' ? [areaOf(city)] : [];
    const whole = areaOfCountry(country.code);
    return capital.length > 0
      ? capital
      : [...(whole === undefined ? [] : [whole]), ...(state === undefined ? [] : [areaOf(state)])];
  }
  // `New York` without `state` is the city.
  const isCity = city !== undefined && (city.kind === 'capital' || city.population >= LARGE_CITY);
  const best = isCity ? city : (state ?? city);
  const rivals = best === city && city?.kind !== 'capital' ? rivalsOf(cities) : [];
  if (city !== undefined && rivals.length > 0) return [city, ...rivals].map(withCountry);
  return best === undefined ? [] : [areaOf(best)];
}

/** Returns the cities of other countries that have a similar number of inhabitants as the first city. */
function rivalsOf([city, ...others]: readonly Place[]): Place[] {
  if (city === undefined) return [];
  const rivals = others.filter(
    ({ country, population }) => country !== city.country && population * LARGER > city.population,
  );
  return [...new Map(rivals.map((place) => [place.country, place])).values()].slice(0, MAX_RIVALS);
}

/** Inhabitants from which a city is meant rather than the state of the same name. */
const LARGE_CITY = 1_000_000;

function areaOf({ name, lat, lon, kind }: Place): AreaOfPlace {
  return { name, lat, lon, radiusMeters: LARGE[name] ?? RADIUS_METERS[kind] };
}

/** Returns the area of a country by its bounding box; undefined for a country without places in the gazetteer. */
export function areaOfCountry(code: string): AreaOfPlace | undefined {
  const bbox = countryBoxes().get(code);
  if (bbox === undefined) return undefined;
  return {
    name: countryName(code),
    country: code,
    lat: (bbox[1] + bbox[3]) / 2,
    lon: (bbox[0] + bbox[2]) / 2,
    radiusMeters: 0,
    bbox,
  };
}

export const countryName = (code: string): string => gazetteer().countryNames.get(code) ?? code;

function knownIn(tokens: readonly Token[]): PlaceSpan[] {
  const found: PlaceSpan[] = [];
  tokens.forEach((_, from) => {
    for (const count of [3, 2, 1]) {
      const phrase = tokens.slice(from, from + count);
      const text = phrase.map(({ word }) => word).join(' ');
      if (phrase.length < count) continue;
      const airport = AIRPORTS[text];
      const city = CITIES[text];
      if (city !== undefined)
        found.push({
          type: 'place',
          from,
          to: from + count,
          value: { name: city[0], lat: city[1], lon: city[2], radiusMeters: RADIUS_METERS.city },
          isExact: true,
        });
      const box = REGIONS[text];
      if (airport !== undefined) {
        const [name, lat, lon] = airport;
        found.push({
          type: 'place',
          from,
          to: from + count,
          value: { name, lat, lon, radiusMeters: AIRPORT_RADIUS_METERS },
          isExact: true,
        });
      }
      if (box !== undefined) {
        const name = text.replace(/\b\w/g, (letter) => letter.toUpperCase());
        found.push({
          type: 'place',
          from,
          to: from + count,
          value: { name, lat: (box[1] + box[3]) / 2, lon: (box[0] + box[2]) / 2, radiusMeters: 0, bbox: box },
          isExact: true,
        });
      }
    }
  });
  return found;
}
