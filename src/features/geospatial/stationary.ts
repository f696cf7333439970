import type { Station } from './vessel.js';

/** True for stations that do not move; lists of vessels leave them out unless they are requested. */
export const isStationary = (station: Station): boolean =>
  station === 'base_station' || station === 'aid_to_navigation';
