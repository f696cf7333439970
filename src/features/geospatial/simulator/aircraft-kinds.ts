/** A type of aircraft as it flies here: round figures of an ordinary flight, not of its limits. */
export interface AircraftKind {
  /** ICAO type designator. */
  type: string;
  /** Emitter category, DO-260B. */
  category: string;
  /** Of 100 aircraft. */
  share: number;
  cruiseKnots: number;
  cruiseFeet: readonly [number, number];
  climbMinutes: number;
  descentMinutes: number;
  rangeKilometers: readonly [number, number];
}

export const aircraftKinds: readonly AircraftKind[] = [
  {
    type: 'AT76',
    category: 'A2',
    share: 6,
    cruiseKnots: 270,
    cruiseFeet: [17_000, 23_000],
    climbMinutes: 16,
    descentMinutes: 16,
    rangeKilometers: [200, 1_100],
  },
  {
    type: 'E190',
    category: 'A3',
    share: 9,
    cruiseKnots: 440,
    cruiseFeet: [33_000, 37_000],
    climbMinutes: 19,
    descentMinutes: 22,
    rangeKilometers: [400, 2_600],
  },
  {
    type: 'A320',
    category: 'A3',
    share: 18,
    cruiseKnots: 450,
    cruiseFeet: [33_000, 38_000],
    climbMinutes: 20,
    descentMinutes: 23,
    rangeKilometers: [500, 4_200],
  },
  {
    type: 'A20N',
    category: 'A3',
    share: 11,
    cruiseKnots: 450,
    cruiseFeet: [34_000, 39_000],
    climbMinutes: 20,
    descentMinutes: 23,
    rangeKilometers: [600, 4_800],
  },
  {
    type: 'B738',
    category: 'A3',
    share: 17,
    cruiseKnots: 455,
    cruiseFeet: [33_000, 39_000],
    climbMinutes: 20,
    descentMinutes: 23,
    rangeKilometers: [500, 4_300],
  },
  {
    type: 'A333',
    category: 'A5',
    share: 9,
    cruiseKnots: 475,
    cruiseFeet: [35_000, 40_000],
    climbMinutes: 23,
    descentMinutes: 25,
    rangeKilometers: [2_500, 9_500],
  },
  {
    type: 'B789',
    category: 'A5',
    share: 12,
    cruiseKnots: 488,
    cruiseFeet: [36_000, 41_000],
    climbMinutes: 24,
    descentMinutes: 26,
    rangeKilometers: [4_000, 12_500],
  },
  {
    type: 'A359',
    category: 'A5',
    share: 9,
    cruiseKnots: 488,
    cruiseFeet: [36_000, 41_000],
    climbMinutes: 24,
    descentMinutes: 26,
    rangeKilometers: [4_500, 13_000],
  },
  {
    type: 'B77W',
    category: 'A5',
    share: 9,
    cruiseKnots: 485,
    cruiseFeet: [31_000, 39_000],
    climbMinutes: 24,
    descentMinutes: 26,
    rangeKilometers: [4_500, 12_500],
  },
];

/**
 * Where aircraft are at home: state (ISO 3166-1), how its registrations look (`#` a digit, `@` a letter), airports of reference/airports.tsv,
 * and of 100 aircraft how many.
 */
export const fleets: ReadonlyArray<readonly [country: string, registration: string, hubs: readonly string[], share: number]> = [
  ['US', 'N###@@', ['ATL', 'ORD', 'DFW', 'DEN', 'LAX', 'SFO', 'MIA', 'EWR', 'SEA', 'BOS', 'IAH'], 22],
  ['CA', 'C-F@@@', ['YYZ', 'YVR', 'YUL'], 4],
  ['GB', 'G-@@@@', ['LHR'], 6],
  ['IE', 'EI-@@@', ['DUB'], 3],
  ['DE', 'D-A@@@', ['FRA', 'MUC', 'HAM'], 6],
  ['FR', 'F-H@@@', ['CDG', 'ORY'], 5],
  ['NL', 'PH-@@@', ['AMS'], 4],
  ['ES', 'EC-@@@', ['MAD', 'BCN'], 4],
  ['IT', 'EI-@@@', ['FCO'], 2],
  ['CH', 'HB-@@@', ['ZRH'], 2],
  ['SE', 'SE-@@@', ['ARN'], 2],
  ['PL', 'SP-@@@', ['WAW'], 2],
  ['TR', 'TC-@@@', ['IST'], 4],
  ['AE', 'A6-E@@', ['DXB'], 5],
  ['SA', 'HZ-A@@', ['JED', 'RUH'], 2],
  ['EG', 'SU-G@@', ['CAI'], 1],
  ['ET', 'ET-A@@', ['ADD'], 2],
  ['ZA', 'ZS-@@@', ['JNB', 'CPT'], 2],
  ['IN', 'VT-@@@', ['DEL', 'BOM', 'MAA'], 5],
  ['SG', '9V-@@@', ['SIN'], 3],
  ['MY', '9M-@@@', ['KUL'], 2],
  ['ID', 'PK-@@@', ['CGK'], 2],
  ['CN', 'B-####', ['PEK', 'PVG', 'CAN', 'CTU'], 8],
  ['JP', 'JA##@@', ['NRT'], 3],
  ['AU', 'VH-@@@', ['SYD', 'MEL', 'PER'], 3],
  ['NZ', 'ZK-@@@', ['AKL'], 1],
  ['BR', 'PR-@@@', ['GRU', 'GIG'], 4],
  ['MX', 'XA-@@@', ['MEX'], 2],
  ['CL', 'CC-@@@', ['SCL'], 1],
];
