import type { Position } from '../position.js';
import type { Gate } from './gate.js';

/** Size of a cell (degrees), and the distance (m) around a gate that its cells cover. */
const CELL_DEGREES = 0.5;
const AROUND_METERS = 5_000;
const COLUMNS = 360 / CELL_DEGREES;
/** Maximum length of a way in cells of latitude and longitude; no report follows another one from farther away. */
const MAX_CELLS = 8;

/** A flow with its line. */
export interface CountedLine {
  /** The identifier of the flow. */
  id: string;
  gate: Gate;
}

const row = (lat: number): number => Math.floor((lat + 90) / CELL_DEGREES);
const column = (lon: number): number => ((Math.floor((lon + 180) / CELL_DEGREES) % COLUMNS) + COLUMNS) % COLUMNS;

/** Returns the cells that a line and its surroundings touch. */
function cellsOf({ gate }: CountedLine): Set<number> {
  const cells = new Set<number>();
  gate.eachCell(CELL_DEGREES, AROUND_METERS, (lat, lon) =>
    cells.add(row(lat + CELL_DEGREES / 2) * COLUMNS + column(lon + CELL_DEGREES / 2)),
  );
  return cells;
}

/** Finds the lines near a way; most ways are near none, which takes one look into a map. */
export class GateIndex {
  private readonly cells = new Map<number, CountedLine[]>();

  constructor(lines: readonly CountedLine[] = []) {
    for (const line of lines) this.add(line);
  }

  add(line: CountedLine): void {
    for (const cell of cellsOf(line)) {
      this.cells.set(cell, [...(this.cells.get(cell) ?? []), line]);
    }
  }

  remove(line: CountedLine): void {
    for (const cell of cellsOf(line)) {
      const others = this.cells.get(cell)?.filter((other) => other !== line) ?? [];
      if (others.length > 0) this.cells.set(cell, others);
      else this.cells.delete(cell);
    }
  }

  /** Returns the lines in the cells of a way; for ways in one cell the same array until its lines change. */
  along(fromLat: number, fromLon: number, toLat: number, toLon: number): readonly CountedLine[] {
    const [y, x] = [row(toLat), column(toLon)];
    const [fromY, fromX] = [row(fromLat), column(fromLon)];
    if (y === fromY && x === fromX) return this.cells.get(y * COLUMNS + x) ?? [];
    const wide = (((fromX - x) % COLUMNS) + COLUMNS) % COLUMNS;
    const [west, width] = wide <= COLUMNS / 2 ? [x, wide] : [fromX, COLUMNS - wide];
    const height = Math.abs(fromY - y);
    // A position that is not a number also has no lines.
    if (!(width <= MAX_CELLS && height <= MAX_CELLS)) return [];
    const found = new Set<CountedLine>();
    for (let up = Math.min(y, fromY); up <= Math.max(y, fromY); up += 1)
      for (let right = 0; right <= width; right += 1)
        for (const line of this.cells.get(up * COLUMNS + ((west + right) % COLUMNS)) ?? []) found.add(line);
    return [...found];
  }

  /** Returns the crossings of all lines on a short straight way. */
  crossings(from: Position, to: Position): Array<{ id: string; direction: 1 | -1; fraction: number }> {
    return this.along(from.lat, from.lon, to.lat, to.lon).flatMap(({ id, gate }) =>
      gate.crossings(from, to).map((crossing) => ({ id, ...crossing })),
    );
  }
}
