import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { VesselReport } from '../observation.js';
import type { SimulatedVessel } from '../simulated-vessels.js';
import { createItems, Fleet, modulo } from './fleet.js';
import { KNOT, type PathPlace, sixDecimals } from './path.js';
import { SeaLanes } from './sea-lanes.js';
import { queuingKinds, shipIdentity } from './ship-identity.js';
import { callSeconds, passagesOf, staysOf, trackSeconds } from './ship-past.js';
import { type Phase, planVoyage, type Ship } from './voyage.js';

/** Vessels of all kinds, and further ones that wait off busy ports. */
const [SHIPS, QUEUING_SHIPS] = [600, 100];
const STATIC_EVERY_SECONDS = 360;

/**
 * Simulated vessels on sea lanes. Names and numbers are invented. They report every 10 to 60 seconds, less often than
 * real vessels under way.
 */
export class SimulatedShips extends Fleet<Ship, VesselReport> {
  static async create(seed: number, lanes = new SeaLanes()): Promise<SimulatedShips> {
    return new SimulatedShips(
      await createItems(SHIPS + QUEUING_SHIPS, (index) => {
        const key = keyOf(seed, `ship ${index}`);
        const identity = shipIdentity(key, index, index < SHIPS ? undefined : queuingKinds);
        const voyage = planVoyage(key, identity, lanes);
        const every = 10 + (mix(key, 80) % 51);
        return { ...identity, voyage, offsetMs: unit(key, 81) * voyage.lengthMs, every, turn: mix(key, 82) % every };
      }),
    );
  }

  /** Returns all vessels, with their reports of any time. */
  vessels(): SimulatedVessel[] {
    return this.items.map((ship) => ({
      ...ship,
      callReports: (from, to, near) => this.reports(ship, callSeconds(ship, from, to, near)),
      trackReports: (from, to) => this.reports(ship, trackSeconds(ship, from, to)),
      passages: (from, to, between) => passagesOf(ship, from, to, between),
      stays: (from, to) => staysOf(ship, from, to),
    }));
  }

  get mmsis(): number[] {
    return this.items.map(({ mmsi }) => mmsi);
  }

  /** Returns the name of a vessel. @returns undefined for an unknown MMSI */
  nameOf(mmsi: number): string | undefined {
    return this.items.find((one) => one.mmsi === mmsi)?.name;
  }

  /**
   * Returns the position of a vessel.
   * @param now ms
   * @returns undefined for an unknown MMSI
   */
  placeOf(mmsi: number, now: number): PathPlace | undefined {
    const ship = this.items.find((one) => one.mmsi === mmsi);
    return ship && placeOf(ship, now).place;
  }

  private *reports(ship: Ship, seconds: Iterable<number>): Generator<VesselReport> {
    for (const second of seconds) yield this.reportOf(ship, second, true);
  }

  protected override reportOf(ship: Ship, second: number, withStatic: boolean): VesselReport {
    const observedAt = second * 1000;
    const { place, phase, elapsedMs } = placeOf(ship, observedAt);
    const report: VesselReport = {
      key: ship.mmsi,
      provider: 'simulator',
      observedAt,
      receivedAt: observedAt,
      station: 'class_a',
      lat: sixDecimals(place.lat),
      lon: sixDecimals(place.lon),
      accuracyMeters: 10,
      speedKnots: Math.round(phase.knots * 10) / 10,
      courseDegrees: Math.round(place.courseDegrees * 10) / 10,
      headingDegrees: Math.round(place.courseDegrees) % 360,
      navigationStatus: phase.navigationStatus,
    };
    if (!withStatic && Math.floor(second / ship.every) % Math.round(STATIC_EVERY_SECONDS / ship.every) !== 0)
      return report;
    return {
      ...report,
      imo: ship.imo,
      name: ship.name,
      callsign: ship.callsign,
      shipTypeCode: ship.typeCode,
      destination: phase.bound.name.toUpperCase().slice(0, 20),
      eta: Math.round((observedAt - elapsedMs + phase.arrivalMs) / MINUTE_MS) * MINUTE_MS,
      draughtMeters: ship.draughtMeters,
      lengthMeters: ship.lengthMeters,
      beamMeters: ship.beamMeters,
    };
  }
}

function placeOf({ voyage, offsetMs }: Ship, now: number): { place: PathPlace; phase: Phase; elapsedMs: number } {
  const elapsedMs = modulo(now + offsetMs, voyage.lengthMs);
  const phase = voyage.phases.findLast(({ startMs }) => startMs <= elapsedMs) as Phase;
  return {
    place: phase.path.at(phase.fromMeters + phase.knots * KNOT * (elapsedMs - phase.startMs)),
    phase,
    elapsedMs,
  };
}
