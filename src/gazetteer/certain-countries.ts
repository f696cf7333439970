import type { Meaning, Place } from './gazetteer.js';
import type { FoundName } from './place-names.js';

// Countries and states that a text certainly names, which decide between places of one name.

/** Minimum population of a city whose mention shows which country a text is about. */
export const WELL_KNOWN_POPULATION = 200_000;
/** Minimum population of a city of an unambiguous name for the same. */
const CERTAIN_POPULATION = 60_000;
/** Minimum population of a city that is meant rather than a state of the United States of its name. */
export const MIN_STATE_RIVAL = 500_000;
/** Assumed population of a place of unknown size, such as a port: the population of a town. */
export const UNKNOWN_POPULATION = 50_000;

/**
 * Returns the countries of unambiguous names: of countries, and of well-known places whose namesakes are all in the
 * same country.
 */
export function certainCountries(found: readonly FoundName[]): Set<string> {
  const certain = new Set<string>();
  for (const name of found) {
    const { meanings, areas, hasType, isAbbreviation, decided } = name;
    if (decided === null) continue;
    if (decided !== undefined) {
      if (decided.country !== null) certain.add(decided.country);
      continue;
    }
    const [area] = areas;
    const isAreaAlone = meanings.length === 0 || (area?.isUnambiguous === true && meanings.every(isSmallTown));
    if (isAreaAlone && area !== undefined && !isAbbreviation && (hasType || area.isUnambiguous))
      certain.add(area.place.country as string);
    if (namedState(name).length > 0) certain.add('US');
    const [only] = meanings;
    if (meanings.length === 1 && only?.type === 'place' && !only.isAmbiguous && only.place.country !== null)
      if (only.place.kind === 'city' && only.place.population >= CERTAIN_POPULATION) certain.add(only.place.country);
    const [first, ...others] = meanings.filter((meaning) => !isSmallTown(meaning)).map(certainCountry);
    if (first !== undefined && others.every((other) => other === first)) certain.add(first);
  }
  return certain;
}

/** Returns the code of the state that a name means; none if a city or a country is more likely meant. */
export function namedState({ meanings, decided, isAbbreviation }: FoundName): string[] {
  if (decided != null || isAbbreviation)
    return decided != null && 'kind' in decided && decided.kind === 'state' ? [decided.area ?? ''] : [];
  const state = meanings.find((meaning) => meaning.type === 'place' && meaning.place.kind === 'state');
  const isRival = (meaning: Meaning) =>
    meaning.type !== 'place' ||
    (meaning.place !== (state as { place?: Place } | undefined)?.place && meaning.place.population >= MIN_STATE_RIVAL);
  return state?.type !== 'place' || meanings.some(isRival) ? [] : [state.place.area ?? ''];
}

/** Returns true for a small town, which does not make a well-known name ambiguous. */
export const isSmallTown = (meaning: Meaning): boolean =>
  meaning.type === 'place' && meaning.place.kind === 'city' && meaning.place.population < UNKNOWN_POPULATION;

function certainCountry(meaning: Meaning): string | undefined {
  if (meaning.type === 'other' || meaning.isAmbiguous) return undefined;
  if (meaning.type === 'country') return meaning.code;
  const { country, kind, population } = meaning.place;
  return kind !== 'city' || population >= WELL_KNOWN_POPULATION ? (country ?? undefined) : undefined;
}
