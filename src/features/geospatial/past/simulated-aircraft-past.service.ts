import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { type Aircraft, aircraftFields } from '../aircraft.js';
import { SIMULATOR } from '../data-origin.js';
import { HoldingPattern } from '../detectors/holding-pattern.js';
import { SimulatedLabels } from '../detectors/simulated-labels.js';
import type { Field } from '../fields.js';
import { CallsignRepository } from '../history/objects/callsign.repository.js';
import { MovingObjectRepository } from '../history/objects/moving-object.repository.js';
import { TrackRepository } from '../history/track.repository.js';
import { TrackRetention } from '../history/track-retention.service.js';
import { HOLDING } from '../holding.js';
import type { AircraftReport } from '../observation.js';
import { AircraftPast, type PastAircraft, type PastHold, type PastHolding } from '../simulated-flights.js';
import type { KeptPoint } from '../track-point.js';

/** Hours before the start for which a simulated aircraft has a track and holding patterns. */
const PAST_HOURS = 6;
const POINTS_PER_WRITE = 1_000;

/**
 * Gives simulated aircraft a past, so that their flights, movements at airports and holding patterns of the last hours
 * exist at the first start and after a pause. The past follows from the same flights as the live positions, and its
 * holding patterns are found by their detector from the same reports. Storing it twice changes nothing.
 */
@Service()
export class SimulatedAircraftPast extends AircraftPast {
  private storing?: Promise<void>;
  private readonly labels = new SimulatedLabels(() => SIMULATOR);

  constructor(
    private readonly tracks: TrackRepository,
    private readonly objects: MovingObjectRepository,
    private readonly callsigns: CallsignRepository,
    private readonly retention: TrackRetention,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async add(
    aircraft: readonly PastAircraft[],
    adopt: (holdings: PastHolding[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.clock.now();
    const slices = new YieldTimer();
    for (const one of aircraft) {
      for (const hold of one.holds(now - PAST_HOURS * HOUR_MS, now)) {
        if (slices.isOver) await slices.next();
        adopt(holdingsOf(one.icao24, hold).map((holding) => ({ ...this.labels.label(holding), type: HOLDING })));
      }
    }
    this.storing = this.store(aircraft, now, signal).catch((error) => {
      if (error === signal.reason) return;
      this.log.warn({ component: 'simulator', err: error }, 'Storing the past of simulated aircraft failed.');
    });
  }

  /** Resolves when the tracks are stored, or storing them has failed. */
  async settle(): Promise<void> {
    await this.storing;
  }

  /** Stores the states of parked aircraft, which do not report, and the tracks from the last stored points on. */
  private async store(aircraft: readonly PastAircraft[], now: number, signal: AbortSignal): Promise<void> {
    const parked = aircraft.flatMap((one) => one.parked(now) ?? []);
    await this.objects.save('aircraft', parked.map(stateOf));
    const from = Math.max(now - PAST_HOURS * HOUR_MS, this.retention.oldest);
    await this.callsigns.add(
      aircraft.flatMap(({ icao24: key, callsigns }) => [...callsigns(from, now)].map((one) => ({ key, ...one }))),
    );
    await this.retention.makePartitions(signal, from);
    const keys = aircraft.map(({ icao24 }) => icao24);
    const known = await this.tracks.lastTimes('aircraft', keys, { from, to: now - MINUTE_MS });
    let points: KeptPoint[] = [];
    const slices = new YieldTimer();
    for (const { icao24: key, track } of aircraft) {
      if (slices.isOver) await slices.next(signal);
      const since = Math.max(from, (known.get(key) ?? 0) + 1);
      for (const fix of track(since, now)) points.push({ ...fix, layer: 'aircraft', key });
      if (points.length < POINTS_PER_WRITE) continue;
      signal.throwIfAborted();
      await this.tracks.write(points);
      points = [];
    }
    await this.tracks.write(points);
  }
}

/** Returns the start and the end of a hold, as the detector of holding patterns finds them; no end while it lasts. */
export function holdingsOf(key: number, { callsign, category, reports }: PastHold): PastHolding[] {
  const found: PastHolding[] = [];
  const aircraft = { callsign, registration: null, category, altitudeFeet: null as number | null, onGround: false };
  const detector = new HoldingPattern(
    (holding) => void found.push({ ...holding, type: HOLDING }),
    () => aircraft,
  );
  let [previousLat, previousLon, previousObservedAt] = [Number.NaN, Number.NaN, Number.NaN];
  for (const fix of reports) {
    aircraft.altitudeFeet = Number.isNaN(fix.altitudeFeet) ? null : fix.altitudeFeet;
    detector.moved({ layer: 'aircraft', key, ...fix, previousLat, previousLon, previousObservedAt });
    [previousLat, previousLon, previousObservedAt] = [fix.lat, fix.lon, fix.observedAt];
  }
  return found;
}

/** Returns the state of an aircraft after a report. */
function stateOf(report: AircraftReport): Aircraft {
  const { key, provider, observedAt, receivedAt, lat, lon, accuracyMeters = null } = report;
  const position = lat === undefined || lon === undefined ? null : { lat, lon };
  const values = Object.entries<Field>(aircraftFields).map(([name, field]) => {
    const unknown = field.kind === 'choice' ? (field.otherwise ?? null) : null;
    return [name, report[name as keyof typeof aircraftFields] ?? unknown] as const;
  });
  return { ...Object.fromEntries(values), key, provider, observedAt, receivedAt, position, accuracyMeters } as Aircraft;
}
