/** The kind of sender or group that an MMSI identifies, by its digits (ITU-R M.585). */
export type MmsiForm =
  | 'ship'
  | 'group'
  | 'coast_station'
  | 'sar_aircraft'
  | 'handheld'
  | 'auxiliary_craft'
  | 'aid_to_navigation'
  | 'emergency_beacon';

/**
 * Numbers that manufacturers leave as default or installers type in as a placeholder. Other known placeholders (0, 1,
 * and 1193046, which is 123456 in hexadecimal) have no valid form anyway.
 */
const made = new Set([123456789, 987654321]);

/**
 * First digits of search and rescue transmitters (970), man overboard devices (972) and emergency position-indicating
 * radio beacons (974).
 */
const beacons = new Set([970, 972, 974]);

/** True for the MID of a country; MIDs begin with 2 to 7. */
const isMid = (mid: number): boolean => mid >= 200 && mid < 800;

/** `regular`: the MMSI has a form that ITU-R M.585 assigns; `irregular`: it has no such form. */
export const identities = ['regular', 'irregular'] as const;
export type Identity = (typeof identities)[number];

/**
 * Returns `irregular` for an MMSI without a valid form: typed in wrongly (222222222), left at the manufacturer's
 * default (123456789), with fewer digits than nine (3638), or without a country code (990000001). Real stations send
 * such numbers, and several may share one.
 */
export const identityOf = (mmsi: number): Identity => (formOf(mmsi) === undefined ? 'irregular' : 'regular');

/** True for 0 to 999,999,999: MMSIs have nine digits, but the field of a message has room for larger numbers. */
export const isMmsi = (mmsi: number): boolean => Number.isInteger(mmsi) && mmsi >= 0 && mmsi <= 999_999_999;

/**
 * @returns undefined for an MMSI without a valid form, such as 0, 1 and 123456789, which many stations may send at once
 */
export function formOf(mmsi: number): MmsiForm | undefined {
  if (mmsi > 999_999_999 || made.has(mmsi)) return undefined;
  // Nine equal digits, such as 222222222 and 777777777.
  if (mmsi > 99_999_999 && mmsi % 111_111_111 === 0) return undefined;
  if (mmsi >= 200_000_000 && mmsi < 800_000_000) return 'ship';
  // Handheld radios and pilots' portable units often have a number without a MID.
  if (mmsi > 800_000_000 && mmsi < 900_000_000) return 'handheld';
  if (beacons.has(Math.floor(mmsi / 1_000_000))) return 'emergency_beacon';
  return isMid(midOf(mmsi)) ? formOfRest(mmsi) : undefined;
}

function formOfRest(mmsi: number): MmsiForm | undefined {
  if (mmsi >= 990_000_000) return 'aid_to_navigation';
  if (mmsi >= 980_000_000) return 'auxiliary_craft';
  if (mmsi >= 100_000_000) return 'sar_aircraft';
  return mmsi >= 10_000_000 ? 'group' : 'coast_station';
}

/** Returns the three digits of the country code (MID), by the form of the MMSI; meaningless for forms without one. */
export function midOf(mmsi: number): number {
  if (mmsi >= 980_000_000) return Math.floor(mmsi / 10_000) % 1_000; // 99MIDaxxx, 98MIDxxxx
  if (mmsi >= 900_000_000) return 0;
  if (mmsi >= 800_000_000) return Math.floor(mmsi / 100_000) % 1_000; // 8MIDxxxxx
  if (mmsi >= 200_000_000) return Math.floor(mmsi / 1_000_000); // MIDxxxxxx
  if (mmsi >= 111_000_000 && mmsi < 112_000_000) return Math.floor(mmsi / 1_000) % 1_000; // 111MIDaxx
  if (mmsi >= 100_000_000) return 0;
  if (mmsi >= 10_000_000) return Math.floor(mmsi / 100_000); // 0MIDxxxxx
  return Math.floor(mmsi / 10_000); // 00MIDxxxx
}
