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
  /** Minimum severity of events; undefined for all events. */
  minSeverity?: number;
  /** The only vessels and aircraft; undefined for all. */
  chosen?: ChosenObjects;
}

/** Returns a text that is equal for equal requests of one account. */
export const requestKey = ({ accountId, box, layers, types, minSeverity, chosen }: StreamRequest): string =>
  JSON.stringify([
    accountId,
    box.west,
    box.south,
    box.east,
    box.north,
    [...layers].sort(),
    types && [...types].sort(),
    minSeverity,
    chosen && [...chosen.vessels, ...chosen.aircraft],
  ]);

/** True if a vessel has a requested type, regardless of its position; always true for other items. */
export function isRequestedType({ types }: StreamRequest, item: StreamItem): boolean {
  if (item.kind !== 'vessel') return true;
  const { station, shipTypeCode } = item.value;
  if (isStationary(station)) return false;
  const type = shipTypeOf(shipTypeCode);
  return types === undefined || (type !== null && types.includes(type));
}
