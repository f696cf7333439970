import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstanceState } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { QuietHours } from '../../../../src/features/alerts/notify/quiet-hours.js';
import { root } from '../../../support/sources.js';

interface VectorRule {
  condition: { type: string; operator: 'above' | 'below'; threshold: number; recoveryThreshold?: number };
  pendingSeconds: number;
  recoverySeconds: number;
  noData: 'ignore' | 'fire';
  silences?: Array<{ from: number; to: number }>;
  quietHours?: QuietHours;
}

export interface VectorInput {
  /** Time of the input: seconds since the start, or a UTC time. */
  t: number | string;
  key?: string;
  value?: number | null;
  action?: 'acknowledge' | 'snooze' | 'resolve';
  until?: number;
  event?: 'restart';
  downSeconds?: number;
}

export interface VectorStep {
  /** `none` stands for the state `inactive`. */
  state: Exclude<InstanceState, 'inactive'> | 'none';
  notify: 'firing' | 'resolved' | 'digest' | null;
  digest?: string[];
}

export interface AlertVector {
  id: string;
  title: string;
  rule: VectorRule;
  inputs: VectorInput[];
  expected: VectorStep[];
}

/** Returns the vectors of one file in test/fixtures/alerts. */
export function readVectors(name: string): AlertVector[] {
  return (
    JSON.parse(readFileSync(join(root, 'test', 'fixtures', 'alerts', `${name}.json`), 'utf8')) as {
      vectors: AlertVector[];
    }
  ).vectors;
}

/** Returns a time of a vector in milliseconds since the epoch. */
export const timeOf = (t: number | string): number =>
  typeof t === 'number' ? 1_700_000_000_000 + t * 1_000 : Date.parse(t);
