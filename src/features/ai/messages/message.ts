import { SECOND_MS } from '../../../time/durations.js';
import type { Decision } from '../approvals/approval.js';
import type { AiContext } from '../context/ai-context.js';
import type { Citation } from '../tools/tool-records.js';

/** A running answer counts as interrupted if it has not been stored for this long (ms). */
export const LEASE_MS = 10 * SECOND_MS;

/**
 * Status of a message. `running`: it is being written. `complete`: it ended by itself. `partial`: it ended early, at a
 * limit or because the model failed. `failed`: it has no text because the model failed. `cancelled`: its account
 * cancelled it. `interrupted`: the service stopped while it was written.
 */
export const messageStatuses = ['running', 'complete', 'partial', 'failed', 'cancelled', 'interrupted'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const limitReasons = ['steps', 'time', 'tokens', 'length'] as const;
/** Limit that ended an answer: number of model calls, time, daily tokens, or tokens of one step. */
export type LimitReason = (typeof limitReasons)[number];

export const toolCallStatuses = ['ok', 'failed', 'proposed'] as const;

/** A call of a tool for an answer. */
export interface ToolCall {
  /** Id of the call (UUIDv7). */
  callId: string;
  name: string;
  arguments: object;
  /** Status; `proposed`: a call of a tool that writes, which waits for approval. */
  status: (typeof toolCallStatuses)[number];
  /** Reason of the failure; null if the call did not fail. */
  detail: string | null;
}

/** The state of a proposal. */
export interface Proposal {
  argumentsHash: string;
  expiresAt: Date;
  decision: Decision | null;
}

/** A number or date of an answer that the records of the answer do not contain. */
export interface UnverifiedNumber {
  /** The number as written. */
  text: string;
  /** Position of its first character in the content, in UTF-16 code units. */
  offset: number;
}

/** The parts of an answer besides its text. */
export interface AnswerDetails {
  citations: Citation[];
  unverifiedNumbers: UnverifiedNumber[];
  toolCalls: ToolCall[];
  /** A clarifying question with the options to choose from; null for an answer. */
  clarification: { slot: string; options: string[] } | null;
  /** Whether the question was refused because it cannot be answered. */
  isRefused: boolean;
  limit: LimitReason | null;
  /** Reason why the answer is partial or failed; otherwise null. */
  problem: { code: string; title: string; detail: string } | null;
  /** State that the composer keeps for the next question; see composer/memory.ts. */
  memory: object;
}

/** A question or an answer. */
export interface Message {
  id: string;
  accountId: string;
  threadId: string;
  role: 'user' | 'assistant';
  status: MessageStatus;
  content: string;
  /** Context of a question; null for answers. */
  context: AiContext | null;
  /** Details of an answer; null for questions. */
  details: AnswerDetails | null;
  /** Name of the model; null for questions, and for answers that have not begun. */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** When a running answer counts as interrupted unless it is extended. */
  leaseUntil: Date | null;
  cancelRequested: boolean;
  createdAt: Date;
  completedAt: Date | null;
}

/** Name of the model in answers of the built-in composer. */
export const BUILTIN_MODEL = 'builtin';

export const emptyDetails = (): AnswerDetails => ({
  citations: [],
  unverifiedNumbers: [],
  toolCalls: [],
  clarification: null,
  isRefused: false,
  limit: null,
  problem: null,
  memory: {},
});

/** Returns a message at a moment: a running answer counts as interrupted if its process stopped extending its lease. */
export function messageAt(message: Message, now: number): Message {
  const isLost = message.status === 'running' && (message.leaseUntil === null || message.leaseUntil.getTime() <= now);
  return isLost ? { ...message, status: 'interrupted' } : message;
}
