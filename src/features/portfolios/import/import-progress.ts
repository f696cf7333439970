export const importPhases = ['reading', 'resolving', 'checking', 'storing'] as const;
export type ImportPhase = (typeof importPhases)[number];

export interface ImportProgress {
  /** The current phase: `reading` the file, `resolving` its symbols, `checking` its rows, or `storing` them. */
  phase: ImportPhase;
  /** Number of instruments or rows done in this phase. */
  done: number;
  /** Total number of instruments or rows in this phase; null: not known yet. */
  total: number | null;
}
