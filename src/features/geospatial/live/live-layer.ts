import { randomInt } from 'node:crypto';
import type { Area } from '../area.js';
import type { Box } from '../box.js';
import type { Layer } from '../layer.js';
import { type Movement } from '../movement.js';
import { isPosition, normalLongitude } from '../position.js';
import { CellGrid } from './cell-grid.js';
import { CellSearch } from './cell-search.js';
import { type FieldColumns, type Moving, type ReportOf, toDecimal } from './field-columns.js';
import { grown } from './grown-column.js';
import { KeyTable } from './key-table.js';
import { NameTable } from './name-table.js';
import {
  ACCURACY,
  FACTS,
  LAST_REPORT,
  LAT,
  LON,
  OBSERVED,
  ObjectRows,
  RECEIVED,
  STRIDE,
  VERSION,
} from './object-rows.js';

const FIRST_CAPACITY = 1_024;
/**
 * Time (ms) added to a report without its own time when another one arrived in the same millisecond; just above the
 * microsecond to which tracks are stored.
 */
const ARRIVAL_STEP_MS = 1 / 512;

/**
 * Result of a report: it moved the object, changed other fields, was late or repeated, or was rejected at the limit of
 * objects.
 */
export type ReportOutcome = 'moved' | 'updated' | 'late' | 'full';

/**
 * The live objects of one kind. Each object has a slot, a small number that it keeps until it expires; fields are read
 * by slot, so that searches create no objects.
 */
export class LiveLayer<State extends Moving> {
  /** Number of changes so far; every change gets the next number. */
  version = 0;
  private readonly keys = new KeyTable(randomInt(2 ** 31));
  private readonly rows = new ObjectRows();
  private readonly grid = new CellGrid();
  private readonly search = new CellSearch(this.grid, this.rows);
  /** Providers as one-byte codes. */
  private readonly providers = new NameTable(255);
  /** For every slot, its key + 1; 0 for a free slot. */
  private slotKeys = new Int32Array(0);
  private providerCodes = new Uint8Array(0);
  private readonly free: number[] = [];
  /** The first slot that was never used. */
  private used = 0;

  constructor(
    readonly layer: Layer,
    private readonly columns: FieldColumns<State>,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  /** Returns the current state as a new object; undefined for an unknown key. */
  get(key: number): State | undefined {
    const slot = this.keys.get(key);
    return slot < 0 ? undefined : this.stateAt(slot);
  }

  slotOf(key: number): number | undefined {
    const slot = this.keys.get(key);
    return slot < 0 ? undefined : slot;
  }

  /** The slot after the last one ever used: reading all slots in order is the fastest way to read most objects. */
  get slotEnd(): number {
    return this.used;
  }

  /** Key of the object in a slot; -1 for a free slot. */
  keyAt(slot: number): number {
    return (this.slotKeys[slot] as number) - 1;
  }

  /** Latitude of a slot; it and the longitude are NaN without a position. */
  latAt(slot: number): number {
    return this.rows.values[slot * STRIDE + LAT] as number;
  }

  lonAt(slot: number): number {
    return this.rows.values[slot * STRIDE + LON] as number;
  }

  /** Time of the position, or of the latest report without a position (ms). */
  observedAt(slot: number): number {
    return this.rows.values[slot * STRIDE + OBSERVED] as number;
  }

  /** Time of arrival of the latest report (ms). */
  receivedAt(slot: number): number {
    return this.rows.values[slot * STRIDE + RECEIVED] as number;
  }

  /** Provider of the latest report. */
  providerAt(slot: number): string {
    return this.providers.nameOf(this.providerCodes[slot] as number);
  }

  /** Speed over ground in knots; NaN if unknown. */
  speedAt(slot: number): number {
    return this.columns.speedAt(slot);
  }

  /** Course or track over ground in degrees; NaN if unknown. */
  courseAt(slot: number): number {
    return this.columns.courseAt(slot);
  }

  /** Version of the layer at the last change of the object. */
  versionAt(slot: number): number {
    return this.rows.values[slot * STRIDE + VERSION] as number;
  }

  stateAt(slot: number): State {
    const { values } = this.rows;
    const row = slot * STRIDE;
    const [lat, lon, accuracy] = [
      values[row + LAT] as number,
      values[row + LON] as number,
      values[row + ACCURACY] as number,
    ];
    return {
      key: this.keyAt(slot),
      position: Number.isNaN(lat) ? null : { lat, lon },
      accuracyMeters: Number.isNaN(accuracy) ? null : accuracy,
      ...this.columns.compose(slot),
      observedAt: values[row + OBSERVED] as number,
      receivedAt: values[row + RECEIVED] as number,
      provider: this.providerAt(slot),
    } as unknown as State;
  }

  /**
   * Returns the number of objects in a box. The running time grows with the length of the edges of the box, not with
   * the number of objects inside.
   */
  count(box: Box): number {
    return this.search.countIn(box);
  }

  /**
   * Returns the slots of all objects in an area, each once, in no particular order; without an area, the slots of all
   * objects, also objects without a position. The running time grows with the number of objects found. The caller owns
   * the list; after the event loop has continued, a slot in it may belong to another object.
   */
  within(area?: Area): Int32Array {
    if (area !== undefined) return this.search.within(area);
    const all = new Int32Array(this.size);
    let count = 0;
    for (let slot = 0; slot < this.used; slot += 1) if (this.slotKeys[slot] !== 0) all[count++] = slot;
    return all;
  }

  /**
   * Returns the slots of objects in a box that have changed after a version, in no particular order. The running time
   * grows with the number of changed objects.
   */
  changedWithin(box: Box, since: number): Int32Array {
    return this.search.changedWithin(box, since);
  }

  /**
   * Merges a report by its time: a late or repeated report never moves an object back, but may still add facts such as
   * the name. Only for `LiveState`.
   * @param report its `observedAt` is shifted by microseconds when it is timed on arrival and another one arrived in
   * the same millisecond
   * @param movement receives the previous and the new position when the object moved
   */
  take(report: ReportOf<State>, movement: Movement): ReportOutcome {
    const slot = this.slotFor(report.key);
    if (slot < 0) return 'full';
    const { values } = this.rows;
    const row = slot * STRIDE;
    if (report.isTimedOnArrival === true) this.order(report, row);
    const { observedAt: at, heardAt, lat, lon } = report;
    const receivedAt = heardAt !== undefined && heardAt > at ? heardAt : at;
    const isPlaced = !Number.isNaN(values[row + LAT] as number);
    const hasPosition = lat !== undefined && lon !== undefined && isPosition(lat, lon);
    const isMove = hasPosition && !(isPlaced && at <= (values[row + OBSERVED] as number));
    const isLate = hasPosition
      ? !isMove && !(receivedAt > (values[row + LAST_REPORT] as number))
      : receivedAt < (values[row + LAST_REPORT] as number);
    // Facts with the time of the known ones are applied again, unless the whole report is a repetition.
    const hasFacts =
      !(hasPosition && isLate
        ? receivedAt <= (values[row + FACTS] as number)
        : receivedAt < (values[row + FACTS] as number)) && this.columns.mergeFacts(slot, report);
    if (hasFacts) values[row + FACTS] = receivedAt;
    if (isLate && !hasFacts) return 'late';
    if (!isLate) {
      if (isMove) {
        movement.previousLat = values[row + LAT] as number;
        movement.previousLon = values[row + LON] as number;
        movement.previousObservedAt = isPlaced ? (values[row + OBSERVED] as number) : Number.NaN;
      }
      this.renew(slot, report, isMove, receivedAt);
    }
    this.version += 1;
    values[row + VERSION] = this.version;
    this.grid.touch(slot, this.version);
    if (!isMove) return 'updated';
    movement.lat = values[row + LAT] as number;
    movement.lon = values[row + LON] as number;
    movement.speedKnots = this.columns.speedAt(slot);
    movement.courseDegrees = this.columns.courseAt(slot);
    movement.altitudeFeet = this.columns.altitudeAt(slot);
    movement.accuracyMeters = values[row + ACCURACY] as number;
    return 'moved';
  }

  /**
   * Restores the stored state of an object.
   * @returns false when a state of this or a later time is known, or at the limit of objects
   */
  restore(state: State): boolean {
    const known = this.keys.get(state.key);
    if (known >= 0 && !(state.observedAt > this.observedAt(known))) return false;
    const slot = this.slotFor(state.key);
    if (slot < 0) return false;
    const position = state.position === null ? {} : state.position;
    const { values } = this.rows;
    if (!((values[slot * STRIDE + FACTS] as number) > state.observedAt)) {
      this.columns.mergeFacts(slot, state);
      values[slot * STRIDE + FACTS] = state.observedAt;
    }
    const report = {
      ...state,
      accuracyMeters: state.accuracyMeters ?? undefined,
      ...position,
    } as unknown as ReportOf<State>;
    this.renew(slot, report, state.position !== null, state.observedAt);
    this.version += 1;
    values[slot * STRIDE + VERSION] = this.version;
    this.grid.touch(slot, this.version);
    return true;
  }

  /** Removes every object without a report after `since` (ms). @returns the number of removed objects */
  expire(since: number, expired: (key: number, lat: number, lon: number, observedAt: number) => void): number {
    let count = 0;
    for (let slot = 0; slot < this.used; slot += 1) {
      const row = slot * STRIDE;
      if (this.slotKeys[slot] === 0 || (this.rows.values[row + LAST_REPORT] as number) > since) continue;
      const [key, lat, lon, observedAt] = [this.keyAt(slot), this.latAt(slot), this.lonAt(slot), this.observedAt(slot)];
      this.remove(slot);
      count += 1;
      expired(key, lat, lon, observedAt);
    }
    return count;
  }

  /**
   * Orders a report that is timed on arrival after the reports that arrived earlier in the same millisecond, unless it
   * repeats the position.
   */
  private order(report: ReportOf<State>, row: number): void {
    const { values } = this.rows;
    const { observedAt: at, lat, lon } = report;
    const hasPosition = lat !== undefined && lon !== undefined;
    const latest = values[row + (hasPosition ? OBSERVED : LAST_REPORT)] as number;
    // A known time at least a millisecond later comes from another source, so the report is late.
    if (!(at <= latest && latest < at + 1)) return;
    if (!hasPosition) report.observedAt = latest;
    else if (lat !== values[row + LAT] || normalLongitude(lon) !== values[row + LON])
      report.observedAt = latest + ARRIVAL_STEP_MS;
  }

  /**
   * Updates the motion and position of a slot.
   * @param receivedAt time at which the sender was last received (ms)
   */
  private renew(slot: number, report: ReportOf<State>, isMove: boolean, receivedAt: number): void {
    const { values } = this.rows;
    const row = slot * STRIDE;
    const { observedAt: at, accuracyMeters } = report;
    if (!(receivedAt < (values[row + LAST_REPORT] as number))) {
      this.columns.mergeMotion(slot, report);
      values[row + LAST_REPORT] = receivedAt;
    }
    const isPlaced = !Number.isNaN(values[row + LAT] as number);
    if (accuracyMeters !== undefined && (isMove || !isPlaced)) values[row + ACCURACY] = toDecimal(accuracyMeters);
    if (isMove) {
      const [lat, lon] = [report.lat as number, normalLongitude(report.lon as number)];
      values[row + LAT] = lat;
      values[row + LON] = lon;
      this.grid.place(slot, lat, lon);
    }
    if (isMove || !isPlaced) values[row + OBSERVED] = at;
    values[row + RECEIVED] = report.receivedAt;
    this.providerCodes[slot] = this.providers.codeOf(report.provider);
  }

  /** Returns the slot of a key, a new one if necessary; -1 at the limit of objects. */
  private slotFor(key: number): number {
    const known = this.keys.get(key);
    if (known >= 0) return known;
    if (this.size >= this.limit) return -1;
    const slot = this.free.pop() ?? this.used++;
    if (slot >= this.slotKeys.length) this.grow(Math.max(FIRST_CAPACITY, 2 * this.slotKeys.length));
    this.keys.add(key, slot);
    this.slotKeys[slot] = key + 1;
    this.rows.clear(slot);
    this.columns.clear(slot);
    return slot;
  }

  private remove(slot: number): void {
    this.grid.remove(slot);
    this.keys.delete(this.keyAt(slot));
    this.columns.clear(slot);
    this.slotKeys[slot] = 0;
    this.free.push(slot);
    this.version += 1;
  }

  private grow(capacity: number): void {
    this.slotKeys = grown(this.slotKeys, capacity);
    this.providerCodes = grown(this.providerCodes, capacity);
    this.rows.grow(capacity);
    this.grid.grow(capacity);
    this.columns.grow(capacity);
  }
}
