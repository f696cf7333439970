/** A record that a leaf counts. */
export interface CountedRecord {
  id: string;
  /** Owner of the record; records of one owner count once. Empty: the record counts by itself. */
  owner: string;
  at: number;
}

/** Maximum number of records kept in a window; above it the oldest are dropped. */
const MAX_RECORDS = 1_000;

/** Collects the records of a sliding window, each once, oldest first. */
export class RecordWindow {
  records: CountedRecord[] = [];

  constructor(private readonly windowMs: number) {}

  /** Adds a record. @returns whether it is new and inside the window that ends at `now` (ms) */
  add(record: CountedRecord, now: number): boolean {
    this.evict(now);
    if (now - record.at >= this.windowMs || this.records.some(({ id }) => id === record.id)) return false;
    let place = this.records.length;
    while (place > 0 && (this.records[place - 1] as CountedRecord).at > record.at) place -= 1;
    this.records.splice(place, 0, record);
    if (this.records.length > MAX_RECORDS) this.records.shift();
    return true;
  }

  /** Removes records from before the window that ends at `now` (ms). */
  evict(now: number): void {
    const first = this.records.findIndex(({ at }) => now - at < this.windowMs);
    if (first !== 0) this.records = first < 0 ? [] : this.records.slice(first);
  }

  /** When the oldest record leaves the window (ms); undefined without records. */
  get nextEnd(): number | undefined {
    const oldest = this.records[0];
    return oldest && oldest.at + this.windowMs;
  }

  get owners(): number {
    return new Set(this.records.map(({ owner }) => owner)).size;
  }
}
