/** Maximum number of geofences cached for one object. */
const MAX_FENCES = 64;
/**
 * Numbers per geofence: its slot in the index, its number, and the traveled distance (m) up to which the object is
 * certainly outside.
 */
const STRIDE = 3;

/** The number of further entries that the caches of all objects may hold together; an entry takes about 30 bytes. */
export interface Budget {
  left: number;
}

/**
 * Caches the geofences that an object cannot have entered yet: an object `c` meters outside a geofence stays outside
 * until it has traveled `c` meters.
 */
export class ExclusionCache {
  /** The entries are in one list instead of three, because most objects have only a few entries. */
  private readonly rows: number[] = [];

  constructor(private readonly budget: Budget) {}

  /** Adds a geofence. @param traveled the traveled distance (m) up to which the object is certainly outside */
  add(slot: number, number: number, traveled: number): void {
    if (this.rows.length >= MAX_FENCES * STRIDE || this.budget.left <= 0) return;
    this.rows.push(slot, number, traveled);
    this.budget.left -= 1;
  }

  /**
   * Sets `met` to `search` for every geofence that the object is still outside of, and removes the other entries.
   * @param traveled the distance traveled so far (m)
   * @param numbers for each slot of the index, the number of its current geofence
   */
  mark(traveled: number, numbers: Float64Array, met: Float64Array, search: number): void {
    const { rows } = this;
    let kept = 0;
    for (let row = 0; row < rows.length; row += STRIDE) {
      const slot = rows[row] as number;
      if (traveled >= (rows[row + 2] as number) || numbers[slot] !== rows[row + 1]) continue;
      met[slot] = search;
      if (kept !== row)
        for (let column = 0; column < STRIDE; column += 1) rows[kept + column] = rows[row + column] as number;
      kept += STRIDE;
    }
    this.truncate(kept);
  }

  /** Removes all entries. */
  clear(): void {
    this.truncate(0);
  }

  private truncate(count: number): void {
    this.budget.left += (this.rows.length - count) / STRIDE;
    while (this.rows.length > count) this.rows.pop();
  }
}
