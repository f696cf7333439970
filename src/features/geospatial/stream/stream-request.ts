import { type AircraftFilter, aircraftFilter } from '../aircraft/aircraft-filter.js';
import type { ShipType } from '../ais/ship-type.js';
import { shipTypeOf } from '../ais/ship-type.js';
import type { Box } from '../box.js';
import type { ChosenObjects } from '../fleets/chosen-objects.js';
import type { MapLayer } from '../layer.js';
import { isStationary } from '../stationary.js';
import type { StreamItem } from './stream-item.js';

/** The selection of a stream. */
export interface StreamRequest {
  accountId: string;
  box: Box;
  layers: readonly MapLayer[];
  /** Types of vessels; undefined for all types. */
  types?: readonly ShipType[];
  /** Filters of aircraft. */
  aircraft?: AircraftFilter;
  /** Minimum severity of events; undefined for all events. */
  minSeverity?: number;
  /** The only vessels and aircraft; undefined for all. */
  chosen?: ChosenObjects;
}

/** Returns a text that is equal for equal requests of one account. */
export const requestKey = ({ accountId, box, layers, types, aircraft, minSeverity, chosen }: StreamRequest): string =>
  JSON.stringify([
    accountId,
    box.west,
    box.south,
    box.east,
    box.north,
    [...layers].sort(),
    types && [...types].sort(),
    aircraft,
    minSeverity,
    chosen && [...chosen.vessels, ...chosen.aircraft],
  ]);

/**
 * Returns a filter of the items of a stream by their properties, regardless of their position: types of vessels, and
 * filters of aircraft. It matches all other items.
 * @throws Problem `invalid_request` for an inverted range
 */
export function itemFilter({ types, aircraft = {} }: StreamRequest): (item: StreamItem) => boolean {
  const matchesAircraft = aircraftFilter(aircraft);
  return (item) => {
    if (item.kind === 'aircraft') return matchesAircraft?.((name) => item.value[name]) ?? true;
    if (item.kind !== 'vessel') return true;
    const { station, shipTypeCode } = item.value;
    if (isStationary(station)) return false;
    const type = shipTypeOf(shipTypeCode);
    return types === undefined || (type !== null && types.includes(type));
  };
}
