/** Maximum number of fences cached for one object. */
const MAX_FENCES = 64;
/**
 * Numbers per fence: its slot in the index, its number, and the distance traveled (m) until which the object is
 * outside.
 */
const STRIDE = 3;

/** The number of further fences that the caches of all objects may hold together: some 30 bytes each. */
export interface Budget {
  left: number;
}

/**
 * Caches the fences that an object cannot have entered yet: an object `c` meters outside a fence stays outside until it
 * has traveled `c` meters.
 */
export class ExclusionCache {
  /** One list instead of three, because most objects have only a few numbers. */
  private readonly rows: number[] = [];

  constructor(private readonly budget: Budget) {}

  /** @param traveled the distance traveled (m) until which the object is outside */
  add(slot: number, number: number, traveled: number): void {
    if (this.rows.length >= MAX_FENCES * STRIDE || this.budget.left <= 0) return;
    this.rows.push(slot, number, traveled);
    this.budget.left -= 1;
  }

  /**
   * Sets `met` to `search` for every fence that the object is still outside of, and removes the others.
   * @param traveled the distance traveled so far (m)
   * @param numbers the numbers of the fences now in each slot of the index
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

  /** Removes all fences. */
  clear(): void {
    this.truncate(0);
  }

  private truncate(count: number): void {
    this.budget.left += (this.rows.length - count) / STRIDE;
    while (this.rows.length > count) this.rows.pop();
  }
}
