import type { Place } from '../condition.js';
import { getOrCreate } from './get-or-create.js';
import type { GeoEventObservation } from './observation.js';

const COLUMNS = 360;
/** Maximum number of cells that a search reads; a larger search reads all events instead. */
const MAX_CELLS = 400;
/** Height of a cell (m): a degree of latitude, rounded down so that a search never reads too few cells. */
const METERS_PER_CELL = 110_000;

/** Stores the geo events of the last hours, in cells of one degree. */
export class EventStore {
  private readonly events = new Map<string, GeoEventObservation>();
  private readonly cells = new Map<number, Set<GeoEventObservation>>();

  /** Adds an event, or replaces its earlier state. @returns false if the same or a later state is stored already */
  put(event: GeoEventObservation): boolean {
    const known = this.events.get(event.eventId);
    if (known !== undefined) {
      if (event.at < known.at || (event.at === known.at && event.severity <= known.severity)) return false;
      this.remove(known);
    }
    getOrCreate(this.cells, cellOf(event), () => new Set()).add(event);
    this.events.set(event.eventId, event);
    return true;
  }

  /** Removes events from before a time (ms). */
  forget(before: number): void {
    for (const event of this.events.values()) if (event.at < before) this.remove(event);
  }

  get(eventId: string): GeoEventObservation | undefined {
    return this.events.get(eventId);
  }

  /** Yields the events in the cells that a circle touches, including some outside the circle. */
  *around({ lat, lon }: Place, radiusMeters: number): Generator<GeoEventObservation> {
    const rows = Math.ceil(radiusMeters / METERS_PER_CELL);
    const [south, north] = [Math.max(-90, Math.floor(lat) - rows), Math.min(90, Math.floor(lat) + rows)];
    const narrowest = Math.cos((Math.min(90, Math.max(Math.abs(south), Math.abs(north + 1))) * Math.PI) / 180);
    const columns = narrowest < 0.01 ? COLUMNS : Math.ceil(rows / narrowest);
    if (2 * columns + 1 >= COLUMNS || (north - south + 1) * (2 * columns + 1) > Math.min(MAX_CELLS, this.events.size)) {
      yield* this.events.values();
      return;
    }
    for (let row = south; row <= north; row += 1)
      for (let column = -columns; column <= columns; column += 1) {
        const there = this.cells.get(cellAt(row, Math.floor(lon) + column));
        if (there !== undefined) yield* there;
      }
  }

  private remove(event: GeoEventObservation): void {
    const cell = cellOf(event);
    const there = this.cells.get(cell);
    there?.delete(event);
    if (there?.size === 0) this.cells.delete(cell);
    this.events.delete(event.eventId);
  }
}

const cellOf = ({ lat, lon }: Place) => cellAt(Math.floor(lat), Math.floor(lon));
const cellAt = (row: number, column: number) =>
  (row + 90) * COLUMNS + ((((column + 180) % COLUMNS) + COLUMNS) % COLUMNS);
