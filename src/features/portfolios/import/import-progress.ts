export const importPhases = ['reading', 'resolving', 'checking', 'storing'] as const;
export type ImportPhase = (typeof importPhases)[number];

/** The progress of an import. */
export interface ImportProgress {
  /** `reading` the file, `resolving` its symbols, `checking` its rows, `storing` them. */
  phase: ImportPhase;
  /** Instruments or rows that are done in this phase. */
  done: number;
  /** The total number; null: not known yet. */
  total: number | null;
}
