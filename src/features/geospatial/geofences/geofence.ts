import type { Corner } from '../geometry/ring.js';
import type { Layer } from '../layer.js';
import type { Position } from '../position.js';

export type FenceShape =
  | { type: 'circle'; center: Position; radiusMeters: number }
  | { type: 'polygon'; coordinates: Corner[] }
  /** As GeoJSON has them: of each polygon the outer ring, then holes. */
  | { type: 'Polygon'; coordinates: Corner[][] }
  | { type: 'MultiPolygon'; coordinates: Corner[][][] }
  | { type: 'corridor'; line: Corner[]; widthMeters: number }
  /** A circle around something that moves, `vessel:219024336` or `aircraft:4ca2d6`. */
  | { type: 'moving'; entity: string; radiusMeters: number };

/** A shape that stays where it is. */
export type StillShape = Exclude<FenceShape, { type: 'moving' }>;

/** When a coming, a going or a staying is told. */
export interface FencePolicy {
  /** Who is inside has left only when it is farther than this outside: a ship on the edge does not come and go all day. */
  hysteresisMeters: number;
  /** A coming is told by the first report at least so long after the first one inside; who leaves before was never there. 0: at once. */
  minStaySeconds: number;
  /**
   * A stay so long is told once, by the times of reports: by a report that shows it inside afterwards; of what falls silent inside by the clock, twice as
   * late as its latest report arrived. Null: never.
   */
  dwellSeconds: number | null;
  /** Reports known to be less accurate than this decide nothing. Null: all decide. */
  accuracyGateMeters: number | null;
  /** What is inside already when the fence is made, changed or woken: `ignore` makes it members without a word, `enter` tells that it has come. */
  insideAtCreation: 'ignore' | 'enter';
  layers: Layer[];
  /** Only these. Null: everything of the layers. */
  entities: string[] | null;
  /** Only aircraft between these pressure altitudes, each null for no limit; ships are not asked. Null: at any altitude. */
  altitudeFeet: { min: number | null; max: number | null } | null;
}

/** What the engine needs to know of one. */
export interface WatchedGeofence {
  id: string;
  accountId: string;
  name: string;
  shape: FenceShape;
  policy: FencePolicy;
  expiresAt: Date | null;
  updatedAt: Date;
}

/** A place whose comings and goings an account wants to know. */
export interface Geofence extends WatchedGeofence {
  version: number;
  createdAt: Date;
}

export const defaultPolicy: FencePolicy = {
  hysteresisMeters: 50,
  minStaySeconds: 0,
  dwellSeconds: null,
  accuracyGateMeters: null,
  insideAtCreation: 'ignore',
  layers: ['vessels', 'aircraft'],
  entities: null,
  altitudeFeet: null,
};
