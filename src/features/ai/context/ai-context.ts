/**
 * The objects that the user is looking at. A request with ids that do not belong to the caller is rejected before an
 * answer begins.
 */
export interface AiContext {
  /** Symbols in upper case. */
  symbols?: string[];
  watchlistId?: string;
  portfolioId?: string;
  /** West, south, east, north in degrees. */
  bbox?: number[];
  /** Entities in the form `<kind>:<id>`: `vessel:219024336`. */
  entityIds?: string[];
  alertIds?: string[];
  /** Start of the period, inclusive, as a date-time (RFC 3339). */
  from?: string;
  /** End of the period, exclusive, as a date-time (RFC 3339). */
  to?: string;
}
