import { randomInt } from 'node:crypto';
import type { Area } from '../area.js';
import type { Box } from '../box.js';
import type { Layer } from '../layer.js';
import { type Movement } from '../movement.js';
import { isPosition, normalLongitude } from '../position.js';
import { CellGrid } from './cell-grid.js';
import { CellSearch } from './cell-search.js';
import { type FieldColumns, type Moving, type ReportOf, toDecimal } from './field-columns.js';
import { grown } from './grow.js';
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
 * Reports that have no time of their own and arrive within a millisecond are this far apart (ms): above the microsecond
 * to which tracks are stored.
 */
const ARRIVAL_STEP_MS = 1 / 512;

/** Result of a report: it moved the object, changed other fields, came too late, or the object limit was reached. */
export type ReportOutcome = 'moved' | 'updated' | 'late' | 'full';

/**
 * The objects of one kind that are there now. Each has a slot, a small number that is its own until it expires; columns
 * are read by slot, so that a search costs no objects.
 */
export class LiveLayer<State extends Moving> {
  /** Counts changes; every change gets the next number. */
  version = 0;
  private readonly keys = new KeyTable(randomInt(2 ** 31));
  private readonly rows = new ObjectRows();
  private readonly grid = new CellGrid();
  private readonly search = new CellSearch(this.grid, this.rows);
  /** Codes are bytes. */
  private readonly providers = new NameTable(255);
  /** For every slot: the key + 1, 0 for a free one. */
  private slotKeys = new Int32Array(0);
  private providerCodes = new Uint8Array(0);
  private readonly free: number[] = [];
  /** Slots from here on have never been used. */
  private used = 0;

  constructor(
    readonly layer: Layer,
    private readonly columns: FieldColumns<State>,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.keys.size;
  }

  /** The current state, as a new object. */
  get(key: number): State | undefined {
    const slot = this.keys.get(key);
    return slot < 0 ? undefined : this.stateAt(slot);
  }

  slotOf(key: number): number | undefined {
    const slot = this.keys.get(key);
    return slot < 0 ? undefined : slot;
  }

  keyAt(slot: number): number {
    return (this.slotKeys[slot] as number) - 1;
  }

  /** NaN without a position; so is the longitude. */
  latAt(slot: number): number {
    return this.rows.values[slot * STRIDE + LAT] as number;
  }

  lonAt(slot: number): number {
    return this.rows.values[slot * STRIDE + LON] as number;
  }

  /** ms */
  observedAt(slot: number): number {
    return this.rows.values[slot * STRIDE + OBSERVED] as number;
  }

  /** ms; when the latest report came. */
  receivedAt(slot: number): number {
    return this.rows.values[slot * STRIDE + RECEIVED] as number;
  }

  /** Provider of the latest report. */
  providerAt(slot: number): string {
    return this.providers.nameOf(this.providerCodes[slot] as number);
  }

  /** Knots over ground; NaN when it is not known. */
  speedAt(slot: number): number {
    return this.columns.speedAt(slot);
  }

  /** Course or track over ground in degrees; NaN when it is not known. */
  courseAt(slot: number): number {
    return this.columns.courseAt(slot);
  }

  /** The layer's version as of which the object is as it is. */
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
   * Returns the number of objects in a box. The cost grows with the length of its edges, not with the objects in it.
   */
  count(box: Box): number {
    return this.search.countIn(box);
  }

  /**
   * The slots of all objects in an area, in no order, each once. The cost grows with the number of objects found.
   * Without an area: of all, also those without a position. The list is the caller's own; by the time of a later turn
   * of the event loop a slot in it may belong to another object.
   */
  within(area?: Area): Int32Array {
    if (area !== undefined) return this.search.within(area);
    const all = new Int32Array(this.size);
    let count = 0;
    for (let slot = 0; slot < this.used; slot += 1) if (this.slotKeys[slot] !== 0) all[count++] = slot;
    return all;
  }

  /**
   * The slots of objects in a box that have changed since a version, in no order. The cost grows with the number of
   * changed objects.
   */
  changedWithin(box: Box, since: number): Int32Array {
    return this.search.changedWithin(box, since);
  }

  /**
   * Merges a report by the time of its fix: late or repeated reports never move an object back, but may still set its
   * name. Only for `LiveState`.
   * @param report whose `observedAt` is shifted by microseconds when it is timed on arrival and another one arrived
   * in the same millisecond
   * @param movement receives the previous and the new position when the object moved
   */
  take(report: ReportOf<State>, movement: Movement): ReportOutcome {
    const slot = this.slotFor(report.key);
    if (slot < 0) return 'full';
    const { values } = this.rows;
    const row = slot * STRIDE;
    if (report.isTimedOnArrival === true) this.order(report, row);
    const { observedAt: at, heardAt, lat, lon } = report;
    const heard = heardAt !== undefined && heardAt > at ? heardAt : at;
    const isPlaced = !Number.isNaN(values[row + LAT] as number);
    const hasPosition = lat !== undefined && lon !== undefined && isPosition(lat, lon);
    const isMove = hasPosition && !(isPlaced && at <= (values[row + OBSERVED] as number));
    const isLate = hasPosition
      ? !isMove && !(heard > (values[row + LAST_REPORT] as number))
      : heard < (values[row + LAST_REPORT] as number);
    // Facts of the same time are applied again, unless the whole report is a repetition.
    const hasFacts =
      !(hasPosition && isLate ? heard <= (values[row + FACTS] as number) : heard < (values[row + FACTS] as number)) &&
      this.columns.mergeFacts(slot, report);
    if (hasFacts) values[row + FACTS] = heard;
    if (isLate && !hasFacts) return 'late';
    if (!isLate) {
      if (isMove) {
        movement.previousLat = values[row + LAT] as number;
        movement.previousLon = values[row + LON] as number;
        movement.previousObservedAt = isPlaced ? (values[row + OBSERVED] as number) : Number.NaN;
      }
      this.renew(slot, report, isMove, heard);
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
   * Restores the earlier state of an object.
   * @returns false when the object is known as of then or later already, or when there is no room
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

  /** Removes every object without a report after `since`. */
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
   * Puts a report that is timed on arrival behind what arrived before it in the same millisecond, unless it repeats it.
   */
  private order(report: ReportOf<State>, row: number): void {
    const { values } = this.rows;
    const { observedAt: at, lat, lon } = report;
    const hasPosition = lat !== undefined && lon !== undefined;
    const latest = values[row + (hasPosition ? OBSERVED : LAST_REPORT)] as number;
    // An object that is later by a millisecond or more has a time from another source.
    if (!(at <= latest && latest < at + 1)) return;
    if (!hasPosition) report.observedAt = latest;
    else if (lat !== values[row + LAT] || normalLongitude(lon) !== values[row + LON])
      report.observedAt = latest + ARRIVAL_STEP_MS;
  }

  /** @param heard time at which the sender was last received (ms) */
  private renew(slot: number, report: ReportOf<State>, isMove: boolean, heard: number): void {
    const { values } = this.rows;
    const row = slot * STRIDE;
    const { observedAt: at, accuracyMeters } = report;
    if (!(heard < (values[row + LAST_REPORT] as number))) {
      this.columns.mergeMotion(slot, report);
      values[row + LAST_REPORT] = heard;
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

  /** The slot of a key, a new one if need be; -1 when there is no room. */
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
