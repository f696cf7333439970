import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../time/durations.js';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** A proposal can be approved for this long (ms). */
export const APPROVAL_MS = 5 * MINUTE_MS;

/** A write action that an answer proposes. */
export interface Approval {
  /** The tool call. */
  id: string;
  accountId: string;
  threadId: string;
  messageId: string;
  tool: string;
  arguments: object;
  argumentsHash: string;
  expiresAt: Date;
  decision: Decision | null;
  decidedAt: Date | null;
  /** The result of carrying it out; null before, and after a rejection. */
  outcome: object | null;
}

/**
 * SHA-256 of tool and arguments as JSON with sorted keys, in hexadecimal: equal for equal arguments, whatever the order
 * of their keys.
 */
export const argumentsHash = (tool: string, args: object): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, sorted(args)]))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
