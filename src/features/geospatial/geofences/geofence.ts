import type { Corner } from '../geometry/ring.js';
import type { Layer } from '../layer.js';
import type { Position } from '../position.js';

export type FenceShape =
  | { type: 'circle'; center: Position; radiusMeters: number }
  | { type: 'polygon'; coordinates: Corner[] }
  /** Coordinates as in GeoJSON: for each polygon the outer ring, then its holes. */
  | { type: 'Polygon'; coordinates: Corner[][] }
  | { type: 'MultiPolygon'; coordinates: Corner[][][] }
  | { type: 'corridor'; line: Corner[]; widthMeters: number }
  /** A circle around a moving object, such as `vessel:219024336` or `aircraft:4ca2d6`. */
  | { type: 'moving'; entity: string; radiusMeters: number };

/** A shape with a fixed position. */
export type StillShape = Exclude<FenceShape, { type: 'moving' }>;

/** The objects to which a geofence applies, and the conditions for publishing their transitions. */
export interface FencePolicy {
  /**
   * Distance outside the shape (m) beyond which a member exits, so that a vessel on the edge does not enter and exit
   * all day.
   */
  hysteresisMeters: number;
  /**
   * Minimum stay before an entry is published: the first report at least this long after the first report inside
   * publishes it. Objects that leave earlier cause no event. 0: entries are published at once.
   */
  minStaySeconds: number;
  /**
   * Length of a stay for which a dwell is published once: by the first later report that is still inside; or, if the
   * object falls silent, after a further wait of twice the delay of its latest report. Null: dwells are not published.
   */
  dwellSeconds: number | null;
  /** Reports with a known error above this are ignored. Null: all reports count. */
  accuracyGateMeters: number | null;
  /**
   * Handling of objects that are already inside when the geofence is created, changed or activated; they become members
   * without an event (`ignore`) or with an entry (`enter`).
   */
  insideAtCreation: 'ignore' | 'enter';
  layers: Layer[];
  /** Objects to which the geofence is limited. Null: all objects of the layers. */
  entities: string[] | null;
  /**
   * Range of pressure altitudes for aircraft; a null bound is no limit, and null is any altitude. It does not apply to
   * vessels.
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

/** A geofence with the fields that the API returns. */
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
