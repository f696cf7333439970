/** The items that the user is looking at. Ids are the caller's own; others are rejected before an answer begins. */
export interface AiContext {
  /** In upper case. */
  symbols?: string[];
  watchlistId?: string;
  portfolioId?: string;
  /** West, south, east, north in degrees. */
  bbox?: number[];
  /** Each as `<kind>:<id>`: `vessel:219024336`. */
  entityIds?: string[];
  alertIds?: string[];
  /** Start of the period, inclusive; RFC 3339. */
  from?: string;
  /** End of the period, exclusive; RFC 3339. */
  to?: string;
}
