import { type Box, splitBox } from '../box.js';

/** Width and height of a reception cell in degrees: 30 nautical miles along a meridian. */
export const CELL_DEGREES = 0.5;
const PER_DEGREE = 1 / CELL_DEGREES;
export const CELL_ROWS = 180 * PER_DEGREE;
export const CELL_COLUMNS = 360 * PER_DEGREE;
/** Cells along each edge of a block: 20 degrees. A stored row holds one block. */
const BLOCK_CELLS = 40;
const BLOCK_COLUMNS = CELL_COLUMNS / BLOCK_CELLS;
const BLOCK_ROWS = CELL_ROWS / BLOCK_CELLS;

/** The block of distances from the position of a receiver; its cells are steps of `RANGE_STEP_METERS`. */
export const RANGE_BLOCK = -1;
/** The block that marks the hours in which this service counted; it has one cell. */
export const COUNTED_BLOCK = -2;
export const RANGE_STEP_METERS = 5_000;
export const RANGE_STEPS = 200;

const HOURS = 24;

/** Returns the cell of a position: cells are numbered by row from the south and by column from 180° W. */
export function cellAt(lat: number, lon: number): number {
  const row = Math.min(CELL_ROWS - 1, Math.floor((lat + 90) * PER_DEGREE));
  const column = Math.floor((lon + 180) * PER_DEGREE) % CELL_COLUMNS;
  return row * CELL_COLUMNS + column;
}

/** Returns the block of a cell, and the number of the cell in it. */
export function placeOf(cell: number): { block: number; within: number } {
  const [row, column] = [Math.floor(cell / CELL_COLUMNS), cell % CELL_COLUMNS];
  const block = Math.floor(row / BLOCK_CELLS) * BLOCK_COLUMNS + Math.floor(column / BLOCK_CELLS);
  return { block, within: (row % BLOCK_CELLS) * BLOCK_CELLS + (column % BLOCK_CELLS) };
}

/** Returns the row and the column of a cell of a block. */
export function gridPlaceOf(block: number, within: number): { row: number; column: number } {
  return {
    row: Math.floor(block / BLOCK_COLUMNS) * BLOCK_CELLS + Math.floor(within / BLOCK_CELLS),
    column: (block % BLOCK_COLUMNS) * BLOCK_CELLS + (within % BLOCK_CELLS),
  };
}

/** Returns the blocks that a box touches, ascending. */
export function blocksOf(box: Box): number[] {
  const blocks = new Set<number>();
  const clamped = (value: number, end: number) => Math.min(end - 1, Math.max(0, Math.floor(value)));
  for (const { west, south, east, north } of splitBox(box)) {
    const size = BLOCK_CELLS * CELL_DEGREES;
    const [top, right] = [clamped((north + 90) / size, BLOCK_ROWS), clamped((east + 180) / size, BLOCK_COLUMNS)];
    for (let row = clamped((south + 90) / size, BLOCK_ROWS); row <= top; row += 1)
      for (let column = clamped((west + 180) / size, BLOCK_COLUMNS); column <= right; column += 1)
        blocks.add(row * BLOCK_COLUMNS + column);
  }
  return [...blocks].sort((one, other) => one - other);
}

/** The reports of a day in the cells of one block, by cell and hour (UTC). */
export type DayCounts = Map<number, Uint32Array>;

/** Adds reports to an hour of a cell. */
export function addCount(counts: DayCounts, cell: number, hour: number, reports: number): void {
  let hours = counts.get(cell);
  if (hours === undefined) {
    hours = new Uint32Array(HOURS);
    counts.set(cell, hours);
  }
  hours[hour] = Math.min(0xffffffff, (hours[hour] as number) + reports);
}

/**
 * Writes counts: for each cell, ascending, the distance from the cell before, a bit for each hour with reports (three
 * bytes), and the numbers of these hours. Numbers have seven bits a byte, the lowest first (LEB128).
 */
export function writeCounts(counts: DayCounts): Buffer {
  const bytes: number[] = [];
  let last = -1;
  for (const cell of [...counts.keys()].sort((one, other) => one - other)) {
    const hours = counts.get(cell) as Uint32Array;
    writeNumber(bytes, cell - last);
    last = cell;
    let bits = 0;
    for (let hour = 0; hour < HOURS; hour += 1) if ((hours[hour] as number) > 0) bits |= 1 << hour;
    bytes.push(bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff);
    for (const count of hours) if (count > 0) writeNumber(bytes, count);
  }
  return Buffer.from(bytes);
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads what `writeCounts` wrote. @param visit receives each hour with reports, by cell and hour */
export function eachCount(bytes: Uint8Array, visit: (cell: number, hour: number, reports: number) => void): void {
  let [at, cell] = [0, -1];
  const number = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at] as number;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  while (at < bytes.length) {
    cell += number();
    const bits = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
    at += 3;
    for (let hour = 0; hour < HOURS; hour += 1) if ((bits >> hour) & 1) visit(cell, hour, number());
  }
}
