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

/** The values of spans of places: a country and a flag are ISO 3166-1 alpha-2 codes, a flag is that of an adjective. */
interface PlaceValues {
  place: AreaOfPlace;
  country: string;
  flag: string;
}

interface SpanOf<Type extends keyof PlaceValues> {
  type: Type;
  /** Tokens: the first one and the one after the last. */
  from: number;
  to: number;
  value: PlaceValues[Type];
  isExact: boolean;
  /** Other values that fit as well. */
  others?: ReadonlyArray<PlaceValues[Type]>;
}

/** A part of a text that names a place, a country or a flag. */
export type PlaceSpan = { [Type in keyof PlaceValues]: SpanOf<Type> }[keyof PlaceValues];
