/** The kind of sender or group that an MMSI numbers, by its digits (ITU-R M.585). */
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
 * Left in by makers, or typed in to be rid of a question; the other known ones (0, 1, 1193046, which is 123456 in
 * hexadecimal) are of no form.
 */
const made = new Set([123456789, 987654321]);

/** Search and rescue transmitter, man overboard, position-indicating radio beacon. */
const beacons = new Set([970, 972, 974]);

/** Whether a MID is that of a nation: these begin with 2 to 7. */
const isMid = (mid: number): boolean => mid >= 200 && mid < 800;

/** Whether an MMSI has one of the forms that ITU-R M.585 gives out. */
export const identities = ['regular', 'irregular'] as const;
export type Identity = (typeof identities)[number];

/**
 * `irregular` for an MMSI of no form: typed in wrongly (222222222), left in by the maker (123456789), of fewer digits
 * than nine (3638), or without the number of a nation (990000001). Real stations send such numbers, and several may
 * share one.
 */
export const identityOf = (mmsi: number): Identity => (formOf(mmsi) === undefined ? 'irregular' : 'regular');

/** MMSIs have nine digits; the field of a message has room for larger numbers. */
export const isMmsi = (mmsi: number): boolean => Number.isInteger(mmsi) && mmsi >= 0 && mmsi <= 999_999_999;

/** @returns undefined for an MMSI of no form, such as 0, 1 and 123456789: many may send it at once */
export function formOf(mmsi: number): MmsiForm | undefined {
  if (mmsi > 999_999_999 || made.has(mmsi)) return undefined;
  // 222222222, 777777777 and their like.
  if (mmsi > 99_999_999 && mmsi % 111_111_111 === 0) return undefined;
  if (mmsi >= 200_000_000 && mmsi < 800_000_000) return 'ship';
  // Handheld radios and the units that pilots carry are often numbered without a MID.
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

/** The three digits of the country code (MID), by the form of the MMSI; meaningless for forms without one. */
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
