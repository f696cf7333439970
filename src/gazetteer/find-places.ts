import { isCapitalized, marksNames, type Word, wordsOf } from '../text/words.js';
import { gazetteer, type Meaning, type Place } from './gazetteer.js';

/** A place that a text names. */
export interface PlaceMention {
  place: Place;
  /** 0.5–1: how certain it is that the text means this place. */
  confidence: number;
  /** UTF-16 positions in the text. */
  start: number;
  end: number;
}

/** A country that a text names, or whose people or things it names. It has no position. */
export interface CountryMention {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** False for an adjective or the name of its inhabitants. */
  isName: boolean;
  confidence: number;
  start: number;
  end: number;
}

export interface FoundPlaces {
  /** In the order of the text. */
  places: PlaceMention[];
  countries: CountryMention[];
}

/** A name of the gazetteer at its words of the text. */
interface Found {
  from: number;
  to: number;
  meanings: Meaning[];
}

/** The evidence for a name in the rest of the text. */
interface Context {
  words: readonly Word[];
  text: string;
  /** Capitals mark names in this text. */
  isCased: boolean;
  /** Countries that unambiguous names of the text belong to. */
  countries: ReadonlySet<string>;
  /** Words that belong to a name of the gazetteer. */
  taken: ReadonlySet<number>;
}

const MIN_CONFIDENCE = 0.5;
const LOCATIVES = new Set(
  'in near at from to off outside around into across over en à a au bei nach aus von im em em na w v do из в на'.split(
    ' ',
  ),
);
/**
 * Population from which on a city counts as known, and the factor (as a power of ten) from which on it counts as best
 * known.
 */
const KNOWN_POPULATION = 20_000;
const KNOWN_DECADES = 2.5;
/** Cities of this size say which country a text is about. */
const WELL_KNOWN_POPULATION = 200_000;
/**
 * The factor by which a place is more likely when its country, or its state or country directly behind it, is named.
 */
const COUNTRY_WEIGHT = 20;
const DIRECT_WEIGHT = 1_000;
/** A place of unknown size, such as a port, counts as a town. */
const UNKNOWN_POPULATION = 50_000;

const clamp = (value: number): number => Math.max(0, Math.min(1, value));
const rounded = (value: number): number => Math.round(clamp(value) * 100) / 100;

/**
 * Finds the places and countries that a text names. A name with several meanings is the place with the most
 * inhabitants, among those in the countries and states that the text names if there are any; names that are also words
 * need such context. Time is linear in the text.
 */
export function findPlaces(text: string, words: readonly Word[] = wordsOf(text)): FoundPlaces {
  const found: Found[] = gazetteer()
    .matcher.find(words)
    .map(({ from, to, values }) => ({ from, to, meanings: values }));
  const taken = new Set(found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)));
  const context: Context = { words, text, isCased: marksNames(words), countries: certainCountries(found), taken };
  const result: FoundPlaces = { places: [], countries: [] };
  for (const name of found) judge(name, context, result);
  return result;
}

/**
 * Countries of names that mean nothing else: of countries, and of well-known places whose namesakes are in the same
 * country.
 */
function certainCountries(found: readonly Found[]): Set<string> {
  const certain = new Set<string>();
  for (const { meanings } of found) {
    const [first, ...others] = meanings.map(certainCountry);
    if (first !== undefined && others.every((other) => other === first)) certain.add(first);
  }
  return certain;
}

function certainCountry(meaning: Meaning): string | undefined {
  if (meaning.type === 'other' || meaning.isAmbiguous) return undefined;
  if (meaning.type === 'country') return meaning.code;
  const { country, kind, population } = meaning.place;
  return kind !== 'city' || population >= WELL_KNOWN_POPULATION ? (country ?? undefined) : undefined;
}

function judge(found: Found, context: Context, result: FoundPlaces): void {
  const start = (context.words[found.from] as Word).start;
  const end = (context.words[found.to - 1] as Word).end;
  const country = found.meanings.find((meaning) => meaning.type === 'country');
  const places = found.meanings.filter((meaning) => meaning.type === 'place');
  const region = places.find(({ place }) => place.kind !== 'city' && place.population === 0 && place.kind !== 'port');
  if (country !== undefined && !(region !== undefined && prefersState(region.place, country.code, context))) {
    const confidence = rounded(
      0.95 - (country.isAmbiguous ? 0.5 : 0) + hints(found, country.code, context, country.isAmbiguous),
    );
    if (confidence >= MIN_CONFIDENCE)
      result.countries.push({ country: country.code, isName: !country.isAdjective, confidence, start, end });
    // The name of a city state, such as Singapore, is both.
    const city = places.find(({ place }) => place.country === country.code && place.kind === 'capital');
    if (city !== undefined && confidence >= MIN_CONFIDENCE)
      result.places.push({ place: city.place, confidence, start, end });
    return;
  }
  const best = bestPlace(found, places, context);
  if (best !== undefined && best.confidence >= MIN_CONFIDENCE) result.places.push({ ...best, start, end });
}

/** True for Georgia, the state, in a text about the United States and not about the country. */
const prefersState = (state: Place, country: string, { countries }: Context): boolean =>
  state.country !== null && countries.has(state.country) && !countries.has(country);

function bestPlace(
  found: Found,
  meanings: ReadonlyArray<Meaning & { type: 'place' }>,
  context: Context,
): { place: Place; confidence: number } | undefined {
  if (meanings.length === 0) return undefined;
  const direct = directlyBehind(found, context);
  const weighted = meanings.map((meaning) => {
    const { place } = meaning;
    const isDirect =
      direct !== undefined && (direct.state === null ? direct.country === place.country : direct.state === place.state);
    const isNear = place.country !== null && context.countries.has(place.country);
    const weight =
      (place.population || UNKNOWN_POPULATION) * (isDirect ? DIRECT_WEIGHT : 1) * (isNear ? COUNTRY_WEIGHT : 1);
    return { meaning, isDirect, weight };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const best = weighted.reduce((one, other) => (other.weight > one.weight ? other : one));
  const { place, isAmbiguous } = best.meaning;
  const share = best.weight / total;
  const isLarge = place.kind !== 'city' && place.kind !== 'port';
  const known = isLarge
    ? 1
    : clamp(Math.log10((place.population || UNKNOWN_POPULATION) / KNOWN_POPULATION) / KNOWN_DECADES);
  const confidence =
    0.42 +
    0.4 * known -
    0.35 * (1 - share) -
    (isAmbiguous ? 0.4 : 0) +
    (best.isDirect ? 0.45 : 0) +
    hints(found, place.country, context, !isLarge || isAmbiguous);
  return { place, confidence: rounded(confidence) };
}

/**
 * Evidence of the neighboring words: a locative before the name, its country in the text, or a longer name that it is a
 * part of.
 */
function hints(
  { from, to }: Found,
  country: string | null,
  { words, isCased, countries, taken, text }: Context,
  mayBePerson: boolean,
): number {
  const [before, after] = [words[from - 1], words[to]];
  let hint = 0;
  if (country !== null && countries.has(country)) hint += 0.2;
  if (before !== undefined && LOCATIVES.has(before.folded)) hint += 0.1;
  if (!mayBePerson || !isCased) return hint;
  const adjoins = (one: Word | undefined, other: Word | undefined) =>
    one !== undefined && other !== undefined && text.slice(one.end, other.start) === ' ';
  const isPartBefore =
    adjoins(before, words[from]) && isCapitalized(before as Word) && from > 1 && !taken.has(from - 1);
  const isPartAfter = adjoins(words[to - 1], after) && isCapitalized(after as Word) && !taken.has(to);
  return hint - (isPartBefore || isPartAfter ? 0.3 : 0);
}

/** The country or state named behind a comma: `Springfield, Illinois`, `Springfield, IL`, `Lagos, Portugal`. */
function directlyBehind(
  { to }: Found,
  { words, text }: Context,
): { country: string; state: string | null } | undefined {
  const [last, next] = [words[to - 1], words[to]];
  if (last === undefined || next === undefined || !/^\s*[,(]\s*$/.test(text.slice(last.end, next.start)))
    return undefined;
  const { matcher, states } = gazetteer();
  if (states.has(next.text)) return { country: 'US', state: next.text };
  for (const meaning of matcher.find(words.slice(to, to + 4)).find(({ from }) => from === 0)?.values ?? []) {
    if (meaning.type === 'country' && !meaning.isAdjective) return { country: meaning.code, state: null };
    if (meaning.type === 'place' && meaning.place.kind === 'state')
      return { country: 'US', state: meaning.place.state };
  }
  return undefined;
}
