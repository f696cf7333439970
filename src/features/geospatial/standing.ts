import type { Station } from './observation.js';

/** What stays where it is belongs on charts, not among ships: the lists leave it out, too, unless asked. */
export const isStanding = (station: Station): boolean => station === 'base_station' || station === 'aid_to_navigation';
