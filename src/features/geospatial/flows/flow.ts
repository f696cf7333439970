import type { Corner } from '../geometry/ring.js';

export const flowKinds = ['strait', 'canal', 'port', 'own'] as const;
export type FlowKind = (typeof flowKinds)[number];

export const flowDirections = ['forward', 'backward'] as const;
export type FlowDirection = (typeof flowDirections)[number];

/** A line across which passages of vessels are counted. */
export interface Flow {
  /** A word such as `hormuz`; of a line of an account its UUID. */
  id: string;
  name: string;
  kind: FlowKind;
  /** Words for passages from the left of the line to its right, seen from its first corner, and back. */
  forward: string;
  backward: string;
  corners: readonly Corner[];
  /** The UN/LOCODE of a port; null for other kinds. */
  locode: string | null;
  /** Time (ms) from which passages are counted; undefined for lines that are always counted. */
  countedSince?: number;
}
