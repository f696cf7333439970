import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { SIMULATOR } from '../data-origin.js';
import type { Detection } from '../detectors/detector.js';
import { PortCall } from '../detectors/port-call.js';
import { PortTable } from '../detectors/port-table.js';
import { SimulatedLabels } from '../detectors/simulated-labels.js';
import { FlowPast } from '../flows/flow-past.service.js';
import { TrackRepository } from '../history/track.repository.js';
import { TrackRetention } from '../history/track-retention.service.js';
import type { VesselReport } from '../observation.js';
import { type PastCall, type SimulatedVessel, VesselPast } from '../simulated-vessels.js';
import type { KeptPoint } from '../track-point.js';
import { WaitingPast } from '../waiting/waiting-past.service.js';

/** Days before the start for which a simulated vessel has port calls, and those for which it has a track. */
const CALL_DAYS = 45;
const TRACK_DAYS = 3;
const POINTS_PER_WRITE = 500;

/**
 * Gives simulated vessels a past, so that their port calls, tracks and voyages of the last days exist at the first
 * start and after a pause. The past follows from the same voyages as the live positions, and its calls are found by the
 * detector of port calls from reports at the times at which the vessels would have reported. Storing it twice changes
 * nothing.
 */
@Service()
export class SimulatedPast extends VesselPast {
  private storing?: Promise<void>;
  private readonly labels = new SimulatedLabels(() => SIMULATOR);

  constructor(
    private readonly ports: PortTable,
    private readonly tracks: TrackRepository,
    private readonly retention: TrackRetention,
    private readonly flows: FlowPast,
    private readonly waiting: WaitingPast,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async add(
    vessels: readonly SimulatedVessel[],
    adopt: (calls: PastCall[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.clock.now();
    const slices = new YieldTimer();
    for (const vessel of vessels) {
      if (slices.isOver) await slices.next();
      const calls = callsOf(vessel, now - CALL_DAYS * DAY_MS, now, this.ports);
      adopt(calls.map((call) => ({ ...this.labels.label(call), type: 'port_call' })));
    }
    this.storing = this.store(vessels, signal);
  }

  /** Resolves when tracks, passages and waiting ships are stored, or storing them has failed. */
  async settle(): Promise<void> {
    await this.storing;
  }

  /** Stores the tracks of the last days, and passages and waiting ships of the last year. A failure is logged. */
  private async store(vessels: readonly SimulatedVessel[], signal: AbortSignal): Promise<void> {
    try {
      await this.addTracks(vessels, signal);
      await this.flows.add(vessels, signal);
      await this.waiting.add(vessels, signal);
    } catch (error) {
      if (error === signal.reason) return;
      this.log.warn({ component: 'simulator', err: error }, 'Storing the past of simulated vessels failed.');
    }
  }

  /** Stores the tracks of the last days from the last stored points on. */
  private async addTracks(vessels: readonly SimulatedVessel[], signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const from = now - Math.min(TRACK_DAYS * DAY_MS, now - this.retention.oldest);
    await this.retention.makePartitions(signal, from);
    const known = await this.tracks.lastTimes(
      'vessels',
      vessels.map(({ mmsi }) => mmsi),
      { from, to: now - MINUTE_MS },
    );
    let points: KeptPoint[] = [];
    const slices = new YieldTimer();
    for (const vessel of vessels) {
      if (slices.isOver) await slices.next(signal);
      const since = Math.max(from, (known.get(vessel.mmsi) ?? 0) + 1);
      for (const report of vessel.trackReports(since, now)) points.push(pointOf(report));
      if (points.length < POINTS_PER_WRITE) continue;
      signal.throwIfAborted();
      await this.tracks.write(points);
      points = [];
    }
    await this.tracks.write(points);
  }
}

/** The previous position of reports that are not consecutive. */
const NO_PREVIOUS = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };

/** Returns the port calls of a vessel in a time range (ms), as the detector of port calls finds them. */
export function callsOf(
  vessel: SimulatedVessel,
  from: number,
  to: number,
  ports: Pick<PortTable, 'near'>,
): Detection[] {
  const { mmsi: key, name, typeCode: shipTypeCode } = vessel;
  const calls = new Map<string, Detection>();
  let navigationStatus: number | null = null;
  const detector = new PortCall(
    (call) => void calls.set(call.key, call),
    ports,
    () => ({ key, name, shipTypeCode, station: 'class_a', navigationStatus }),
  );
  for (const report of vessel.callReports(from, to, (...place) => ports.near(...place))) {
    const { lat = 0, lon = 0, observedAt, speedKnots } = report;
    navigationStatus = report.navigationStatus ?? null;
    const speed = speedKnots ?? Number.NaN;
    detector.moved({ layer: 'vessels', key, lat, lon, observedAt, speedKnots: speed, ...NO_PREVIOUS });
  }
  return [...calls.values()];
}

const pointOf = ({ key, lat = 0, lon = 0, observedAt, speedKnots, courseDegrees }: VesselReport): KeptPoint => ({
  layer: 'vessels',
  key,
  lat,
  lon,
  observedAt,
  speedKnots: speedKnots ?? Number.NaN,
  courseDegrees: courseDegrees ?? Number.NaN,
  altitudeFeet: Number.NaN,
});
