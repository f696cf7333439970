import type { PlaceMention } from '../../../gazetteer/find-places.js';
import type { InstrumentMention } from './find-instruments.js';

/** Number of characters between a town and its area: a comma and a space. */
const BETWEEN = 2;

/**
 * Returns the mentions of instruments without names that are a part of an address in the same text: in `Reading,
 * Berkshire` the county is no company. Two places next to each other are an address if they are in one country. The
 * time is linear in the number of mentions and places.
 * @param places in the order of the text
 */
export function outsideOfAddresses(
  mentions: readonly InstrumentMention[],
  places: readonly PlaceMention[],
): InstrumentMention[] {
  /** The ends of the places that are a part of an address, by their starts. */
  const parts = new Map(
    places
      .filter((place, index) => adjoins(place, places[index + 1]) || adjoins(places[index - 1], place))
      .map(({ start, end }) => [start, end]),
  );
  return mentions.filter(({ by, start, end }) => by !== 'name' || end > (parts.get(start) ?? 0));
}

const adjoins = (town: PlaceMention | undefined, area: PlaceMention | undefined): boolean =>
  town !== undefined &&
  area !== undefined &&
  area.start - town.end === BETWEEN &&
  area.place.country !== null &&
  area.place.country === town.place.country;
