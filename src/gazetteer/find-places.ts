import { isFrequentWord } from '../text/frequent-words.js';
import { isCapitalized, marksNames, type Word, wordsOf } from '../text/words.js';
import { anchorsOf, isNearAnchor } from './anchors.js';
import type { Area } from './areas.js';
import {
  certainCountries,
  isSmallTown,
  MIN_STATE_RIVAL,
  namedState,
  UNKNOWN_POPULATION,
  WELL_KNOWN_POPULATION,
} from './certain-countries.js';
import type { Meaning, Place } from './gazetteer.js';
import { isLocalNoun, isLocated } from './locatives.js';
import {
  isBeforeUnknownName,
  isFirstName,
  isLastName,
  isNotCountry,
  isOfOrganization,
  isOtherThing,
  isSpeaker,
  isTitled,
} from './people.js';
import { decideByArea, type FoundName, namesIn } from './place-names.js';
import { isNamedThing } from './things.js';

/** A mention of a place in a text. */
export interface PlaceMention {
  place: Place;
  /** Confidence that the text means this place, from 0.5 to 1. */
  confidence: number;
  /** UTF-16 positions in the text; `end` is exclusive. */
  start: number;
  end: number;
}

/**
 * A mention of a country in a text, by its name, an adjective or the name of its inhabitants. It has no position on the
 * map.
 */
export interface CountryMention {
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** False for an adjective or the name of the inhabitants, such as `Iranian`. */
  isName: boolean;
  confidence: number;
  start: number;
  end: number;
}

export interface FoundPlaces {
  /** Mentions of places in the order of the text. */
  places: PlaceMention[];
  countries: CountryMention[];
}

/** The evidence for a name in the rest of the text. */
interface Context {
  words: readonly Word[];
  text: string;
  /** True: capitals mark names in this text; false when too many words have capitals, as in some headlines. */
  isCased: boolean;
  /** Countries of unambiguous names in the text. */
  countries: ReadonlySet<string>;
  /** Codes of the states of the United States that the text names. */
  states: ReadonlySet<string>;
  /** Indexes of words that belong to a name of the gazetteer. */
  taken: ReadonlySet<number>;
  found: readonly FoundName[];
  /** Places and areas that the text certainly names. */
  anchors: ReturnType<typeof anchorsOf>;
}

const MIN_CONFIDENCE = 0.5;
/** Confidence of a name that is directly followed by its area or country, which is nearly always right. */
const DECIDED_CONFIDENCE = 0.95;
/** Confidence of a county that has its name in common with a small town. */
const COUNTY_CONFIDENCE = 0.6;
const LOCATIVES = new Set(
  'in near at from to between off outside around into across over en à a au bei nach aus von im em em na w v do из в на'.split(
    ' ',
  ),
);
const COMPASS = /^(?:north|south|east|west|central)/;
/** Verbs whose subject may be a capital that means a government: `Washington imposed tariffs`. */
const GOVERNING = new Set(
  'imposed imposes says said warns warned urges urged accuses accused agrees agreed backs backed rejects rejected wants plans announced announces denies denied demands demanded summons summoned recalls recalled expels expelled threatens threatened sanctions sanctioned lifts lifted sends sent vows vowed signals signalled offers offered condemns condemned has is bans banned closes closed reopens reopened opens opened orders ordered votes voted seeks sought considers approves approved confirms confirmed launches launched protested brokered hosts hosted joins joined withdraws withdrew suspends suspended cancels cancelled deploys deployed fires fired strikes struck holds held will would to'.split(
    ' ',
  ),
);
/**
 * Minimum population of a known city, and the number of powers of ten above it at which the weight of the population is
 * greatest.
 */
const KNOWN_POPULATION = 20_000;
const KNOWN_DECADES = 2.5;
/** Minimum population of a city with whose name more is called than persons. */
const METROPOLIS_POPULATION = 2_000_000;
/** Factor by which a place is more likely when the text names its country, and another one for its state. */
const COUNTRY_WEIGHT = 20;
const STATE_WEIGHT = 20;
/** Factor by which a place is more likely next to a place that the text certainly names, and a weight for it. */
const NEAR_WEIGHT = 20;
const NEAR_HINT = 0.2;
/** Taken from the confidence of a place if its namesakes together are more likely. */
const UNDECIDED_DOUBT = 0.1;

/** Matches the end of a sentence at the end of a text. */
const SENTENCE_END = /\p{Ll}[.!?]["”’]?\s*$/u;
const isLowerCase = (word: Word): boolean => word.text.length > 3 && !isCapitalized(word);

const clamp = (value: number): number => Math.max(0, Math.min(1, value));
const rounded = (value: number): number => Math.round(clamp(value) * 100) / 100;

/**
 * Finds the places and countries that a text names. A state, province, county or country directly after a name decides
 * which place is meant. Otherwise a name with several meanings is the place with the greatest population, preferably in
 * a country that the text names; names that are also words need such context. The time is linear in the length of the
 * text.
 */
export function findPlaces(text: string, words: readonly Word[] = wordsOf(text)): FoundPlaces {
  const found = namesIn(words);
  decideByArea(found, words, text);
  const taken = new Set(
    found.filter(isLikely).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  // A sentence with a full stop is no headline in title case, however many names it has.
  const isCased = marksNames(words) || (SENTENCE_END.test(text) && words.some(isLowerCase));
  const isPerson = (name: FoundName) => isCased && isFirstName(words, name, text, taken, true);
  const context: Context = {
    words,
    text,
    isCased,
    countries: certainCountries(found.filter((name) => !isPerson(name))),
    states: new Set(found.filter((name) => !isPerson(name)).flatMap(namedState)),
    taken,
    found,
    anchors: anchorsOf(found.filter((name) => !isPerson(name))),
  };
  const result: FoundPlaces = { places: [], countries: [] };
  for (const [index, name] of found.entries()) judge(name, index, context, result);
  return result;
}

/**
 * Returns false for a name whose only place is a small town and that is also an ordinary word or the name of a person.
 */
const isLikely = ({ meanings, areas, decided }: FoundName): boolean =>
  decided !== undefined ||
  areas.length > 0 ||
  meanings.some((meaning) => !isSmallTown(meaning) || (meaning.type === 'place' && !meaning.isAmbiguous));

function judge(found: FoundName, index: number, context: Context, result: FoundPlaces): void {
  const { decided, meanings, areas } = found;
  if (decided === null) return;
  const start = (context.words[found.from] as Word).start;
  const end = (context.words[found.to - 1] as Word).end;
  if (decided !== undefined) {
    if ('kind' in decided) result.places.push({ place: decided, confidence: DECIDED_CONFIDENCE, start, end });
    else result.countries.push({ country: decided.country, isName: true, confidence: DECIDED_CONFIDENCE, start, end });
    return;
  }
  const country = meanings.find((meaning) => meaning.type === 'country');
  const places = meanings.filter((meaning) => meaning.type === 'place');
  const region = places.find(({ place }) => place.kind !== 'city' && place.population === 0 && place.kind !== 'port');
  if (country !== undefined && isNotCountry(context.words, found, context.text, context.taken)) return;
  if (country !== undefined && !(region !== undefined && prefersState(region.place, country.code, context))) {
    const confidence = rounded(
      0.95 -
        (country.isAmbiguous ? 0.5 : 0) +
        hints(found, country.code, context, country.isAmbiguous) +
        (country.isAmbiguous ? countryHint(found, index, context) + governmentHint(found, context) : 0),
    );
    if (confidence >= MIN_CONFIDENCE)
      result.countries.push({ country: country.code, isName: !country.isAdjective, confidence, start, end });
    // The name of a city state, such as Singapore, means both the country and the city.
    const city = places.find(({ place }) => place.country === country.code && place.kind === 'capital');
    if (city !== undefined && confidence >= MIN_CONFIDENCE)
      result.places.push({ place: city.place, confidence, start, end });
    return;
  }
  const best = places.length > 0 ? bestPlace(found, places, context) : bestArea(found, areas, context);
  const county = best === undefined ? undefined : countyFor(best.place, found, context);
  if (county !== undefined) {
    result.places.push({ place: county, confidence: COUNTY_CONFIDENCE, start, end });
    return;
  }
  if (best !== undefined && best.confidence >= MIN_CONFIDENCE) result.places.push({ ...best, start, end });
}

const BRITISH_ISLES = new Set(['GB', 'IE']);
/** Prepositions before a county. */
const THROUGHOUT = new Set('in across around throughout near off'.split(' '));

/**
 * Returns the county of Great Britain or Ireland that a name means rather than a small town of another country:
 * `in Essex`.
 */
function countyFor(place: Place, { from, areas }: FoundName, { words, countries }: Context): Place | undefined {
  const before = words[from - 1];
  const isSmall = place.kind === 'city' && place.population < WELL_KNOWN_POPULATION;
  const county = areas.find(({ isCounty, place: middle }) => isCounty && BRITISH_ISLES.has(middle.country ?? ''));
  if (!isSmall || county === undefined) return undefined;
  if (place.country !== null && (countries.has(place.country) || BRITISH_ISLES.has(place.country))) return undefined;
  const isMeant =
    (before !== undefined && THROUGHOUT.has(before.folded)) || countries.has(county.place.country as string);
  return isMeant ? county.place : undefined;
}

/** Returns a weight for evidence that a country is meant: `eastern Congo`, or another country next to it. */
function countryHint({ from, to }: FoundName, index: number, { words, text, found }: Context): number {
  const before = words[from - 1];
  if (before !== undefined && COMPASS.test(before.folded)) return 0.2;
  const isBeside = (one: FoundName | undefined, other: FoundName | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    /^(?:, | and )$/.test(text.slice((words[one.to - 1] as Word).end, (words[other.from] as Word).start)) &&
    [one, other].every(({ meanings }) => meanings.some(({ type }) => type === 'country'));
  const own = { from, to } as FoundName;
  const self = found[index] ?? own;
  return isBeside(found[index - 1], self) || isBeside(self, found[index + 1]) ? 0.25 : 0;
}

/**
 * Returns a weight for evidence that a name which is also that of persons means a country, because it is the subject of
 * a verb whose subjects are governments: `Jordan closed its airspace`.
 */
function governmentHint({ from, to }: FoundName, { words, isCased, text }: Context): number {
  const [before, after] = [words[from - 1], words[to]];
  if (!isCased || after === undefined || !adjoins(text, words[to - 1], after)) return 0;
  if (before !== undefined && isCapitalized(before) && adjoins(text, before, words[from])) return 0;
  return GOVERNING.has(after.text) ? 0.1 : 0;
}

/** Returns true when a text about the United States means the state of Georgia, not the country. */
const prefersState = (state: Place, country: string, { countries }: Context): boolean =>
  state.country !== null && countries.has(state.country) && !countries.has(country);

/** Returns the best state or province for a name that no city has. */
function bestArea(
  { from, isAbbreviation, hasType }: FoundName,
  areas: readonly Area[],
  { words, text, countries, isCased, taken }: Context,
): { place: Place; confidence: number } | undefined {
  const known = areas.length > 1 ? areas.filter(({ place }) => countries.has(place.country as string)) : areas;
  const [area] = known.length > 0 ? known : areas;
  const before = words[from - 1];
  if (area === undefined || isLastName(words, from, text, taken)) return undefined;
  const isBehindName =
    before !== undefined && isCapitalized(before) && /^,\s*$/.test(text.slice(before.end, (words[from] as Word).start));
  if (isAbbreviation) return isBehindName && isCased ? { place: area.place, confidence: 0.7 } : undefined;
  if (hasType || area.isUnambiguous) return { place: area.place, confidence: 0.85 };
  return countries.has(area.place.country as string) && (isLocated(words, from, text) || isBehindName)
    ? { place: area.place, confidence: 0.6 }
    : undefined;
}

function bestPlace(
  found: FoundName,
  meanings: ReadonlyArray<Meaning & { type: 'place' }>,
  context: Context,
): { place: Place; confidence: number } | undefined {
  const weighted = meanings.map((meaning) => {
    const { place } = meaning;
    const isNear = place.country !== null && context.countries.has(place.country);
    const isState = place.kind === 'state' && context.states.has(place.area ?? '');
    const isInState = place.area !== null && context.states.has(place.area);
    const isProvince = isState || (place.kind === 'region' && place.country !== null);
    const size = isProvince ? MIN_STATE_RIVAL : place.population || UNKNOWN_POPULATION;
    const isBeside = isNearAnchor(context.anchors, found, place);
    const factor = (isNear ? COUNTRY_WEIGHT : 1) * (isInState ? STATE_WEIGHT : 1) * (isBeside ? NEAR_WEIGHT : 1);
    return { meaning, isBeside, weight: size * factor };
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
    (best.isBeside ? NEAR_HINT : 0) +
    hints(found, place.country, context, !isLarge || isAmbiguous) +
    (isAmbiguous ? wordHint(found, place, context, share === 1 && !isWord(found, context)) : 0) -
    (share < 0.5 ? UNDECIDED_DOUBT : 0) -
    personDoubt(found, place, context);
  return { place, confidence: rounded(confidence) };
}

/**
 * Returns a weight for evidence that a name which is also a word means the place: `an attack in Nice`,
 * `Washington imposed tariffs`.
 * @param isOnlyPlace true if no other place and no frequent word is so called: then small towns count too
 */
function wordHint(
  { from, to }: FoundName,
  { kind, population }: Place,
  context: Context,
  isOnlyPlace: boolean,
): number {
  const { words, text, isCased, taken } = context;
  const [before, after] = [words[from - 1], words[to]];
  if (!isCased || (adjoins(text, words[to - 1], after) && isCapitalized(after as Word) && !taken.has(to))) return 0;
  const isKnown = isOnlyPlace || population >= UNKNOWN_POPULATION || isLargeKind(kind);
  if (isKnown && isLocated(words, from, text)) return 0.35;
  if (isLocalNoun(words, to, text)) return 0.35;
  if (kind !== 'capital' || (before !== undefined && isCapitalized(before) && adjoins(text, before, words[from])))
    return 0;
  return after !== undefined && GOVERNING.has(after.folded) ? 0.25 : 0;
}

const isWord = ({ from }: FoundName, { words }: Context): boolean => isFrequentWord((words[from] as Word).folded);

const isLargeKind = (kind: Place['kind']): boolean => kind !== 'city' && kind !== 'capital' && kind !== 'port';

/** Returns a weight for evidence that a person with the name of the place is meant. */
function personDoubt({ from, to }: FoundName, { kind, population, country }: Place, context: Context): number {
  const { words, text, isCased, taken } = context;
  if (isLastName(words, from, text, taken)) return 0.6;
  const isAt = isLocated(words, from, text) || words[from - 1]?.folded === 'at';
  const isTown = !isLargeKind(kind) || (kind === 'state' && country === 'US');
  if (isTown && isOtherThing(words, { from, to }, text, isAt)) return 0.6;
  if (!isCased) return 0;
  if ((isTown && isOfOrganization(words, to, text)) || isNamedThing(words, { from, to }, text)) return 0.6;
  // `Mayor London Breed`: behind a title, a name that continues is that of a person.
  if (isTown && isTitled(words, { from, to }, text, taken)) return 0.6;
  const isWellKnown = population >= WELL_KNOWN_POPULATION || (kind !== 'city' && kind !== 'state');
  if (kind === 'city' && isSpeaker(words, { from, to }, text)) return 0.6;
  const isMetropolis = population >= METROPOLIS_POPULATION || (kind !== 'city' && kind !== 'state');
  if (!isMetropolis && isBeforeUnknownName(words, { from, to }, text, taken)) return 0.6;
  return isFirstName(words, { from, to }, text, taken, isWellKnown) ? 0.6 : 0;
}

/** Returns true for a word, but not a number, that may be part of a longer name: `arrived Fujairah 0400`. */
const isNamePart = (word: Word): boolean => isCapitalized(word) && !/^\d/.test(word.text);

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && other !== undefined && text.slice(one.end, other.start) === ' ';

/**
 * Returns a weight for evidence around a name: a locative before it, its country in the text, or a longer name that
 * contains it.
 */
function hints(
  { from, to }: FoundName,
  country: string | null,
  { words, isCased, countries, taken, text }: Context,
  mayBePerson: boolean,
): number {
  const [before, after] = [words[from - 1], words[to]];
  let hint = 0;
  if (country !== null && countries.has(country)) hint += 0.2;
  if (isLocated(words, from, text)) hint += 0.15;
  else if (before !== undefined && LOCATIVES.has(before.folded)) hint += 0.1;
  if (!mayBePerson || !isCased) return hint;
  const isPartBefore =
    adjoins(text, before, words[from]) && isNamePart(before as Word) && from > 1 && !taken.has(from - 1);
  const isPartAfter = adjoins(text, words[to - 1], after) && isNamePart(after as Word) && !taken.has(to);
  return hint - (isPartBefore || isPartAfter ? 0.3 : 0);
}
