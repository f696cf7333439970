import type { Position } from './position.js';
import { roundedDistance } from './sphere.js';

/** An item of a list, with its distance from the center of the requested circle, if there is one (m). */
export type Nearby<Item> = Item & { distanceMeters?: number };

/** Adds `distanceMeters` to an item; without a center, returns the item unchanged. */
export function nearby<Item extends { position: Position }>(item: Item, center: Position | undefined): Nearby<Item> {
  return center === undefined ? item : { ...item, distanceMeters: roundedDistance(center, item.position) };
}

/** An item with its exact distance (m), by which a list is ordered. */
export type Distant<Item> = Item & { distance: number };
