/** Returns the day (UTC) of a time in ms, such as `2026-11-20`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
