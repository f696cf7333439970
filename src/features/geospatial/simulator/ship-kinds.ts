/** Common properties of vessels of one kind. Ranges are minimum and maximum. */
export interface ShipKind {
  name: 'container' | 'bulk' | 'tanker' | 'feeder' | 'passenger' | 'fishing';
  /** Share in percent. */
  share: number;
  /** ITU-R M.1371 table 53. */
  typeCodes: readonly number[];
  knots: readonly [number, number];
  lengthMeters: readonly [number, number];
  draughtMeters: readonly [number, number];
  /** How far apart the ports of call are. */
  legKilometers: readonly [number, number];
  ports: readonly [number, number];
  /** Hours in a port. */
  berthHours: readonly [number, number];
  /** Percentage of port calls with a wait at anchor. */
  anchorShare: number;
}

export const shipKinds: readonly ShipKind[] = [
  kind('container', 26, [70, 71, 79], [15, 20], [180, 399], [9, 15.5], [1_500, 14_000], [3, 5], [14, 36], 25),
  kind('bulk', 24, [70, 70, 79], [10.5, 13.5], [150, 300], [7, 18], [2_500, 16_000], [2, 3], [30, 80], 60),
  kind('tanker', 20, [80, 81, 83, 89], [11, 14], [120, 333], [7, 20], [1_500, 14_000], [2, 3], [20, 48], 60),
  kind('feeder', 16, [70, 79], [11, 16], [85, 160], [4, 8], [150, 1_200], [3, 5], [8, 20], 20),
  kind('passenger', 6, [60, 69], [15, 21], [120, 330], [5.5, 8.5], [120, 1_500], [3, 5], [6, 14], 0),
  kind('fishing', 8, [30], [8, 11], [18, 60], [3, 5.5], [150, 900], [2, 2], [16, 60], 0),
];

function kind(
  name: ShipKind['name'],
  share: number,
  typeCodes: readonly number[],
  knots: readonly [number, number],
  lengthMeters: readonly [number, number],
  draughtMeters: readonly [number, number],
  legKilometers: readonly [number, number],
  ports: readonly [number, number],
  berthHours: readonly [number, number],
  anchorShare: number,
): ShipKind {
  return { name, share, typeCodes, knots, lengthMeters, draughtMeters, legKilometers, ports, berthHours, anchorShare };
}

/** Flag states: ISO 3166-1 code, MID of the MMSI, prefix of the call sign (ITU), and share in percent. */
export const flags: ReadonlyArray<readonly [country: string, mid: number, callsign: string, share: number]> = [
  ['PA', 352, '3E', 14],
  ['LR', 636, 'D5', 13],
  ['MH', 538, 'V7', 11],
  ['HK', 477, 'VR', 8],
  ['SG', 563, '9V', 7],
  ['MT', 215, '9H', 6],
  ['BS', 311, 'C6', 5],
  ['CN', 413, 'B', 5],
  ['GR', 239, 'SV', 4],
  ['JP', 431, '7J', 3],
  ['CY', 209, '5B', 3],
  ['DK', 219, 'OX', 3],
  ['NO', 257, 'LA', 2],
  ['GB', 232, 'MA', 2],
  ['NL', 244, 'PB', 2],
  ['DE', 211, 'DA', 2],
  ['IT', 247, 'IB', 2],
  ['US', 338, 'WD', 2],
  ['KR', 440, 'D7', 2],
  ['ID', 525, 'YB', 2],
  ['TR', 271, 'TC', 1],
  ['BR', 710, 'PP', 1],
];

export const firstNames = [
  'AMBER', 'ARCTIC', 'ATLANTIC', 'AURORA', 'BALTIC', 'BRAVE', 'BRIGHT', 'CALM', 'CORAL', 'CRYSTAL', 'EASTERN', 'EMERALD', 'FAIR', 'GENTLE', 'GOLDEN',
  'GRAND', 'IVORY', 'JADE', 'LUCKY', 'NOBLE', 'NORDIC', 'NORTHERN', 'OCEAN', 'PACIFIC', 'PEARL', 'ROYAL', 'SILVER', 'SOUTHERN', 'STELLA', 'SWIFT',
]; // biome-ignore format: a list of words
export const lastNames = [
  'ALBATROSS', 'ANCHOR', 'BREEZE', 'BRIDGE', 'CARRIER', 'COMPASS', 'CONDOR', 'DAWN', 'DOLPHIN', 'EAGLE', 'FALCON', 'FORTUNE', 'GALAXY', 'GLORY',
  'HARMONY', 'HARVEST', 'HERON', 'HORIZON', 'ISLAND', 'JOURNEY', 'LIBERTY', 'MERCHANT', 'MERIDIAN', 'ORCHID', 'PIONEER', 'PROGRESS', 'RIVER', 'SPIRIT',
  'STAR', 'SUMMIT', 'TRADER', 'TRIUMPH', 'UNITY', 'VENTURE', 'VICTORY', 'VOYAGER', 'WAVE', 'WIND', 'WISDOM', 'ZEPHYR',
]; // biome-ignore format: a list of words
