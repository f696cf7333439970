/** A place in a corrected mapping. */
export interface MappedPlace {
  /** The id of the place. */
  place: string;
  /** Fraction of the holding that depends on the place: 0.27 is 27 %. */
  fraction: number;
  /** Reason given by the account; null without one. */
  reason: string | null;
}

/** The places of a symbol as corrected by an account. They replace the built-in rules for the symbol. */
export interface ExposureMapping {
  accountId: string;
  symbol: string;
  places: MappedPlace[];
  updatedAt: Date;
}

export const MAX_MAPPED_PLACES = 50;
