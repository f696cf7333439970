import type { Owned } from '../../../resources/owned-table.js';
import type { Position } from '../position.js';

/** A private note of an account at a position. */
export interface Pin extends Owned {
  title: string;
  note: string | null;
  position: Position;
  /** 1 (minor) to 5 (critical). */
  severity: number;
  /** Time at which the pin is deleted; null: never. */
  expiresAt: Date | null;
}
