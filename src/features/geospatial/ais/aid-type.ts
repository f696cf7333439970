/**
 * Types of aids to navigation: the item at index n has the code n + 1 in ITU-R M.1371-5 table 74. Code 0 means not
 * specified.
 */
const byCode = [
  'reference_point',
  'racon',
  'fixed_structure_offshore',
  'emergency_wreck_mark',
  'light_without_sectors',
  'light_with_sectors',
  'leading_light_front',
  'leading_light_rear',
  'beacon_cardinal_north',
  'beacon_cardinal_east',
  'beacon_cardinal_south',
  'beacon_cardinal_west',
  'beacon_port_hand',
  'beacon_starboard_hand',
  'beacon_preferred_channel_port_hand',
  'beacon_preferred_channel_starboard_hand',
  'beacon_isolated_danger',
  'beacon_safe_water',
  'beacon_special_mark',
  'buoy_cardinal_north',
  'buoy_cardinal_east',
  'buoy_cardinal_south',
  'buoy_cardinal_west',
  'buoy_port_hand',
  'buoy_starboard_hand',
  'buoy_preferred_channel_port_hand',
  'buoy_preferred_channel_starboard_hand',
  'buoy_isolated_danger',
  'buoy_safe_water',
  'buoy_special_mark',
  'light_vessel_or_rig',
] as const;
export type AidType = (typeof byCode)[number];

export const aidTypes: readonly AidType[] = byCode;

/** Returns the type of an aid to navigation; null for an unknown type, which is null or code 0. */
export const aidTypeOf = (code: number | null): AidType | null => (code === null ? null : (byCode[code - 1] ?? null));
