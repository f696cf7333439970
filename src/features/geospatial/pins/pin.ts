import type { Position } from '../position.js';

/** A place an account has marked. */
export interface Pin {
  id: string;
  accountId: string;
  title: string;
  note: string | null;
  position: Position;
  /** 1 (slight) to 5 (grave). */
  severity: number;
  /** Null: it stays. */
  expiresAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What the account says of it. */
export type PinContent = Pick<Pin, 'title' | 'note' | 'position' | 'severity' | 'expiresAt'>;
