import { text } from '../../../../api/rules.js';

export const MAX_RADIUS_METERS = 5_000_000;
/**
 * Maximum radius of a moving geofence (m). Other circles may be larger; the area of a moving geofence is searched
 * whenever it moves.
 */
export const MAX_MOVING_RADIUS_METERS = 1_000_000;
export const MAX_LINE_PLACES = 200;
export const MAX_WIDTH_METERS = 500_000;

/** Returns the validation rule for the id of a vessel or aircraft in a request. */
export const entityRule = () =>
  text(
    13,
    16,
    /^(?:vessel:\d{9}|aircraft:~?[0-9a-fA-F]{6})$/,
    '`vessel:` with nine digits or `aircraft:` with six hexadecimal digits',
  );
