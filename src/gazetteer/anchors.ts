import { type Area, isWithin } from './areas.js';
import type { Place } from './gazetteer.js';
import type { FoundName } from './place-names.js';

/** A place or area that a text certainly names, next to which its other places are more likely. */
type Anchor = { name: FoundName } & ({ place: Place; area?: undefined } | { area: Area; place?: undefined });

/** Minimum population of a town without namesakes that is an anchor: smaller ones are often other things. */
const MIN_POPULATION = 20_000;
/** Distance (km) up to which a place is near an anchor: a town and its neighbours. */
const NEAR_KM = 100;
const KM_PER_DEGREE = 111.2;
/** Maximum number of anchors of a text, so that the time is linear in its length. */
const MAX_ANCHORS = 12;

/** Returns the anchors of a text: decided places, towns without namesakes, and areas with an unambiguous name. */
export function anchorsOf(found: readonly FoundName[]): Anchor[] {
  const anchors: Anchor[] = [];
  for (const name of found) {
    if (anchors.length === MAX_ANCHORS) break;
    const { decided, meanings, areas } = name;
    if (decided === null) continue;
    if (decided !== undefined) {
      if ('kind' in decided && decided.population > 0) anchors.push({ name, place: decided });
      continue;
    }
    const [only] = meanings;
    if (meanings.length === 1 && only?.type === 'place' && !only.isAmbiguous && isTown(only.place))
      anchors.push({ name, place: only.place });
    const [area] = areas;
    if (meanings.length === 0 && areas.length === 1 && area?.isUnambiguous === true) anchors.push({ name, area });
  }
  return anchors;
}

const isTown = ({ kind, population }: Place): boolean =>
  (kind === 'city' || kind === 'capital') && population >= MIN_POPULATION;

/** Returns true when a place is near an anchor other than its own name: `fire crews from Dover and Folkestone`. */
export const isNearAnchor = (anchors: readonly Anchor[], name: FoundName, place: Place): boolean =>
  anchors.some((anchor) => {
    if (anchor.name === name) return false;
    return anchor.area === undefined ? distanceKm(anchor.place, place) <= NEAR_KM : isWithin(place, anchor.area);
  });

function distanceKm(one: Place, other: Place): number {
  const [north, east] = [one.lat - other.lat, (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180)];
  return Math.hypot(north, east) * KM_PER_DEGREE;
}
