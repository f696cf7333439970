import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import { arrivalMeters, PORT_CALL_METERS, type Port, type PortTable } from './port-table.js';
import { isServiceCraft, vesselName } from './vessel-properties.js';

const STOPPED_KNOTS = 1;
/** Navigation status of a moored vessel (ITU-R M.1371 table 45). */
const MOORED = 5;
/**
 * Minimum speed (knots) at which a vessel must have been seen before it arrives. A vessel that was stopped when first
 * received may have been there for months.
 */
const UNDER_WAY_KNOTS = 2;
/** Minimum time that a vessel is stopped for a port call (ms). */
const STOPPED_MS = 600_000;
/** A port call ends when its vessel has not reported for this time (ms), because its departure is not known. */
const ABANDONED_AFTER_MS = 7 * DAY_MS;
const CHECK_INTERVAL_MS = HOUR_MS;

/**
 * Speed (knots) and distance (m) beyond which the next position of a vessel is false, or of another vessel with the
 * same MMSI; it then neither begins nor ends a call.
 */
const [JUMP_KNOTS, JUMP_METERS] = [100, 5_000];

interface Stop {
  since: number;
  lat: number;
  lon: number;
}

/** The properties of a vessel that the detector needs. */
type CallingVessel = Pick<Vessel, 'key' | 'name' | 'station' | 'shipTypeCode' | 'navigationStatus'>;

/** The fields of a movement that the detector needs. */
type CallMovement = Pick<
  Movement,
  'layer' | 'key' | 'lat' | 'lon' | 'observedAt' | 'speedKnots' | 'previousLat' | 'previousLon' | 'previousObservedAt'
>;

interface Call {
  port: Port;
  /** Time of the vessel's last report (ms). */
  last: number;
}

/**
 * Detects vessels that arrive at a port and stop there for ten minutes. The call ends when the vessel is nine
 * kilometers away.
 */
export class PortCall implements Detector {
  readonly type = 'port_call';
  private readonly open: OpenDetections;
  private readonly stopped = new Map<number, Stop>();
  private readonly underWay = new Set<number>();
  private readonly calling = new Map<number, Call>();
  private checkedAt = 0;

  constructor(
    publish: PublishDetection,
    private readonly ports: Pick<PortTable, 'near'>,
    private readonly vesselOf: (key: number) => CallingVessel | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved(movement: CallMovement): void {
    const { layer, key, lat, lon, observedAt, speedKnots } = movement;
    if (layer !== 'vessels' || isJump(movement)) return;
    if (speedKnots >= UNDER_WAY_KNOTS) this.underWay.add(key);
    const call = this.calling.get(key);
    if (call !== undefined) {
      call.last = observedAt;
      this.open.confirm(entityOf(layer, key));
      if (distanceMeters(lat, lon, call.port.lat, call.port.lon) <= PORT_CALL_METERS.departure) return;
      this.calling.delete(key);
      this.open.end(entityOf(layer, key), observedAt);
      return;
    }
    if (!(speedKnots < STOPPED_KNOTS) || !this.underWay.has(key)) {
      this.stopped.delete(key);
      return;
    }
    const stop = this.stopped.get(key);
    if (stop === undefined) this.stopped.set(key, { since: observedAt, lat, lon });
    else if (observedAt - stop.since >= STOPPED_MS) this.arrive(key, stop, observedAt);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'vessels') return;
    this.stopped.delete(key);
    this.underWay.delete(key);
  }

  check(now: number): void {
    if (now - this.checkedAt < CHECK_INTERVAL_MS) return;
    this.checkedAt = now;
    for (const [key, { last }] of this.calling) {
      const subject = entityOf('vessels', key);
      if (isServiceCraft(this.vesselOf(key)?.shipTypeCode ?? null)) {
        this.calling.delete(key);
        this.open.withdraw(subject, last, 'the vessel turned out to be a service craft.');
        continue;
      }
      if (this.open.isAwaitingReport(subject, now, ABANDONED_AFTER_MS) || now - last < ABANDONED_AFTER_MS) continue;
      this.calling.delete(key);
      this.open.end(subject, last);
    }
  }

  resume(event: OngoingDetection): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    if (event.endedAt !== null) {
      this.open.drop(subject, event.key);
      this.calling.delete(object.key);
      return;
    }
    this.open.resume(subject, event);
    const { portLat, portLon, port } = event.details;
    this.calling.set(object.key, {
      port: { name: String(port), lat: Number(portLat), lon: Number(portLon) },
      last: event.reportedAt.getTime(),
    });
  }

  private arrive(key: number, { since, lat, lon }: Stop, observedAt: number): void {
    // Ports are searched once per `STOPPED_MS` of the stop, since the vessel may shift.
    this.stopped.set(key, { since: observedAt, lat, lon });
    const vessel = this.vesselOf(key);
    const limit = arrivalMeters(vessel?.navigationStatus === MOORED);
    const near = this.ports.near(lat, lon, limit);
    if (
      near === undefined ||
      vessel === undefined ||
      !['class_a', 'class_b'].includes(vessel.station) ||
      isServiceCraft(vessel.shipTypeCode)
    )
      return;
    this.stopped.delete(key);
    this.underWay.delete(key);
    this.calling.set(key, { port: near.port, last: observedAt });
    const subject = entityOf('vessels', key);
    this.open.begin(subject, {
      key: `port_call:${idOf('vessels', key)}:${since}`,
      type: this.type,
      title: `${vesselName(vessel)}: port call at ${near.port.name}`,
      severity: 1,
      position: { lat, lon },
      startedAt: new Date(since),
      endedAt: null,
      reportedAt: new Date(observedAt),
      entities: [subject],
      details: {
        vesselName: vessel.name,
        shipTypeCode: vessel.shipTypeCode,
        port: near.port.name,
        portLat: near.port.lat,
        portLon: near.port.lon,
        distanceMeters: rounded(near.meters),
        distanceLimitMeters: limit,
        stoppedSeconds: rounded((observedAt - since) / 1000),
        stoppedLimitSeconds: STOPPED_MS / 1000,
        speedLimitKnots: STOPPED_KNOTS,
      },
    });
  }
}

/** True if no vessel can have sailed from the previous position to this one in the time. */
function isJump({ lat, lon, observedAt, previousLat, previousLon, previousObservedAt }: CallMovement): boolean {
  const meters = distanceMeters(previousLat, previousLon, lat, lon);
  const seconds = (observedAt - previousObservedAt) / 1_000;
  return meters > JUMP_METERS && meters > seconds * JUMP_KNOTS * KNOTS_IN_METERS_PER_SECOND;
}
