/** An area around a place. */
export interface AreaOfPlace {
  name: string;
  lat: number;
  lon: number;
  radiusMeters: number;
  /** ISO 3166-1 alpha-2 code of a country, whose area is its bounding box. */
  country?: string;
  /** Bounding box: west, south, east, north in degrees. */
  bbox?: readonly [number, number, number, number];
}

/**
 * Values of spans. Countries and flags are ISO 3166-1 alpha-2 codes; a flag comes from an adjective such as `Danish`.
 */
interface PlaceValues {
  place: AreaOfPlace;
  country: string;
  flag: string;
}

interface SpanOf<Type extends keyof PlaceValues> {
  type: Type;
  /** Indexes of the first token and of the token after the last one. */
  from: number;
  to: number;
  value: PlaceValues[Type];
  isExact: boolean;
  /** Other values that fit as well. */
  others?: ReadonlyArray<PlaceValues[Type]>;
}

/** A part of a text that names a place, a country or a flag. */
export type PlaceSpan = { [Type in keyof PlaceValues]: SpanOf<Type> }[keyof PlaceValues];
