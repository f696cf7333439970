import { Service } from 'typedi';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import type { ReportCounter } from '../observation.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import { cellAt, RANGE_STEP_METERS, RANGE_STEPS } from './reception-cells.js';

/** Older positions (ms) show what was received earlier, not that something is received now. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Maximum number of cells in memory, of all feeds and hours; reports in further cells are left out and counted. */
export const MAX_COUNTED_CELLS = 200_000;

/** The reports of one feed in one hour that are not stored yet. */
export interface HourOfFeed {
  feed: string;
  provider: string;
  layer: Layer;
  /** Hours since 1970. */
  hour: number;
  /** Reports by cell. */
  cells: Map<number, number>;
  /** Reports by distance from the receiver, in steps; empty without a position of the receiver. */
  distances: Map<number, number>;
}

type CountedReport = Parameters<ReportCounter['count']>[2];

/**
 * Counts the position reports that this process reads, by feed, hour and cell, also those that another source reported
 * before.
 */
@Service()
export class ReceptionCounter implements ReportCounter {
  private readonly hours = new Map<string, HourOfFeed>();
  private last?: HourOfFeed;
  private cells = 0;
  /** Number of reports that were left out because there were too many cells. */
  dropped = 0;
  private readonly receivers: ReadonlyMap<string, Position>;

  constructor(config: GeospatialConfig) {
    this.receivers = config.receivers;
  }

  /** Counts a report of a feed if it has a position of now. */
  count(feed: string, layer: Layer, { lat, lon, observedAt, receivedAt, provider }: CountedReport): void {
    if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180)) return;
    if (!(receivedAt - observedAt <= MAX_AGE_MS)) return;
    const own = this.hourOf(feed, provider, layer, Math.floor(receivedAt / HOUR_MS));
    const cell = cellAt(lat, lon);
    const known = own.cells.get(cell);
    if (known === undefined && this.cells >= MAX_COUNTED_CELLS) {
      this.dropped += 1;
      return;
    }
    if (known === undefined) this.cells += 1;
    own.cells.set(cell, (known ?? 0) + 1);
    const receiver = this.receivers.get(feed);
    if (receiver === undefined) return;
    const meters = distanceMeters(receiver.lat, receiver.lon, lat, lon);
    const step = Math.min(RANGE_STEPS - 1, Math.floor(meters / RANGE_STEP_METERS));
    own.distances.set(step, (own.distances.get(step) ?? 0) + 1);
  }

  /** Returns the counts since the last call, and begins again. */
  take(): HourOfFeed[] {
    const taken = [...this.hours.values()];
    this.hours.clear();
    this.last = undefined;
    this.cells = 0;
    return taken;
  }

  private hourOf(feed: string, provider: string, layer: Layer, hour: number): HourOfFeed {
    const { last } = this;
    // The reports of a feed arrive one after the other, so that the last one is nearly always the same.
    if (last !== undefined && last.hour === hour && last.feed === feed && last.layer === layer) return last;
    const key = `${hour} ${layer} ${feed}`;
    let own = this.hours.get(key);
    if (own === undefined) {
      own = { feed, provider, layer, hour, cells: new Map(), distances: new Map() };
      this.hours.set(key, own);
    }
    this.last = own;
    return own;
  }
}
