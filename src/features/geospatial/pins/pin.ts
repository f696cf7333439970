import type { Position } from '../position.js';

/** A private note of an account at a place. */
export interface Pin {
  id: string;
  accountId: string;
  title: string;
  note: string | null;
  position: Position;
  /** 1 (minor) to 5 (critical). */
  severity: number;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields that the account sets. */
export type PinContent = Pick<Pin, 'title' | 'note' | 'position' | 'severity' | 'expiresAt'>;
