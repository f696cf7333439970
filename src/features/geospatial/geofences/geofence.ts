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
  /** A circle around a moving object, `vessel:219024336` or `aircraft:4ca2d6`. */
  | { type: 'moving'; entity: string; radiusMeters: number };

/** A shape that does not move. */
export type StillShape = Exclude<FenceShape, { type: 'moving' }>;

/** The objects that a fence applies to, and when their transitions are published. */
export interface FencePolicy {
  /**
   * A member exits only when it is farther outside than this, so that a vessel on the edge does not enter and exit all
   * day.
   */
  hysteresisMeters: number;
  /**
   * An entry is published by the first report at least this long after the first report inside. An object that leaves
   * before is ignored. 0: at once.
   */
  minStaySeconds: number;
  /**
   * A stay of this length is published once: by the first later report that is still inside; or, if the object falls
   * silent, by the clock plus twice the delay of its latest report. Null: never.
   */
  dwellSeconds: number | null;
  /** Reports known to be less accurate than this are ignored. Null: all reports count. */
  accuracyGateMeters: number | null;
  /**
   * Objects already inside when the fence is created, changed or activated become members: without an event (`ignore`),
   * or with an entry (`enter`).
   */
  insideAtCreation: 'ignore' | 'enter';
  layers: Layer[];
  /** Only these objects. Null: all objects of the layers. */
  entities: string[] | null;
  /**
   * Only aircraft between these pressure altitudes, each null for no limit; it does not apply to vessels. Null: at any
   * altitude.
   */
  altitudeFeet: { min: number | null; max: number | null } | null;
}

/** The fields of a geofence that the engine needs. */
export interface WatchedGeofence {
  id: string;
  accountId: string;
  name: string;
  shape: FenceShape;
  policy: FencePolicy;
  expiresAt: Date | null;
  updatedAt: Date;
}

/** A shape whose entries, exits and dwells an account wants to receive. */
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
