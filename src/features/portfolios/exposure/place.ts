export const exposurePlaceKinds = ['country', 'port', 'strait'] as const;
export type ExposurePlaceKind = (typeof exposurePlaceKinds)[number];

/** A country, a port, or a strait (a canal, a cape and a passage as well). */
export interface ExposurePlace {
  /** `country:NL`, `port:nl-rotterdam`, `strait:strait-of-hormuz`. */
  id: string;
  kind: ExposurePlaceKind;
  name: string;
  /** ISO 3166-1 alpha-2; null for international waters. */
  country: string | null;
  /** Latitude; for a country, of the center of its largest part. */
  lat: number;
  lon: number;
  /** An event within this distance (m) of the position is at the place; null for a country, whose land counts. */
  reachMeters: number | null;
}

/** A place with its distance from a position. */
export interface NearbyPlace {
  place: ExposurePlace;
  /** 0 for a country that the position is in. */
  distanceMeters: number;
}

/** Where something happens; exactly one of `near`, `eventId` and `place`. */
export interface ExposedRequest {
  /** Latitude, longitude. */
  near?: number[];
  /** 50 km by default. */
  radiusMeters?: number;
  eventId?: string;
  place?: string;
}
