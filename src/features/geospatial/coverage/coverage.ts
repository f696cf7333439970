import { threadFunction } from '../../../threads/thread-call.js';
import { HOUR_MS } from '../../../time/durations.js';
import { type Box, splitBox } from '../box.js';
import type { Layer } from '../layer.js';
import { type ReceptionDay, SERVICE } from '../reception/reception.repository.js';
import {
  CELL_DEGREES,
  COUNTED_BLOCK,
  eachCount,
  gridPlaceOf,
  RANGE_BLOCK,
  RANGE_STEP_METERS,
} from '../reception/reception-cells.js';

/** Sizes of cells in degrees, from the finest. */
export const cellSizes = ['0.5', '1', '2', '5'] as const;
export type CellSize = (typeof cellSizes)[number];

/** Maximum length of a range (hours), and maximum number of full hours that it touches. */
export const MAX_RANGE_HOURS = 168;
export const MAX_HOURS = MAX_RANGE_HOURS + 2;

/** Maximum number of cells of a response, and of hourly counts in all of its cells. */
export const MAX_CELLS = 20_000;
export const MAX_HOURLY = 500_000;

/** The rows from which a coverage is computed. Times in hours since 1970; ends are exclusive. */
export interface CoverageInput {
  rows: readonly ReceptionDay[];
  layer: Layer;
  box: Box;
  cellDegrees: number;
  from: number;
  to: number;
  /** Start of the hours before the range that show the usual reception. */
  usualFrom: number;
  /** Whether cells have their reports in each hour. */
  isHourly: boolean;
}

/** The reports of one source in a cell, or in all cells. */
export interface SourceCount {
  feed: string;
  reports: number;
  /** Number of hours with a report. */
  hours: number;
}

export interface CoverageCell {
  /** South-west corner in degrees. */
  south: number;
  west: number;
  reports: number;
  hours: number;
  /** Fraction of the counted hours before the range with a report; null without a counted hour. */
  usual: number | null;
  /** The last hour with a report, since 1970. */
  lastHour: number;
  /** Reports in each hour of the range; an empty list unless they were requested. */
  hourly: number[];
  sources: SourceCount[];
}

export interface CoverageHour {
  /** Hours since 1970. */
  hour: number;
  /** Whether this service ran in this hour. */
  isCounted: boolean;
  reports: number;
  cells: number;
  sources: Array<{ feed: string; reports: number; cells: number }>;
}

export interface CoverageSource extends SourceCount {
  provider: string;
  cells: number;
  /** Number of cells in which no other source had a report. */
  onlyCells: number;
  /** The last hour with a report in the range; null without one. */
  lastHour: number | null;
  /** Distances (m) from the receiver below which half, and 95 %, of its reports were, and the greatest one. */
  range: { median: number; p95: number; most: number } | null;
}

export interface Coverage {
  /** The first `MAX_CELLS` cells, those that lost the most of their usual reception first. */
  cells: CoverageCell[];
  /** The number of all cells. */
  cellCount: number;
  hours: CoverageHour[];
  sources: CoverageSource[];
  /** The number of hours of the range in which this service ran. */
  countedHours: number;
}

interface Collected {
  row: number;
  column: number;
  hourly: Uint32Array;
  /** Hours before the range with a report. */
  usualHours: Uint8Array;
  lastHour: number;
  sources: Map<string, Uint32Array>;
}

/** Computes the coverage of an area; to be run in a thread if there are many rows. */
export function computeCoverage(input: CoverageInput): Coverage {
  const { rows, box, cellDegrees, from, to, usualFrom } = input;
  const [length, before] = [to - from, Math.max(0, from - usualFrom)];
  const [counted, usualCounted] = [new Uint8Array(length), new Uint8Array(before)];
  const mark = (hour: number) => {
    if (hour >= from && hour < to) counted[hour - from] = 1;
    else if (hour >= usualFrom && hour < from) usualCounted[hour - usualFrom] = 1;
  };
  const cells = new Map<number, Collected>();
  const providers = new Map<string, string>();
  const distances = new Map<string, Map<number, number>>();
  const [factor, columns] = [Math.round(cellDegrees / CELL_DEGREES), Math.round(360 / cellDegrees)];
  const touches = touching(box, cellDegrees);
  for (const { feed, provider, block, day, counts } of rows) {
    const start = Date.parse(day) / HOUR_MS;
    if (feed !== SERVICE) providers.set(feed, provider);
    eachCount(counts, (within, hourOfDay, reports) => {
      const hour = start + hourOfDay;
      if (hour < usualFrom || hour >= to) return;
      mark(hour);
      if (block === COUNTED_BLOCK) return;
      if (block === RANGE_BLOCK) {
        if (hour >= from) add(distances, feed, within, reports);
        return;
      }
      const place = gridPlaceOf(block, within);
      const [row, column] = [Math.floor(place.row / factor), Math.floor(place.column / factor)];
      if (!touches(row, column)) return;
      const key = row * columns + column;
      let cell = cells.get(key);
      if (cell === undefined) {
        const hourly = new Uint32Array(length);
        cell = { row, column, hourly, usualHours: new Uint8Array(before), lastHour: hour, sources: new Map() };
        cells.set(key, cell);
      }
      cell.lastHour = Math.max(cell.lastHour, hour);
      if (hour < from) cell.usualHours[hour - usualFrom] = 1;
      else {
        cell.hourly[hour - from] = (cell.hourly[hour - from] as number) + reports;
        let own = cell.sources.get(feed);
        if (own === undefined) {
          own = new Uint32Array(length);
          cell.sources.set(feed, own);
        }
        own[hour - from] = (own[hour - from] as number) + reports;
      }
    });
  }
  const all = [...cells.values()];
  return {
    cells: orderedCells(all, input, sum(usualCounted)),
    cellCount: all.length,
    hours: hoursOf(all, from, counted),
    sources: [...providers].map(([feed, provider]) => sourceOf(all, feed, provider, from, length, distances.get(feed))),
    countedHours: sum(counted),
  };
}

export const coverageInThread = threadFunction<typeof computeCoverage>(new URL(import.meta.url), 'computeCoverage');

/** Returns a test whether a cell of the grid touches a box. */
function touching(box: Box, size: number): (row: number, column: number) => boolean {
  const parts = splitBox(box);
  return (row, column) => {
    const [south, west] = [row * size - 90, column * size - 180];
    return parts.some(
      (part) => south < part.north && south + size > part.south && west < part.east && west + size > part.west,
    );
  };
}

/** Returns the first cells with their figures, those that lost the most of their usual reception first. */
function orderedCells(cells: readonly Collected[], { cellDegrees, isHourly }: CoverageInput, usualCounted: number) {
  const length = cells[0]?.hourly.length ?? 1;
  // There may be more than 100,000 cells, so only those that are returned are described.
  const ranked = cells.map((cell) => {
    const [hours, reports] = [nonZero(cell.hourly), sum(cell.hourly)];
    const usual = usualCounted === 0 ? null : sum(cell.usualHours) / usualCounted;
    return { cell, hours, reports, usual, lost: (usual ?? 0) - hours / length };
  });
  ranked.sort((one, other) => other.lost - one.lost || other.reports - one.reports || placeOrder(one.cell, other.cell));
  return ranked.slice(0, MAX_CELLS).map(
    ({ cell: { row, column, hourly, lastHour, sources }, hours, reports, usual }): CoverageCell => ({
      south: row * cellDegrees - 90,
      west: column * cellDegrees - 180,
      reports,
      hours,
      usual,
      lastHour,
      hourly: isHourly ? Array.from(hourly) : [],
      sources: [...sources].map(([feed, own]) => ({ feed, reports: sum(own), hours: nonZero(own) })),
    }),
  );
}

const placeOrder = (one: Collected, other: Collected) => one.row - other.row || one.column - other.column;

function hoursOf(cells: readonly Collected[], from: number, counted: Uint8Array): CoverageHour[] {
  return Array.from(counted, (isCounted, index): CoverageHour => {
    const sources = new Map<string, { feed: string; reports: number; cells: number }>();
    let [reports, heard] = [0, 0];
    for (const cell of cells) {
      const all = cell.hourly[index] as number;
      if (all === 0) continue;
      [reports, heard] = [reports + all, heard + 1];
      for (const [feed, own] of cell.sources) {
        const count = own[index] as number;
        if (count === 0) continue;
        const source = sources.get(feed) ?? { feed, reports: 0, cells: 0 };
        sources.set(feed, { feed, reports: source.reports + count, cells: source.cells + 1 });
      }
    }
    return { hour: from + index, isCounted: isCounted === 1, reports, cells: heard, sources: [...sources.values()] };
  });
}

function sourceOf(
  cells: readonly Collected[],
  feed: string,
  provider: string,
  from: number,
  length: number,
  distances: ReadonlyMap<number, number> | undefined,
): CoverageSource {
  const hourly = new Float64Array(length);
  let [heard, only] = [0, 0];
  for (const { sources } of cells) {
    const own = sources.get(feed);
    if (own === undefined) continue;
    heard += 1;
    if (sources.size === 1) only += 1;
    for (let hour = 0; hour < length; hour += 1) hourly[hour] = (hourly[hour] as number) + (own[hour] as number);
  }
  const last = hourly.findLastIndex((reports) => reports > 0);
  return {
    feed,
    provider,
    reports: hourly.reduce((total, reports) => total + reports, 0),
    hours: hourly.filter((reports) => reports > 0).length,
    cells: heard,
    onlyCells: only,
    lastHour: last === -1 ? null : from + last,
    range: distances === undefined ? null : rangeOf(distances),
  };
}

function rangeOf(distances: ReadonlyMap<number, number>): CoverageSource['range'] {
  const steps = [...distances].sort(([one], [other]) => one - other);
  const total = steps.reduce((reports, [, count]) => reports + count, 0);
  const below = (fraction: number) => {
    let reached = 0;
    for (const [step, count] of steps) {
      reached += count;
      if (reached >= fraction * total) return (step + 1) * RANGE_STEP_METERS;
    }
    return 0;
  };
  return { median: below(0.5), p95: below(0.95), most: below(1) };
}

function add(of: Map<string, Map<number, number>>, feed: string, step: number, reports: number): void {
  const known = of.get(feed) ?? new Map<number, number>();
  of.set(feed, known.set(step, (known.get(step) ?? 0) + reports));
}

const sum = (of: Uint32Array | Uint8Array): number => {
  let total = 0;
  for (const value of of) total += value;
  return total;
};

const nonZero = (of: Uint32Array): number => {
  let count = 0;
  for (const value of of) if (value > 0) count += 1;
  return count;
};
