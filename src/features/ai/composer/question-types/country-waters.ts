/**
 * Width of territorial waters: 12 nautical miles. `EVENT_METERS` is larger, because natural events occur farther off
 * the coast.
 */
export const WATERS_METERS = 22_224;
export const EVENT_METERS = 100_000;
