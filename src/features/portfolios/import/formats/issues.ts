import type { ImportIssue, IssueCode } from '../file/import-entry.js';

/** Issues that are kept; further ones are counted by their rows. */
const MAX_KEPT = 1_000;

/** The issues of a file. */
export class Issues {
  readonly kept: ImportIssue[] = [];
  private readonly rows = new Set<number>();

  /** Rows with an issue. */
  get rejected(): number {
    return this.rows.size;
  }

  has(row: number): boolean {
    return this.rows.has(row);
  }

  add(row: number, column: string | null, code: IssueCode, detail: string): void {
    this.rows.add(row);
    if (this.kept.length < MAX_KEPT) this.kept.push({ row, column, code, detail });
  }
}
