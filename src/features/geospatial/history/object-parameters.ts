import type { PathParameterDescription } from '../../../openapi/endpoint.js';
import { text } from '../../../openapi/rules.js';

/** The `{mmsi}` of a path. */
export const mmsiParameter: PathParameterDescription = {
  description: 'MMSI, nine digits.',
  rule: text(9, 9, /^\d{9}$/, 'an MMSI such as 219024336'),
  example: '219024336',
};

/** The `{icao24}` of a path. */
export const icao24Parameter: PathParameterDescription = {
  description: '24-bit address in hexadecimal, case-insensitive; prefixed with `~` when it is not an ICAO address.',
  rule: text(6, 7, /^~?[0-9A-Fa-f]{6}$/, 'an address such as 4ca2d6'),
  example: '4ca2d6',
};
