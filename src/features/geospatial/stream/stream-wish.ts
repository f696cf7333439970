import type { ShipType } from '../ais/ship-type.js';
import { shipTypeOf } from '../ais/ship-type.js';
import type { Box } from '../box.js';
import type { MapLayer } from '../layer.js';
import { isStanding } from '../standing.js';
import type { StreamItem } from './stream-item.js';

/** What a caller wants to be told of. */
export interface StreamWish {
  accountId: string;
  box: Box;
  layers: readonly MapLayer[];
  /** Of ships; undefined for all. */
  types?: readonly ShipType[];
  /** Of events. */
  minSeverity?: number;
}

/** Equal for those who want the same. */
export const keyOfWish = ({ accountId, box, layers, types, minSeverity }: StreamWish): string =>
  JSON.stringify([accountId, box.west, box.south, box.east, box.north, [...layers].sort(), types && [...types].sort(), minSeverity]);

/** Whether a ship or an aircraft is of the kind that is wanted, wherever it is. */
export function isOfKind({ types }: StreamWish, item: StreamItem): boolean {
  if (item.kind !== 'vessel') return true;
  const { station, shipTypeCode } = item.value;
  if (isStanding(station)) return false;
  const type = shipTypeOf(shipTypeCode);
  return types === undefined || (type !== null && types.includes(type));
}
