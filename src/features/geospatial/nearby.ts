import type { Position } from './position.js';
import { roundedDistance } from './sphere.js';

/** An item of a list, with its distance from the center if the list has one. */
export type Nearby<Item> = Item & { distanceMeters?: number };

/** Adds `distanceMeters`; without a center the item itself. */
export function nearby<Item extends { position: Position }>(item: Item, center: Position | undefined): Nearby<Item> {
  return center === undefined ? item : { ...item, distanceMeters: roundedDistance(center, item.position) };
}

/** The exact distance by which a list is ordered, in meters. */
export type Distant<Item> = Item & { distance: number };
