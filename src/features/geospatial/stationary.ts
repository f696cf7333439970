import type { Station } from './vessel.js';

/** Stationary stations are not listed among vessels unless requested. */
export const isStationary = (station: Station): boolean =>
  station === 'base_station' || station === 'aid_to_navigation';
