import type { ImportIssue, ImportWarning, InstrumentReference, ReadFile, ReadOptions } from './file/import-entry.js';
import type { PreviewedRow } from './finish-rows.js';

/** Maximum number of issues in a report; further ones are only counted. */
export const MAX_ISSUES = 100;

/** The reasons for the symbol of an instrument in a file, and for a missing symbol. */
export const resolutionReasons = [
  'mapping',
  'own_symbol',
  'directory',
  'provider',
  'identifier',
  'ambiguous',
  'invalid_identifier',
  'unavailable',
  'not_found',
] as const;
export type ResolutionReason = (typeof resolutionReasons)[number];

export interface ResolutionExplanation {
  reason: ResolutionReason;
  /** The reason as a sentence. */
  detail: string;
}

/** The file and the options of an import. */
export interface ImportRequest {
  bytes: Uint8Array<ArrayBuffer>;
  options: Omit<ReadOptions, 'baseCurrency'>;
  /** Symbols of the service by the symbol, ISIN or name in the file. */
  mapping: Readonly<Record<string, string>>;
  /** True: nothing is stored. */
  dryRun: boolean;
  /** `refuse`: one row that cannot be stored rejects the whole file; `skip`: such rows are left out. */
  onError: 'refuse' | 'skip';
}

/** The result of an import, or of its preview. */
export interface ImportReport
  extends Pick<
    ReadFile,
    'format' | 'broker' | 'encoding' | 'delimiter' | 'decimalSign' | 'dateOrder' | 'rows' | 'ignored' | 'rejected'
  > {
  dryRun: boolean;
  /** True when the file is stored, or would be without `dryRun`. */
  accepted: boolean;
  added: number;
  duplicates: number;
  instruments: Array<InstrumentReference & ResolutionExplanation & { resolved: string | null }>;
  /** The first issues, by row; at most `MAX_ISSUES`. */
  issues: ImportIssue[];
  warnings: ImportWarning[];
  preview: PreviewedRow[];
}
