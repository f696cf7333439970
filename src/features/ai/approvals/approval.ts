import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../time/durations.js';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** Time within which a proposal can be approved (ms). */
export const APPROVAL_MS = 5 * MINUTE_MS;

/** A proposal: a write action of an answer that its account must approve. */
export interface Approval {
  /** Id of the tool call. */
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
  /** Result of the action; null before it ran, and after a rejection. */
  outcome: object | null;
}

/**
 * Returns the SHA-256 of the tool and its arguments, in hexadecimal. Keys of the JSON are sorted, so that their order
 * does not matter.
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
