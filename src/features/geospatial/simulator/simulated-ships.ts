import { MINUTE_MS } from '../../../durations.js';
import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { atOnce } from '../../../simulation/slices.js';
import { SILENT_MS } from '../detectors/ais-gap.js';
import type { VesselReport } from '../observation.js';
import { destination, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { HeardWaters } from './heard-waters.js';
import { sixDecimals } from './path.js';
import type { SeaLanes } from './sea-lanes.js';
import { type ShipIdentity, shipIdentity } from './ship-identity.js';
import { type Phase, planVoyage, progress, type Voyage } from './voyage.js';

export const SHIPS = 600;
/** In each period of this length one vessel under way stops reporting, in waters where other vessels are received, so that it is detected. */
const DARK_EVERY_MS = 2 * 3_600_000;
const DARK_MINUTES = [45, 90] as const;
const STATIC_EVERY_SECONDS = 360;

export interface ShipPlace {
  lat: number;
  lon: number;
  courseDegrees: number;
  speedKnots: number;
  phase: Phase;
}

interface Ship extends ShipIdentity {
  key: number;
  voyage: Voyage;
  /** Position in the voyage at the epoch (ms). */
  offsetMs: number;
  /** Seconds between reports. */
  every: number;
  turn: number;
}

/**
 * Simulated vessels on sea lanes. Positions depend only on the seed and the time. Names and numbers are invented. They report less often than
 * real vessels under way (every 10 to 60 seconds) and every 60 seconds at rest.
 */
export class SimulatedShips {
  private readonly darkSlots = new Map<number, { ship: number; from: number; to: number } | null>();

  private constructor(
    private readonly seed: number,
    private readonly ships: readonly Ship[],
  ) {}

  static make(seed: number, lanes: SeaLanes): SimulatedShips {
    return atOnce(SimulatedShips.making(seed, lanes));
  }

  /** Creates one vessel per step. */
  static *making(seed: number, lanes: SeaLanes): Generator<void, SimulatedShips> {
    const ships: Ship[] = [];
    for (let index = 0; index < SHIPS; index += 1) {
      ships.push(makeShip(keyOf(seed, `ship ${index}`), index, lanes));
      yield;
    }
    return new SimulatedShips(seed, ships);
  }

  get size(): number {
    return this.ships.length;
  }

  get mmsis(): number[] {
    return this.ships.map(({ mmsi }) => mmsi);
  }

  /** @param now ms. @returns undefined for an unknown MMSI */
  placeOf(mmsi: number, now: number): ShipPlace | undefined {
    const ship = this.ships[mmsi % 1_000];
    return ship?.mmsi === mmsi ? placeOf(ship, now) : undefined;
  }

  /** The reports due in a second (of the epoch). */
  *due(second: number): Generator<VesselReport> {
    for (let index = 0; index < this.ships.length; index += 1) {
      const ship = this.ships[index] as Ship;
      if (second % ship.every !== ship.turn || this.isDark(index, second * 1000)) continue;
      const isStatic = Math.floor(second / ship.every) % Math.max(1, Math.round(STATIC_EVERY_SECONDS / ship.every)) === 0;
      yield reportOf(ship, second, isStatic);
    }
  }

  /** The latest report of each vessel, as of a second. */
  *all(second: number): Generator<VesselReport> {
    for (let index = 0; index < this.ships.length; index += 1) {
      const ship = this.ships[index] as Ship;
      const last = lastReport(ship, second);
      if (!this.isDark(index, last * 1000)) yield reportOf(ship, last, true);
    }
  }

  /** True while the transmitter of a vessel is switched off. */
  isDark(index: number, now: number): boolean {
    const slot = Math.floor(now / DARK_EVERY_MS);
    const dark = this.darkIn(slot);
    return dark !== null && dark.ship === index && now >= dark.from && now < dark.to;
  }

  /** The silent vessel of a period: one under way at its start and end. Null when no gap would be detected. */
  private darkIn(slot: number): { ship: number; from: number; to: number } | null {
    const known = this.darkSlots.get(slot);
    if (known !== undefined) return known;
    const key = keyOf(this.seed, `dark ${slot}`);
    const minutes = DARK_MINUTES[0] + unit(key, 0) * (DARK_MINUTES[1] - DARK_MINUTES[0]);
    const from = slot * DARK_EVERY_MS + unit(key, 1) * (DARK_EVERY_MS - minutes * MINUTE_MS);
    const to = from + minutes * MINUTE_MS;
    const candidates = this.ships.map((_, at) => mix(key, 2 + at) % this.ships.length);
    const waters = new HeardWaters(this.ships.length, (index, time) => placeOf(this.ships[index] as Ship, time), from);
    const ship = candidates.find((index) => this.isMissed(index, from, to, waters));
    const dark = ship === undefined ? null : { ship, from, to };
    if (this.darkSlots.size > 100) this.darkSlots.clear();
    this.darkSlots.set(slot, dark);
    return dark;
  }

  /** True when other vessels are received both where the gap starts and where the vessel would be when it is detected. */
  private isMissed(index: number, from: number, to: number, waters: HeardWaters): boolean {
    const ship = this.ships[index] as Ship;
    const last = placeOf(ship, 1_000 * lastReport(ship, Math.floor(from / 1_000)));
    if (!(last.speedKnots > 5 && placeOf(ship, to).speedKnots > 5) || !waters.hear(last, index)) return false;
    const meters = (last.speedKnots * KNOTS_IN_METERS_PER_SECOND * SILENT_MS) / 1_000;
    return waters.hear(destination(last.lat, last.lon, last.courseDegrees, meters), index);
  }
}

function makeShip(key: number, index: number, lanes: SeaLanes): Ship {
  const identity = shipIdentity(key, index);
  const voyage = planVoyage(key, identity, lanes);
  const every = 10 + (mix(key, 80) % 51);
  return { ...identity, key, voyage, offsetMs: unit(key, 81) * voyage.lengthMs, every, turn: mix(key, 82) % every };
}

function placeOf({ voyage, offsetMs }: Ship, now: number): ShipPlace {
  const at = positive(now + offsetMs, voyage.lengthMs);
  const phase = voyage.phases.findLast(({ startMs }) => startMs <= at) as Phase;
  const { meters, knots } = progress(phase, at - phase.startMs);
  const place = phase.path.at(meters);
  return { lat: place.lat, lon: place.lon, courseDegrees: place.courseDegrees, speedKnots: knots, phase };
}

/** The second of the latest report. */
const lastReport = ({ every, turn }: Ship, second: number): number => second - positive(second - turn, every);

const positive = (value: number, length: number): number => ((value % length) + length) % length;

/** ITU-R M.1371 table 45: of those that go in circles only fishing vessels say why. */
const statusOf = ({ kind }: Phase, typeCode: number): number => ({ under_way: 0, anchored: 1, moored: 5, circling: typeCode === 30 ? 7 : 0 })[kind];

function reportOf(ship: Ship, second: number, isStatic: boolean): VesselReport {
  const observedAt = second * 1000;
  const { lat, lon, courseDegrees, speedKnots, phase } = placeOf(ship, observedAt);
  const report: VesselReport = {
    key: ship.mmsi,
    provider: 'simulator',
    observedAt,
    receivedAt: observedAt,
    station: 'class_a',
    lat: sixDecimals(lat),
    lon: sixDecimals(lon),
    accuracyMeters: 10,
    speedKnots: Math.round(speedKnots * 10) / 10,
    courseDegrees: Math.round(courseDegrees * 10) / 10,
    headingDegrees: Math.round(courseDegrees) % 360,
    navigationStatus: statusOf(phase, ship.typeCode),
  };
  if (!isStatic) return report;
  const at = positive(observedAt + ship.offsetMs, ship.voyage.lengthMs);
  return {
    ...report,
    imo: ship.imo,
    name: ship.name,
    callsign: ship.callsign,
    shipTypeCode: ship.typeCode,
    destination: phase.bound.name.toUpperCase().slice(0, 20),
    eta: Math.round((observedAt - at + phase.arrivalMs) / MINUTE_MS) * MINUTE_MS,
    draughtMeters: Math.round(ship.draughtMeters * phase.draughtShare * 10) / 10,
    lengthMeters: ship.lengthMeters,
    beamMeters: ship.beamMeters,
  };
}
