import type { ImportIssue, IssueCode } from '../file/import-entry.js';

/** Maximum number of issues that are kept, the first ones by row; of further ones only the rows are counted. */
const MAX_KEPT = 1_000;

/** Collects the issues of a file. */
export class Issues {
  private readonly found: ImportIssue[] = [];
  private readonly rows = new Set<number>();

  /** Returns the kept issues by row; issues of one row in the order in which they were found. */
  get kept(): ImportIssue[] {
    return this.found.toSorted((one, other) => one.row - other.row).slice(0, MAX_KEPT);
  }

  /** Returns the number of rows with an issue. */
  get rejected(): number {
    return this.rows.size;
  }

  has(row: number): boolean {
    return this.rows.has(row);
  }

  add(row: number, column: string | null, code: IssueCode, detail: string): void {
    this.rows.add(row);
    this.found.push({ row, column, code, detail });
    // Issues of early rows can be found after issues of all other rows, so the list is cut only when it is twice too
    // long.
    if (this.found.length >= 2 * MAX_KEPT) this.found.splice(0, this.found.length, ...this.kept);
  }
}
