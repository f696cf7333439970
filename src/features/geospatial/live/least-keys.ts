/** The `count` least of many keys after a given one. What cannot be among them any more is refused at once. */
export class LeastKeys {
  private readonly keys: Int32Array;
  private length = 0;
  private bound = Number.POSITIVE_INFINITY;

  constructor(
    private readonly count: number,
    private readonly after: number,
  ) {
    this.keys = new Int32Array(Math.max(1_024, 2 * count));
  }

  isWanted(key: number): boolean {
    return key > this.after && key < this.bound;
  }

  /** Each key once. */
  add(key: number): void {
    if (this.length === this.keys.length) this.cut();
    this.keys[this.length] = key;
    this.length += 1;
  }

  /** In ascending order. */
  sorted(): Int32Array {
    this.cut();
    return this.keys.subarray(0, this.length);
  }

  private cut(): void {
    this.keys.subarray(0, this.length).sort();
    if (this.length < this.count) return;
    this.length = this.count;
    this.bound = this.keys[this.count - 1] as number;
  }
}
