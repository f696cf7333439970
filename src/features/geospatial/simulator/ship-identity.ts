import { mix, unit } from '../../../simulation/noise.js';
import { firstNames, flags, lastNames, type ShipKind, shipKinds } from './ship-kinds.js';

/** The identity of a simulated vessel. A real vessel with one of these numbers is a coincidence. */
export interface ShipIdentity {
  mmsi: number;
  /** Null of fishing vessels. */
  imo: number | null;
  name: string;
  callsign: string;
  flag: string;
  kind: ShipKind;
  typeCode: number;
  lengthMeters: number;
  beamMeters: number;
  /** Laden. */
  draughtMeters: number;
  knots: number;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** @param key random key of the vessel; @param index its index, which makes names and numbers unique */
export function shipIdentity(key: number, index: number): ShipIdentity {
  const kind = chosen(
    shipKinds.map((one) => [one, one.share] as const),
    unit(key, 0),
  );
  const [flag, mid, prefix] = chosen(
    flags.map((one) => [one, one[3]] as const),
    unit(key, 1),
  );
  const size = unit(key, 2);
  const lengthMeters = Math.round(within(kind.lengthMeters, size));
  return {
    // The last three digits are the index, so that numbers are unique.
    mmsi: mid * 1_000_000 + (mix(key, 3) % 1_000) * 1_000 + (index % 1_000),
    imo: kind.name === 'fishing' ? null : imoOf(900_000 + ((index * 83 + (mix(key, 4) % 83)) % 99_999)),
    name: `${firstNames[index % firstNames.length]} ${lastNames[(Math.floor(index / firstNames.length) + index) % lastNames.length]}`,
    callsign:
      prefix + [5, 6].map((at) => letters[mix(key, at) % 26]).join('') + (prefix.length === 1 ? letters[mix(key, 7) % 26] : '') + (1 + (mix(key, 8) % 9)),
    flag,
    kind,
    typeCode: kind.typeCodes[mix(key, 9) % kind.typeCodes.length] as number,
    lengthMeters,
    beamMeters: Math.round(lengthMeters / (6 + unit(key, 10))),
    draughtMeters: Math.round(within(kind.draughtMeters, size) * 10) / 10,
    knots: Math.round(within(kind.knots, unit(key, 11)) * 10) / 10,
  };
}

/** The seventh digit is the last of the sum of the six before it, weighted 7 to 2 (IMO resolution A.1117). */
function imoOf(sixDigits: number): number {
  const sum = [...String(sixDigits)].reduce((total, digit, at) => total + Number(digit) * (7 - at), 0);
  return sixDigits * 10 + (sum % 10);
}

export const within = ([least, greatest]: readonly [number, number], share: number): number => least + (greatest - least) * share;

/** @param choices with their shares, of any sum; @param at from 0 to 1 */
export function chosen<Choice>(choices: ReadonlyArray<readonly [Choice, number]>, at: number): Choice {
  let left = at * choices.reduce((sum, [, share]) => sum + share, 0);
  for (const [choice, share] of choices) {
    left -= share;
    if (left < 0) return choice;
  }
  return (choices.at(-1) as readonly [Choice, number])[0];
}
