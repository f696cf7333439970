import type { Emergency } from '../aircraft.js';

/** The emergency transponder codes (ICAO Doc 4444, 15.1 and 15.3). */
export const emergencyOfSquawk: Readonly<Record<string, Emergency>> = {
  7500: 'unlawful',
  7600: 'nordo',
  7700: 'general',
};
