import { DAY_MS, SECOND_MS } from '../../../time/durations.js';

/** The greatest distance of a condition (m), a quarter of the way around the Earth. */
export const MAX_RADIUS_METERS = 10_000_000;
/** The longest window of a condition. */
export const MAX_WINDOW_SECONDS = (30 * DAY_MS) / SECOND_MS;
