import type { ImportIssue, ImportWarning, InstrumentReference, ReadFile, ReadOptions } from './file/import-entry.js';
import type { PreviewedRow } from './finish-rows.js';

/** Maximum number of issues that a report names; the others are counted. */
export const MAX_ISSUES = 100;

/** The request of a caller. */
export interface ImportRequest {
  bytes: Uint8Array;
  options: Omit<ReadOptions, 'baseCurrency'>;
  /** Our symbols by the symbol, ISIN or name in the file. */
  mapping: Readonly<Record<string, string>>;
  /** Nothing is stored. */
  dryRun: boolean;
  /** Whether rows that cannot be stored refuse the whole file. */
  onError: 'refuse' | 'skip';
}

/** The result of an import, or of its preview. */
export interface ImportReport
  extends Pick<
    ReadFile,
    'format' | 'encoding' | 'delimiter' | 'decimalSign' | 'dateOrder' | 'rows' | 'ignored' | 'rejected'
  > {
  dryRun: boolean;
  /** Whether the file is stored, or would be. */
  accepted: boolean;
  added: number;
  duplicates: number;
  instruments: Array<InstrumentReference & { resolved: string | null }>;
  /** The first of them, by row. */
  issues: ImportIssue[];
  warnings: ImportWarning[];
  preview: PreviewedRow[];
}
