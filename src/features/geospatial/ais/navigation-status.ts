/**
 * Navigation status of class A vessels, in the order of the codes of ITU-R M.1371 table 45. Code 15 means undefined.
 */
const byCode = [
  'under_way_using_engine',
  'at_anchor',
  'not_under_command',
  'restricted_manoeuvrability',
  'constrained_by_draught',
  'moored',
  'aground',
  'engaged_in_fishing',
  'under_way_sailing',
  'reserved',
  'reserved',
  'towing_astern',
  'pushing_ahead',
  'reserved',
  'emergency_beacon_active',
] as const;
export type NavigationStatus = (typeof byCode)[number];

export const navigationStatuses: readonly NavigationStatus[] = [...new Set(byCode)];

/** Returns the status of a code; null when not reported, which is null or code 15. */
export const navigationStatusOf = (code: number | null): NavigationStatus | null =>
  code === null ? null : (byCode[code] ?? null);
