import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { type Aircraft, aircraftFields } from '../aircraft.js';
import { identityOf } from '../ais/mmsi.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { type Layer, NON_ICAO } from '../layer.js';
import type { Movement, MovementListener } from '../movement.js';
import { type AircraftReport, ObservationSink, type VesselReport } from '../observation.js';
import { type Vessel, vesselFields } from '../vessel.js';
import { FieldColumns } from './field-columns.js';
import { LiveLayer, type ReportOutcome } from './live-layer.js';

/**
 * Maximum time (ms) by which a report may be ahead; it then counts as observed now. A report that is further ahead
 * comes from a wrong clock.
 */
const MAX_AHEAD_MS = 60_000;

/** Numbers of rejected reports by reason. */
export interface Refusals {
  /** Reports that are older than the known state, or repeat it. */
  late: number;
  /** Reports with a time in the future. */
  future: number;
  /** Reports older than the time for which objects stay in live state. */
  outdated: number;
  /** Reports of objects beyond the limit of objects. */
  full: number;
  /** Reports without a valid time or key. */
  impossible: number;
}

interface Stamped {
  key: number;
  observedAt: number;
  heardAt?: number;
  isTimedOnArrival?: true;
  receivedAt: number;
}

/** Completes what the reports of aircraft do not say. */
export interface AircraftCompleter {
  /** True if the aircraft is known and the report gives no other registration. */
  isComplete(report: AircraftReport): boolean;
  /** Completes an aircraft in live state; does nothing for an unknown one. */
  complete(key: number): void;
}

/** The current state of every object, in memory. It is filled by reports, and by the saved state at a start. */
@Service()
export class LiveState extends ObservationSink {
  /** Vessels and other AIS stations with a regular MMSI (see `identityOf`). */
  readonly vessels: LiveLayer<Vessel>;
  /**
   * Stations with an irregular MMSI, which several may share. They are kept separately, so that only code that reads
   * them explicitly includes them; listeners do not receive their movements.
   */
  readonly irregularVessels: LiveLayer<Vessel>;
  readonly aircraft: LiveLayer<Aircraft>;
  /** Columns of the fields that only vessels have, by the slots of `vessels`; those below belong to other layers. */
  readonly vesselColumns = vesselColumns();
  readonly irregularVesselColumns = vesselColumns();
  readonly aircraftColumns = new FieldColumns<Aircraft>(aircraftFields, {
    speed: 'groundSpeedKnots',
    course: 'trackDegrees',
    altitude: 'altitudeFeet',
  });
  readonly limit: number;
  readonly refusals: Readonly<Record<Layer, Refusals>> = { vessels: none(), aircraft: none() };
  private readonly ttlMs: Readonly<Record<Layer, number>>;
  private readonly listeners: MovementListeners;
  private completer?: AircraftCompleter;
  /** The movement that listeners receive; reused for every report. */
  private readonly movement = noMovement();

  constructor(
    config: GeospatialConfig,
    private readonly clock: Clock,
    log: Log,
  ) {
    super();
    this.limit = config.objectLimit;
    this.ttlMs = { vessels: config.vesselTtlMs, aircraft: config.aircraftTtlMs };
    this.vessels = new LiveLayer<Vessel>('vessels', this.vesselColumns, this.limit);
    this.irregularVessels = new LiveLayer<Vessel>('vessels', this.irregularVesselColumns, this.limit);
    this.aircraft = new LiveLayer<Aircraft>('aircraft', this.aircraftColumns, this.limit);
    this.listeners = new MovementListeners(log);
  }

  /** Adds a listener of movements. @returns a function that removes it */
  listen(listener: MovementListener): () => void {
    return this.listeners.add(listener);
  }

  takeVessel(report: VesselReport): boolean {
    if (!this.isTimely('vessels', report)) return false;
    if (identityOf(report.key) === 'regular')
      return this.publish('vessels', report, this.vessels.take(report, this.movement));
    return this.isTaken('vessels', this.irregularVessels.take(report, this.movement));
  }

  takeAircraft(report: AircraftReport): boolean {
    if (!this.isTimely('aircraft', report)) return false;
    const isComplete = this.completer?.isComplete(report) ?? true;
    const taken = this.aircraft.take(report, this.movement);
    if (!isComplete) this.completer?.complete(report.key);
    return this.publish('aircraft', report, taken);
  }

  /** Sets the completer of aircraft that report from now on. */
  completeBy(completer: AircraftCompleter): void {
    this.completer = completer;
  }

  /**
   * Restores the state of an object after a restart, without notifying listeners. Objects with newer reports are
   * unchanged; expired ones are skipped.
   */
  restore(layer: Layer, state: Vessel | Aircraft): void {
    if (!this.isTimely(layer, state)) return;
    if (layer === 'vessels')
      (identityOf(state.key) === 'regular' ? this.vessels : this.irregularVessels).restore(state as Vessel);
    else if (this.aircraft.restore(state as Aircraft)) this.completer?.complete(state.key);
  }

  /** Removes expired objects and notifies the listeners. @returns the number of removed objects */
  expire(): number {
    const expireFrom = (layer: LiveLayer<Vessel> | LiveLayer<Aircraft>) =>
      layer.expire(this.clock.now() - this.ttlMs[layer.layer], (key, lat, lon, observedAt) =>
        this.listeners.expired(layer.layer, key, lat, lon, observedAt),
      );
    const irregular = this.irregularVessels.expire(this.clock.now() - this.ttlMs.vessels, () => {});
    return expireFrom(this.vessels) + irregular + expireFrom(this.aircraft);
  }

  /**
   * Returns false for an impossible or outdated report, and counts it. The time of a report that is slightly ahead is
   * set to now, so that other sources are not late until then.
   */
  private isTimely(layer: Layer, report: Stamped): boolean {
    const now = this.clock.now();
    const { key, observedAt, heardAt, receivedAt } = report;
    const refusals = this.refusals[layer];
    if (!isKey(layer, key) || !Number.isFinite(observedAt) || !Number.isFinite(receivedAt)) refusals.impossible += 1;
    else if (observedAt > now + MAX_AHEAD_MS) refusals.future += 1;
    else if ((heardAt === undefined ? observedAt : Math.max(observedAt, heardAt)) <= now - this.ttlMs[layer])
      refusals.outdated += 1;
    else {
      if (heardAt !== undefined && heardAt > now) report.heardAt = now;
      // A report of another process may be up to a millisecond ahead if it arrived there in the current millisecond.
      if (observedAt >= now + 1) {
        report.observedAt = now;
        report.isTimedOnArrival = true;
      }
      return true;
    }
    return false;
  }

  /** Returns true if a report was accepted, and counts rejected ones. */
  private isTaken(layer: Layer, taken: ReportOutcome): boolean {
    if (taken !== 'late' && taken !== 'full') return true;
    this.refusals[layer][taken] += 1;
    return false;
  }

  private publish(layer: Layer, report: VesselReport | AircraftReport, taken: ReportOutcome): boolean {
    if (taken === 'updated') return true;
    if (!this.isTaken(layer, taken)) return false;
    const { movement } = this;
    movement.layer = layer;
    movement.key = report.key;
    movement.observedAt = report.observedAt;
    movement.receivedAt = report.receivedAt;
    movement.provider = report.provider;
    this.listeners.moved(movement);
    return true;
  }
}

/** True if a key is in range: an MMSI has nine digits, an address 24 bits and the flag `NON_ICAO`. */
const isKey = (layer: Layer, key: number): boolean =>
  Number.isInteger(key) && key >= 0 && key < (layer === 'vessels' ? 1_000_000_000 : 2 * NON_ICAO);

const vesselColumns = () => new FieldColumns<Vessel>(vesselFields, { speed: 'speedKnots', course: 'courseDegrees' });

const none = (): Refusals => ({ late: 0, future: 0, outdated: 0, full: 0, impossible: 0 });

const noMovement = (): Movement => ({
  layer: 'vessels',
  key: 0,
  lat: Number.NaN,
  lon: Number.NaN,
  observedAt: Number.NaN,
  receivedAt: Number.NaN,
  speedKnots: Number.NaN,
  courseDegrees: Number.NaN,
  altitudeFeet: Number.NaN,
  accuracyMeters: Number.NaN,
  previousLat: Number.NaN,
  previousLon: Number.NaN,
  previousObservedAt: Number.NaN,
  provider: '',
});

/** Listeners of movements. A listener that throws is logged once and does not affect the others. */
class MovementListeners {
  /** The list is replaced, never modified, so that a listener may remove itself while all are notified. */
  private listeners: readonly MovementListener[] = [];
  private readonly complained = new WeakSet<MovementListener>();

  constructor(private readonly log: Log) {}

  /** Adds a listener. @returns a function that removes it */
  add(listener: MovementListener): () => void {
    this.listeners = [...this.listeners.filter((other) => other !== listener), listener];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  moved(movement: Movement): void {
    for (const listener of this.listeners) {
      try {
        listener.moved(movement);
      } catch (error) {
        this.complain(listener, error);
      }
    }
  }

  expired(layer: Layer, key: number, lat: number, lon: number, observedAt: number): void {
    for (const listener of this.listeners) {
      try {
        listener.expired?.(layer, key, lat, lon, observedAt);
      } catch (error) {
        this.complain(listener, error);
      }
    }
  }

  private complain(listener: MovementListener, error: unknown): void {
    if (this.complained.has(listener)) return;
    this.complained.add(listener);
    this.log.error({ err: error }, 'Movement listener failed; further failures of it are not logged.');
  }
}
