import type { ShipType } from '../ais/ship-type.js';
import { shipTypeOf } from '../ais/ship-type.js';
import type { Box } from '../box.js';
import type { MapLayer } from '../layer.js';
import { isStationary } from '../stationary.js';
import type { StreamItem } from './stream-item.js';

/** The selection of a stream's caller. */
export interface StreamRequest {
  accountId: string;
  box: Box;
  layers: readonly MapLayer[];
  /** Types of vessels; undefined for all. */
  types?: readonly ShipType[];
  /** The lowest severity of events. */
  minSeverity?: number;
}

/** A text that is equal for equal requests of one account. */
export const requestKey = ({ accountId, box, layers, types, minSeverity }: StreamRequest): string =>
  JSON.stringify([
    accountId,
    box.west,
    box.south,
    box.east,
    box.north,
    [...layers].sort(),
    types && [...types].sort(),
    minSeverity,
  ]);

/** Whether a vessel is of a requested type, wherever it is; always true of other items. */
export function isRequestedType({ types }: StreamRequest, item: StreamItem): boolean {
  if (item.kind !== 'vessel') return true;
  const { station, shipTypeCode } = item.value;
  if (isStationary(station)) return false;
  const type = shipTypeOf(shipTypeCode);
  return types === undefined || (type !== null && types.includes(type));
}
