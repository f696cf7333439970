/** A key and its distance in meters. */
export interface KeyDistance {
  key: number;
  distance: number;
}

const MIN_CAPACITY = 1_024;

const compare = (one: KeyDistance, other: KeyDistance): number => one.distance - other.distance || one.key - other.key;

/** The `count` nearest of many keys after a given one, by distance, then by key. Keys that are too far are dropped at once. */
export class NearestKeys {
  private readonly found: KeyDistance[] = [];
  private readonly capacity: number;
  private bound?: KeyDistance;

  constructor(
    private readonly count: number,
    private readonly after: KeyDistance | undefined,
  ) {
    this.capacity = Math.max(MIN_CAPACITY, 2 * count);
  }

  isWanted(candidate: KeyDistance): boolean {
    return (this.after === undefined || compare(candidate, this.after) > 0) && (this.bound === undefined || compare(candidate, this.bound) < 0);
  }

  /** Each key once. */
  add(candidate: KeyDistance): void {
    if (this.found.length === this.capacity) this.cut();
    this.found.push(candidate);
  }

  /** Nearest first. */
  sorted(): readonly KeyDistance[] {
    this.cut();
    return this.found;
  }

  private cut(): void {
    this.found.sort(compare);
    if (this.found.length < this.count) return;
    this.found.length = this.count;
    this.bound = this.found[this.count - 1];
  }
}
