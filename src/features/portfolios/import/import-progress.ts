export const importPhases = ['reading', 'resolving', 'checking', 'storing'] as const;
export type ImportPhase = (typeof importPhases)[number];

/** How far an import is. */
export interface ImportProgress {
  /** `reading` the file, `resolving` its symbols, `checking` its rows, `storing` them. */
  phase: ImportPhase;
  /** Instruments or rows that are done in this phase. */
  done: number;
  /** Of how many; null: not known yet. */
  total: number | null;
}
