export const exposurePlaceKinds = ['country', 'port', 'strait'] as const;
export type ExposurePlaceKind = (typeof exposurePlaceKinds)[number];

/** A country, a port, or a strait (which may also be a canal, cape or passage). */
export interface ExposurePlace {
  /** Id with the kind: `country:NL`, `port:nl-rotterdam`, `strait:strait-of-hormuz`. */
  id: string;
  kind: ExposurePlaceKind;
  name: string;
  /** Country code (ISO 3166-1 alpha-2); null for international waters. */
  country: string | null;
  /** Latitude (degrees); for a country, the latitude of the center of its largest part. */
  lat: number;
  lon: number;
  /** An event within this distance (m) of the position is at the place; null for a country, whose land area counts. */
  reachMeters: number | null;
}

/** A place with its distance from a position. */
export interface NearbyPlace {
  place: ExposurePlace;
  /** Distance (m); 0 for a country that the position is in. */
  distanceMeters: number;
}

/** A place, position or event in a request; exactly one of `near`, `eventId` and `place` is given. */
export interface ExposedRequest {
  /** Latitude and longitude (degrees). */
  near?: number[];
  /** Radius around `near` or the event (m). Default: 50 km. */
  radiusMeters?: number;
  eventId?: string;
  place?: string;
}
