/** A place of a corrected mapping. */
export interface MappedPlace {
  /** The id of the place. */
  place: string;
  /** Fraction of the holding that depends on it: 0.27 is 27 %. */
  fraction: number;
  /** Why; null without one. */
  reason: string | null;
}

/** The places of a symbol as an account corrected them; the built-in rules do not apply to the symbol then. */
export interface ExposureMapping {
  accountId: string;
  symbol: string;
  places: MappedPlace[];
  updatedAt: Date;
}

export const MAX_MAPPED_PLACES = 50;
