import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { Layer } from '../layer.js';
import type { Movement, MovementListener } from '../movement.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { CountedLine, GateIndex } from './gate-index.js';

/**
 * Distance (m) from a line that a vessel must have on both sides for a passage. Positions that waver at the line, of an
 * anchored vessel or by inaccuracy, make no passage.
 */
export const HYSTERESIS_METERS = 500;
/**
 * Greatest speed (knots) between two positions of one vessel, the factor and the margin (knots) by which that may
 * exceed its reported speed, and the inaccuracy (m) of positions. Positions beyond these are false, or
 * of another vessel with the same MMSI.
 */
const [MAX_KNOTS, FACTOR, MARGIN_KNOTS, INACCURACY_METERS] = [60, 1.5, 8, 500];
/** Minimum time (ms) between two passages of a vessel at a line; sooner ones are of two vessels with one MMSI. */
export const MIN_BETWEEN_MS = 15 * MINUTE_MS;
/** Maximum number of vessels at lines, and of their last passages. */
const MAX_VESSELS = 100_000;

/** A passage of a vessel. */
export interface CountedPassage {
  /** The identifier of the flow. */
  flowId: string;
  /** The MMSI. */
  key: number;
  /** Time of the crossing (ms). */
  at: number;
  /** 1: forward, from the left of the line to its right; -1: backward. */
  direction: 1 | -1;
  provider: string;
}

/** A vessel between the two sides of a line. */
interface Pending {
  /** The side on which it was: -1 left, 1 right, 0 unknown. */
  side: number;
  /** Crossings forward minus those backward. */
  net: number;
  at: number;
}

type PassageMovement = Pick<Movement, 'layer' | 'key' | 'lat' | 'lon' | 'observedAt' | 'speedKnots' | 'provider'> &
  Pick<Movement, 'previousLat' | 'previousLon' | 'previousObservedAt'>;

/**
 * Counts passages of vessels across lines. A passage begins at least 500 m from the line on one side, ends as far on
 * the other side, and crosses the line between its ends.
 */
export class PassageCounter implements MovementListener {
  private readonly pending = new Map<number, Map<CountedLine, Pending>>();
  private readonly passed = new Map<number, Map<CountedLine, number>>();
  /** The last hour in which a report near each line was received. */
  private readonly heard = new Map<CountedLine, number>();
  /** The last hour in which a report in each cell was received. */
  private readonly heardCells = new WeakMap<readonly CountedLine[], number>();

  /**
   * @param index the lines
   * @param count receives each passage
   * @param hear receives a flow near which a report was received, with its time, once in an hour
   */
  constructor(
    private readonly index: GateIndex,
    private readonly count: (passage: CountedPassage) => void,
    private readonly hear: (flowId: string, at: number, provider: string) => void,
  ) {}

  moved(movement: PassageMovement): void {
    const { layer, key, lat, lon, observedAt, previousLat, previousLon } = movement;
    if (layer !== 'vessels') return;
    const lines = this.index.along(previousLat, previousLon, lat, lon);
    if (lines.length === 0) return;
    const hour = Math.floor(observedAt / HOUR_MS);
    // A cell may have thousands of lines, and most ways are in one cell.
    if ((this.heardCells.get(lines) ?? 0) < hour) {
      this.heardCells.set(lines, hour);
      for (const line of lines) this.hearAt(line, hour, movement);
    }
    if (isJump(movement)) {
      this.pending.delete(key);
      return;
    }
    const [from, to] = [
      { lat: previousLat, lon: previousLon },
      { lat, lon },
    ];
    const followed = this.pending.get(key);
    for (const line of lines)
      if (followed?.has(line) === true || !line.gate.isAside(from, to)) this.follow(line, movement);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'vessels') return;
    this.pending.delete(key);
    this.passed.delete(key);
  }

  /** Forgets passages after which a vessel may pass again, and lines near which none was received in this hour. */
  prune(now: number): void {
    for (const [key, lines] of this.passed) {
      for (const [line, at] of lines) if (now - at > MIN_BETWEEN_MS) lines.delete(line);
      if (lines.size === 0) this.passed.delete(key);
    }
    for (const [line, hour] of this.heard) if (hour < Math.floor(now / HOUR_MS)) this.heard.delete(line);
  }

  private hearAt(line: CountedLine, hour: number, { observedAt, provider }: PassageMovement): void {
    if ((this.heard.get(line) ?? 0) >= hour) return;
    this.heard.set(line, hour);
    this.hear(line.id, observedAt, provider);
  }

  private follow(line: CountedLine, movement: PassageMovement): void {
    const { key, lat, lon, observedAt, previousLat, previousLon, previousObservedAt } = movement;
    const known = this.pending.get(key)?.get(line);
    const crossings = line.gate.crossings({ lat: previousLat, lon: previousLon }, { lat, lon });
    const meters = line.gate.side(lat, lon);
    const isAtLine = Math.abs(meters) < HYSTERESIS_METERS;
    if (known === undefined && crossings.length === 0 && !isAtLine) return;
    const before = known ?? this.begun(line, previousLat, previousLon);
    for (const { direction, fraction } of crossings) {
      before.net += direction;
      before.at = previousObservedAt + fraction * (observedAt - previousObservedAt);
    }
    if (isAtLine) {
      if (known === undefined) this.keep(this.pending, key, line, before);
      return;
    }
    this.drop(key, line);
    const side = meters > 0 ? 1 : -1;
    if (before.side === 0 || side === before.side || before.net !== side) return;
    if (before.at - (this.passed.get(key)?.get(line) ?? Number.NEGATIVE_INFINITY) < MIN_BETWEEN_MS) return;
    this.keep(this.passed, key, line, before.at);
    this.count({ flowId: line.id, key, at: before.at, direction: side, provider: movement.provider });
  }

  private begun({ gate }: CountedLine, lat: number, lon: number): Pending {
    const meters = gate.side(lat, lon);
    return { side: Math.abs(meters) < HYSTERESIS_METERS ? 0 : Math.sign(meters), net: 0, at: 0 };
  }

  private keep<Value>(of: Map<number, Map<CountedLine, Value>>, key: number, line: CountedLine, value: Value): void {
    const lines = of.get(key);
    if (lines !== undefined) lines.set(line, value);
    else if (of.size < MAX_VESSELS) of.set(key, new Map([[line, value]]));
  }

  private drop(key: number, line: CountedLine): void {
    const lines = this.pending.get(key);
    lines?.delete(line);
    if (lines?.size === 0) this.pending.delete(key);
  }
}

/** True if the vessel cannot have sailed from the previous position to this one, at the speed that it reports. */
function isJump(movement: PassageMovement): boolean {
  const { lat, lon, observedAt, speedKnots, previousLat, previousLon, previousObservedAt } = movement;
  const seconds = (observedAt - previousObservedAt) / 1_000;
  const most = Number.isNaN(speedKnots) ? MAX_KNOTS : Math.min(MAX_KNOTS, FACTOR * speedKnots + MARGIN_KNOTS);
  const meters = distanceMeters(previousLat, previousLon, lat, lon);
  return meters > INACCURACY_METERS + seconds * most * KNOTS_IN_METERS_PER_SECOND;
}
