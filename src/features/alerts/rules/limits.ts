import { DAY_MS, SECOND_MS } from '../../../time/durations.js';

/** Maximum distance of a condition (m): a quarter of the Earth's circumference. */
export const MAX_RADIUS_METERS = 10_000_000;
/** Maximum length of a window of a condition: 30 days. */
export const MAX_WINDOW_SECONDS = (30 * DAY_MS) / SECOND_MS;
