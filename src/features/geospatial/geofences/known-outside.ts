/** Fences that are remembered of one object, at most. */
const MOST = 64;

/** Fences around an object that it cannot have come into yet: those it was `c` metres outside, until it has gone `c` metres, whichever way. */
export class KnownOutside {
  private readonly slots: number[] = [];
  private readonly numbers: number[] = [];
  private readonly until: number[] = [];

  /** @param travelled what the way of the object will be at the least when it may be inside (m) */
  add(slot: number, number: number, travelled: number): void {
    if (this.slots.length >= MOST) return;
    this.slots.push(slot);
    this.numbers.push(number);
    this.until.push(travelled);
  }

  /**
   * Sets `met` to `search` for all that it is still outside of, and forgets the others.
   * @param numbers of the fences that are at each place of the index now
   */
  mark(travelled: number, numbers: Float64Array, met: Float64Array, search: number): void {
    let kept = 0;
    const { slots, until } = this;
    for (let row = 0; row < slots.length; row += 1) {
      const slot = slots[row] as number;
      if (travelled >= (until[row] as number) || numbers[slot] !== this.numbers[row]) continue;
      met[slot] = search;
      slots[kept] = slot;
      until[kept] = until[row] as number;
      this.numbers[kept] = this.numbers[row] as number;
      kept += 1;
    }
    while (slots.length > kept) {
      slots.pop();
      until.pop();
      this.numbers.pop();
    }
  }
}
