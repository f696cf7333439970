import { isCapitalized, type Word } from '../text/words.js';
import { type Area, areasAt, isWithin } from './areas.js';
import { gazetteer, type Meaning, type Place } from './gazetteer.js';
import { towns } from './town-table.js';

/** A name of a place, a country or an area at its words of a text, with all possible meanings. */
export interface FoundName {
  from: number;
  to: number;
  meanings: Meaning[];
  areas: readonly Area[];
  /** True for the abbreviation of an area, which counts only after the name of a place. */
  isAbbreviation: boolean;
  /** True for the name of an area with a word such as `oblast`. */
  hasType: boolean;
  /**
   * The only meaning, as decided by neighboring words; null for a place that the gazetteer does not contain; undefined
   * while undecided.
   */
  decided?: Place | { country: string } | null;
}

/**
 * Returns the names of places, countries and areas in a text from left to right, the longest name at each word. Names
 * of towns and areas must begin with a capital.
 */
export function namesIn(words: readonly Word[]): FoundName[] {
  const known = new Map(
    gazetteer()
      .matcher.find(words)
      .map((match) => [match.from, match]),
  );
  const found: FoundName[] = [];
  for (let from = 0; from < words.length; ) {
    const match = known.get(from);
    const isName = isCapitalized(words[from] as Word);
    const town = isName ? towns().at(words, from) : undefined;
    const area = isName ? areasAt(words, from) : undefined;
    const to = Math.max(match?.to ?? 0, town?.to ?? 0, area?.to ?? 0);
    if (to === 0) {
      from += 1;
      continue;
    }
    const small = (town?.to === to ? town.towns : []).map(
      ({ place, isWord, isPerson }): Meaning => ({
        type: 'place',
        place,
        isAmbiguous: isWord || isPerson,
      }),
    );
    const isArea = area?.to === to;
    found.push({
      from,
      to,
      meanings: [...(match?.to === to ? match.values : []), ...small],
      areas: isArea ? area.areas : [],
      isAbbreviation: isArea && area.isAbbreviation,
      hasType: isArea && area.hasType,
    });
    from = to;
  }
  return found;
}

/** The larger area or country directly after a name, and the kind of their connection. */
interface Behind {
  name: FoundName;
  by: 'comma' | 'in' | 'space';
}

/**
 * Decides names by the state, province, county or country directly after them: `Paris, Texas` is the town in that state
 * and, if the gazetteer contains no such town, not a famous namesake either. Lists of names (`Moscow, Iran and Turkey`)
 * and a clause after a comma (`In Brussels, Ukraine asked for help`) decide nothing.
 */
export function decideByArea(found: readonly FoundName[], words: readonly Word[], text: string): void {
  for (const [index, name] of found.entries()) {
    if (name.decided !== undefined || name.isAbbreviation) continue;
    // The name of a county may also be the name of a town: `Paris, Lamar County, Texas`.
    const at = [index + 1, index + 2].find((one) => directlyBehind(name, found[one], words, text) !== undefined);
    const behind = at === undefined ? undefined : directlyBehind(name, found[at], words, text);
    if (behind === undefined) continue;
    const { name: larger, by } = behind;
    const places = name.meanings.filter((meaning) => meaning.type === 'place').map(({ place }) => place);
    const inArea = places.filter((place) => larger.areas.some((area) => isWithin(place, area)));
    const country = countryOf(larger);
    const inCountry = places.filter((place) => place.country === country && place.kind !== 'state');
    const fitting = inArea.length > 0 ? inArea : inCountry;
    if (fitting.length > 0) {
      const place = fitting.reduce((one, other) => (other.population > one.population ? other : one));
      if (inArea.length > 0) {
        const area = larger.areas.find((one) => isWithin(place, one)) as Area;
        // A following name that means more than an area keeps its other meanings: `Hamburg, Germany` and
        // `Lagos, Lagos State`.
        name.decided = place;
        if (country === area.place.country) larger.decided = { country };
        else if (area.place.name !== place.name) larger.decided = placeOf(larger, area);
      } else {
        name.decided = place;
        larger.decided = { country: country as string };
      }
    } else if (by !== 'space' && isApposition(name, larger, by, found[(at ?? index) + 1], words, text)) {
      name.decided = null;
      const [area] = larger.areas;
      if (area !== undefined && (country === undefined || country !== area.place.country))
        larger.decided ??= country === undefined || area.place.kind === 'state' ? placeOf(larger, area) : undefined;
    }
  }
}

/** Returns the gazetteer's place for an area if there is one, otherwise the place of the area itself. */
function placeOf(name: FoundName, area: Area): Place {
  const known = name.meanings.find(
    (meaning) =>
      meaning.type === 'place' &&
      (meaning.place.area === area.code || meaning.place.name === area.place.name) &&
      (meaning.place.kind === 'state' || meaning.place.kind === 'region'),
  );
  return known?.type === 'place' ? known.place : area.place;
}

const countryOf = ({ meanings }: FoundName): string | undefined =>
  meanings.find((meaning) => meaning.type === 'country' && !meaning.isAdjective)?.type === 'country'
    ? (meanings.find((meaning) => meaning.type === 'country' && !meaning.isAdjective) as Meaning & { type: 'country' })
        .code
    : undefined;

function directlyBehind(
  name: FoundName,
  next: FoundName | undefined,
  words: readonly Word[],
  text: string,
): Behind | undefined {
  if (next === undefined || (next.areas.length === 0 && countryOf(next) === undefined)) return undefined;
  const between = text.slice((words[name.to - 1] as Word).end, (words[next.from] as Word).start);
  if (/^\.?\s*[,(/]\s*$/.test(between)) return { name: next, by: 'comma' };
  if (next.from === name.to) return between === ' ' ? { name: next, by: 'space' } : undefined;
  if (/^ in (?:the )?$/.test(between)) return next.isAbbreviation ? undefined : { name: next, by: 'in' };
  // Matches a county between the two names: `Paris, Lamar County, Texas`.
  const isCounty = /^, (?:\p{Lu}[\p{L}'’-]* ){1,2}County, $/u.test(between);
  return isCounty ? { name: next, by: 'comma' } : undefined;
}

/** Returns true when an area or country after a name shows where the place is, although no known town matches. */
function isApposition(
  name: FoundName,
  larger: FoundName,
  by: Behind['by'],
  third: FoundName | undefined,
  words: readonly Word[],
  text: string,
): boolean {
  const isAreaOnly = larger.isAbbreviation || larger.hasType || !larger.meanings.some(isCity);
  if (by === 'in')
    return larger.areas.some(({ isUnambiguous, place }) => isUnambiguous || place.kind === 'state') && isAreaOnly;
  if (isListed(larger, third, words, text)) return false;
  const rest = text.slice((words[larger.to - 1] as Word).end);
  const isClosed = /^\.?\s*(?:[,;:.!?)]|$)/.test(rest);
  const before = words[name.from - 1];
  const opensSentence =
    before !== undefined &&
    (name.from === 1 || /[.!?]\s*$/.test(text.slice(Math.max(0, before.start - 3), before.start)));
  if (larger.areas.length === 0)
    return isClosed && !opensSentence && !name.meanings.some(({ type }) => type === 'country');
  // Examples are `Delhi, New York, celebrates` and `Delhi, New York and London`.
  if (!isAreaOnly) return /^\s*,\s+\p{Ll}/u.test(rest);
  return isClosed || (!opensSentence && /^ \p{Ll}/u.test(rest) && !/^ (?:and|or)\b/.test(rest));
}

const isCity = (meaning: Meaning): boolean =>
  meaning.type === 'place' &&
  meaning.place.population > 0 &&
  (meaning.place.kind === 'city' || meaning.place.kind === 'capital');

function isListed(larger: FoundName, third: FoundName | undefined, words: readonly Word[], text: string): boolean {
  if (third === undefined || (third.areas.length === 0 && countryOf(third) === undefined)) return false;
  const between = text.slice((words[larger.to - 1] as Word).end, (words[third.from] as Word).start);
  return /^(?:, | and | or | & |, and |, or )(?:the )?$/.test(between);
}
