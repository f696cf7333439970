import { mix, unit } from '../../../simulation/noise.js';
import { chosen, within } from './fleet.js';

type Bounds = readonly [min: number, max: number];

/** Common properties of vessels of one kind. */
export interface ShipKind {
  name: string;
  share: number;
  /** Ship type codes, ITU-R M.1371 table 53. */
  typeCodes: readonly number[];
  knots: Bounds;
  lengthMeters: Bounds;
  draughtMeters: Bounds;
  /** Minimum and maximum distance between the ports of call (km). */
  legKilometers: Bounds;
  ports: Bounds;
  /** Minimum and maximum hours in a port. */
  berthHours: Bounds;
  /** Percentage of port calls with a wait at anchor. */
  anchorShare: number;
  /** Minimum and maximum hours at anchor. */
  anchorHours: Bounds;
  /** Names of the ports of which it calls at one, for vessels that queue before each port; otherwise undefined. */
  busyPorts?: readonly string[];
}

const kinds: readonly ShipKind[] = (
  [
    ['container', 26, [70, 71, 79], [15, 20], [180, 399], [9, 15.5], [1_500, 14_000], [3, 5], [14, 36], 25],
    ['bulk', 24, [70, 70, 79], [10.5, 13.5], [150, 300], [7, 18], [2_500, 16_000], [2, 3], [30, 80], 60],
    ['tanker', 20, [80, 81, 83, 89], [11, 14], [120, 333], [7, 20], [1_500, 14_000], [2, 3], [20, 48], 60],
    ['feeder', 16, [70, 79], [11, 16], [85, 160], [4, 8], [150, 1_200], [3, 5], [8, 20], 20],
    ['passenger', 6, [60, 69], [15, 21], [120, 330], [5.5, 8.5], [120, 1_500], [3, 5], [6, 14], 0],
    ['fishing', 8, [30], [8, 11], [18, 60], [3, 5.5], [150, 900], [2, 2], [16, 60], 0],
  ] as const
).map(([name, share, typeCodes, knots, lengthMeters, draughtMeters, legKilometers, ports, berthHours, anchorShare]) => {
  return {
    name,
    share,
    typeCodes,
    knots,
    lengthMeters,
    draughtMeters,
    legKilometers,
    ports,
    berthHours,
    anchorShare,
    anchorHours: [4, 34],
  };
});

const busyPorts = ['Rotterdam', 'Singapore', 'Shanghai', 'Hong Kong', 'New York', 'Dubai', 'Santos', 'Bombay'];

/** Tankers and bulk carriers that wait for days off a busy port and the other port of their voyage. */
export const queuingKinds: readonly ShipKind[] = kinds
  .filter(({ name }) => name === 'bulk' || name === 'tanker')
  .map((kind) => ({
    ...kind,
    legKilometers: [300, 2_500],
    ports: [2, 2],
    berthHours: [20, 48],
    anchorShare: 100,
    anchorHours: [30, 110],
    busyPorts,
  }));

/** Flag states: MID of the MMSI, prefix of the callsign (ITU), and weight. */
const flags = (
  [
    [352, '3E', 14], [636, 'D5', 13], [538, 'V7', 11], [477, 'VR', 8], [563, '9V', 7], [215, '9H', 6], [311, 'C6', 5], [413, 'B', 5], [239, 'SV', 4],
    [431, '7J', 3], [209, '5B', 3], [219, 'OX', 3], [257, 'LA', 2], [232, 'MA', 2], [244, 'PB', 2], [211, 'DA', 2], [247, 'IB', 2], [338, 'WD', 2],
    [440, 'D7', 2], [525, 'YB', 2], [271, 'TC', 1], [710, 'PP', 1],
  ] as const
).map(([mid, callsign, share]) => ({ mid, callsign, share })); // biome-ignore format: a table

const firstNames = (
  'AMBER ARCTIC ATLANTIC AURORA BALTIC BRAVE BRIGHT CALM CORAL CRYSTAL EASTERN EMERALD FAIR GENTLE GOLDEN ' +
  'GRAND IVORY JADE LUCKY NOBLE NORDIC NORTHERN OCEAN PACIFIC PEARL ROYAL SILVER SOUTHERN STELLA SWIFT'
).split(' ');
const lastNames = (
  'ALBATROSS ANCHOR BREEZE BRIDGE CARRIER COMPASS CONDOR DAWN DOLPHIN EAGLE FALCON FORTUNE GALAXY GLORY ' +
  'HARMONY HARVEST HERON HORIZON ISLAND JOURNEY ' +
  'LIBERTY MERCHANT MERIDIAN ORCHID PIONEER PROGRESS RIVER SPIRIT STAR SUMMIT TRADER TRIUMPH UNITY VENTURE ' +
  'VICTORY VOYAGER WAVE WIND WISDOM ZEPHYR'
).split(' ');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The identity of a simulated vessel. A real vessel with one of these numbers is a coincidence. */
export interface ShipIdentity {
  mmsi: number;
  /** IMO number; null for fishing vessels. */
  imo: number | null;
  name: string;
  callsign: string;
  kind: ShipKind;
  typeCode: number;
  lengthMeters: number;
  beamMeters: number;
  draughtMeters: number;
  knots: number;
}

/**
 * Creates an identity.
 * @param key random key of the vessel
 * @param index index of the vessel, which makes names and numbers unique
 * @param among the kinds of vessels from which one is chosen
 */
export function shipIdentity(key: number, index: number, among = kinds): ShipIdentity {
  const kind = chosen(among, unit(key, 0));
  const flag = chosen(flags, unit(key, 1));
  const size = unit(key, 2);
  const lengthMeters = Math.round(within(kind.lengthMeters, size));
  const suffix = [5, 6, 7].map((at) => letters[mix(key, at) % 26]).slice(flag.callsign.length - 1);
  return {
    // The last three digits are the index, so that numbers are unique.
    mmsi: flag.mid * 1_000_000 + (mix(key, 3) % 1_000) * 1_000 + (index % 1_000),
    imo: kind.name === 'fishing' ? null : imoOf(900_000 + ((index * 83 + (mix(key, 4) % 83)) % 99_999)),
    name: `${firstNames[index % firstNames.length]} ${lastNames[(Math.floor(index / firstNames.length) + index) % lastNames.length]}`,
    callsign: flag.callsign + suffix.join('') + (1 + (mix(key, 8) % 9)),
    kind,
    typeCode: kind.typeCodes[mix(key, 9) % kind.typeCodes.length] as number,
    lengthMeters,
    beamMeters: Math.round(lengthMeters / (6 + unit(key, 10))),
    draughtMeters: Math.round(within(kind.draughtMeters, size) * 10) / 10,
    knots: Math.round(within(kind.knots, unit(key, 11)) * 10) / 10,
  };
}

/**
 * Appends the check digit of an IMO number: the last digit of the sum of the six digits before it, weighted 7 to 2 (IMO
 * resolution A.1117).
 */
function imoOf(sixDigits: number): number {
  const sum = [...String(sixDigits)].reduce((total, digit, at) => total + Number(digit) * (7 - at), 0);
  return sixDigits * 10 + (sum % 10);
}
