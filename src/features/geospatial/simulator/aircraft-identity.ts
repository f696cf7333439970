import { mix, unit } from '../../../simulation/noise.js';
import { civilBlockOf, countryOf, isMilitary } from '../adsb/icao-country.js';
import { chosen } from './fleet.js';

/**
 * A type of aircraft in the simulation. The numbers are round figures of an ordinary flight, not limits of the type.
 */
export interface AircraftKind {
  /** ICAO type designator. */
  type: string;
  /** Emitter category, DO-260B. */
  category: string;
  share: number;
  cruiseKnots: number;
  cruiseFeet: readonly [min: number, max: number];
  climbMinutes: number;
  descentMinutes: number;
  rangeKilometers: readonly [min: number, max: number];
}

export const aircraftKinds: readonly AircraftKind[] = (
  [
    ['AT76', 'A2', 6, 270, [17_000, 23_000], 16, 16, [200, 1_100]],
    ['E190', 'A3', 9, 440, [33_000, 37_000], 19, 22, [400, 2_600]],
    ['A320', 'A3', 18, 450, [33_000, 38_000], 20, 23, [500, 4_200]],
    ['A20N', 'A3', 11, 450, [34_000, 39_000], 20, 23, [600, 4_800]],
    ['B738', 'A3', 17, 455, [33_000, 39_000], 20, 23, [500, 4_300]],
    ['A333', 'A5', 9, 475, [35_000, 40_000], 23, 25, [2_500, 9_500]],
    ['B789', 'A5', 12, 488, [36_000, 41_000], 24, 26, [4_000, 12_500]],
    ['A359', 'A5', 9, 488, [36_000, 41_000], 24, 26, [4_500, 13_000]],
    ['B77W', 'A5', 9, 485, [31_000, 39_000], 24, 26, [4_500, 12_500]],
  ] as const
).map(([type, category, share, cruiseKnots, cruiseFeet, climbMinutes, descentMinutes, rangeKilometers]) => {
  return { type, category, share, cruiseKnots, cruiseFeet, climbMinutes, descentMinutes, rangeKilometers };
});

/**
 * Bases of aircraft, one per line: state (ISO 3166-1), format of its registrations (`#` for a digit, `@` for a letter),
 * weight of the state, and airports of reference/airports.tsv.
 */
export const fleets = `
US N###@@ 22 ATL ORD DFW DEN LAX SFO MIA EWR SEA BOS IAH
CA C-F@@@ 4 YYZ YVR YUL
GB G-@@@@ 6 LHR
IE EI-@@@ 3 DUB
DE D-A@@@ 6 FRA MUC HAM
FR F-H@@@ 5 CDG ORY
NL PH-@@@ 4 AMS
ES EC-@@@ 4 MAD BCN
IT EI-@@@ 2 FCO
CH HB-@@@ 2 ZRH
SE SE-@@@ 2 ARN
PL SP-@@@ 2 WAW
TR TC-@@@ 4 IST
AE A6-E@@ 5 DXB
SA HZ-A@@ 2 JED RUH
EG SU-G@@ 1 CAI
ET ET-A@@ 2 ADD
ZA ZS-@@@ 2 JNB CPT
IN VT-@@@ 5 DEL BOM MAA
SG 9V-@@@ 3 SIN
MY 9M-@@@ 2 KUL
ID PK-@@@ 2 CGK
CN B-#### 8 PEK PVG CAN CTU
JP JA##@@ 3 NRT
AU VH-@@@ 3 SYD MEL PER
NZ ZK-@@@ 1 AKL
BR PR-@@@ 4 GRU GIG
MX XA-@@@ 2 MEX
CL CC-@@@ 1 SCL`
  .trim()
  .split('\n')
  .map((line) => {
    const [country, registration, share, ...hubs] = line.split(' ') as [string, string, string, ...string[]];
    return { country, registration, share: Number(share), hubs };
  });

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The identity of a simulated aircraft. A real aircraft with one of these numbers is a coincidence. */
export interface AircraftIdentity {
  /** 24-bit address in a civil block of the state. */
  icao24: number;
  registration: string;
  /** Designator of the airline: `X` and the state, which no real airline uses. */
  airline: string;
  hub: string;
  kind: AircraftKind;
}

/** Creates an identity. @param index index among all aircraft, which makes the address unique */
export function aircraftIdentity(key: number, index: number): AircraftIdentity {
  const { country, registration, hubs } = chosen(fleets, unit(key, 0));
  return {
    icao24: addressOf(key, index, country),
    registration: registration.replace(/[#@]/g, (sign, at) =>
      sign === '#' ? String(1 + (mix(key, 10 + at) % 9)) : (letters[mix(key, 10 + at) % 24] as string),
    ),
    airline: `X${country}`,
    hub: hubs[mix(key, 3) % hubs.length] as string,
    kind: chosen(aircraftKinds, unit(key, 1)),
  };
}

/**
 * Returns a civil address of the state. The last ten bits are the index of the aircraft, so that addresses are unique;
 * the bits before are random.
 */
function addressOf(key: number, index: number, country: string): number {
  const { first, last } = civilBlockOf(country);
  const pages = Math.max(1, Math.floor((last - first + 1) / 1_024));
  const candidates = Array.from(
    { length: 20 },
    (_, at) => first + (mix(key, 100 + at) % pages) * 1_024 + (index % 1_024),
  );
  return candidates.find((address) => countryOf(address) === country && !isMilitary(address)) ?? first;
}
