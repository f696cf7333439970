/** Width of territorial waters, 12 nautical miles; natural events off the coast are farther away. */
export const WATERS_METERS = 22_224;
export const EVENT_METERS = 100_000;
