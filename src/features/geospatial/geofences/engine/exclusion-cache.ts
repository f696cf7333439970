/** Fences that are remembered of one object, at most. */
const MOST = 64;
/** Numbers of one fence: its place in the index, its number, and what the way of the object is at the least when it may be inside (m). */
const STRIDE = 3;

/** How many fences may still be remembered, of all objects together: some 30 bytes each. */
export interface Budget {
  left: number;
}

/** Fences around an object that it cannot have come into yet: those it was `c` metres outside, until it has gone `c` metres, whichever way. */
export class ExclusionCache {
  /** One list, as many objects have but few numbers in it: three would be mostly empty. */
  private readonly rows: number[] = [];

  constructor(private readonly budget: Budget) {}

  /** @param travelled what the way of the object will be at the least when it may be inside (m) */
  add(slot: number, number: number, travelled: number): void {
    if (this.rows.length >= MOST * STRIDE || this.budget.left <= 0) return;
    this.rows.push(slot, number, travelled);
    this.budget.left -= 1;
  }

  /**
   * Sets `met` to `search` for all that it is still outside of, and forgets the others.
   * @param numbers of the fences that are at each place of the index now
   */
  mark(travelled: number, numbers: Float64Array, met: Float64Array, search: number): void {
    const { rows } = this;
    let kept = 0;
    for (let row = 0; row < rows.length; row += STRIDE) {
      const slot = rows[row] as number;
      if (travelled >= (rows[row + 2] as number) || numbers[slot] !== rows[row + 1]) continue;
      met[slot] = search;
      if (kept !== row) for (let column = 0; column < STRIDE; column += 1) rows[kept + column] = rows[row + column] as number;
      kept += STRIDE;
    }
    this.keep(kept);
  }

  /** Forgets all of them. */
  clear(): void {
    this.keep(0);
  }

  private keep(count: number): void {
    this.budget.left += (this.rows.length - count) / STRIDE;
    while (this.rows.length > count) this.rows.pop();
  }
}
