import { grown } from './grow.js';

const FIRST_ROWS = 256;

/** Rows of numbers for those slots that need one: most objects never do. NaN is what is not known. */
export class SideRows {
  private values = new Float32Array(0);
  /** Of every slot: its row + 1, 0 without one. */
  private rows = new Int32Array(0);
  private readonly free: number[] = [];
  private used = 0;

  /** @param stride numbers of a row */
  constructor(private readonly stride: number) {}

  grow(capacity: number): void {
    this.rows = grown(this.rows, capacity);
  }

  clear(slot: number): void {
    const row = this.rows[slot] as number;
    if (row === 0) return;
    this.free.push(row - 1);
    this.rows[slot] = 0;
  }

  get(slot: number, place: number): number {
    const row = this.rows[slot] as number;
    return row === 0 ? Number.NaN : (this.values[(row - 1) * this.stride + place] as number);
  }

  set(slot: number, place: number, value: number): void {
    let row = this.rows[slot] as number;
    if (row === 0) {
      if (Number.isNaN(value)) return;
      row = this.add() + 1;
      this.rows[slot] = row;
    }
    this.values[(row - 1) * this.stride + place] = value;
  }

  private add(): number {
    const row = this.free.pop() ?? this.used++;
    const start = row * this.stride;
    if (start >= this.values.length) this.values = grown(this.values, Math.max(FIRST_ROWS * this.stride, 2 * this.values.length));
    this.values.fill(Number.NaN, start, start + this.stride);
    return row;
  }
}
