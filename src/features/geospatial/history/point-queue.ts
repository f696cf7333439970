import type { KeptPoint } from '../track-point.js';

/** Points on their way to the database, in batches; when there are too many, the oldest batch goes. */
export class PointQueue {
  /** Number of points dropped so far. */
  dropped = 0;
  private readonly batches: KeptPoint[][] = [];

  /** @param batchSize points of a batch @param most batches that are held */
  constructor(
    private readonly batchSize: number,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.batches.reduce((total, { length }) => total + length, 0);
  }

  /** Whether a whole batch waits. */
  get hasFullBatch(): boolean {
    return (this.batches[0]?.length ?? 0) >= this.batchSize;
  }

  add(point: KeptPoint): void {
    const last = this.batches.at(-1);
    if (last !== undefined && last.length < this.batchSize) last.push(point);
    else this.batches.push([point]);
    if (this.batches.length > this.most) this.dropped += this.batches.shift()?.length ?? 0;
  }

  /** Takes the oldest batch out; undefined when nothing waits. */
  take(): KeptPoint[] | undefined {
    return this.batches.shift();
  }

  /** Drops all waiting points. */
  clear(): void {
    this.dropped += this.size;
    this.batches.length = 0;
  }

  /** Puts a batch that could not be written back, as the oldest. */
  putBack(batch: KeptPoint[]): void {
    if (this.batches.length >= this.most) this.dropped += batch.length;
    else this.batches.unshift(batch);
  }
}
