import type { Decision } from '../approvals/approval.js';
import type { AiContext } from '../context/ai-context.js';
import type { Citation } from '../tools/tool-records.js';

/**
 * `running`: it is being written. `complete`: it ended by itself. `partial`: it ended early, at a limit or because the
 * model broke. `failed`:
 * it has no text because the model failed. `cancelled`: you cancelled it. `interrupted`: the service stopped while it
 * was written.
 */
export const messageStatuses = ['running', 'complete', 'partial', 'failed', 'cancelled', 'interrupted'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const limitReasons = ['steps', 'time', 'tokens', 'length'] as const;
/** The limit that ended an answer: model calls, seconds, the tokens of the day, or the tokens of one step. */
export type LimitReason = (typeof limitReasons)[number];

export const toolCallStatuses = ['ok', 'failed', 'proposed'] as const;

/** A call of a tool for an answer. */
export interface ToolCall {
  /** UUIDv7 */
  callId: string;
  name: string;
  arguments: object;
  /** `proposed`: a tool that writes, which waits for an approval. */
  status: (typeof toolCallStatuses)[number];
  /** Why it failed; null if it did not. */
  detail: string | null;
}

/** The state of a proposal. */
export interface Proposal {
  argumentsHash: string;
  expiresAt: Date;
  decision: Decision | null;
}

/** A number in an answer that occurs in no record that the answer relies on. */
export interface UnverifiedNumber {
  /** As it is written. */
  text: string;
  /** Where it begins in the content, in UTF-16 code units. */
  offset: number;
}

/** The parts of an answer besides its text. */
export interface AnswerDetails {
  citations: Citation[];
  unverifiedNumbers: UnverifiedNumber[];
  toolCalls: ToolCall[];
  /** A clarifying question with the options to choose from; null if there is none. */
  clarification: { slot: string; options: string[] } | null;
  /** The question cannot be answered here. */
  isRefused: boolean;
  limit: LimitReason | null;
  /** Why it is partial or failed; null otherwise. */
  problem: { code: string; title: string; detail: string } | null;
  /** State that the composer keeps for the next question. */
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
  /** Null for questions, and before an answer has begun. */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** Lease of a running answer. */
  leaseUntil: Date | null;
  cancelRequested: boolean;
  createdAt: Date;
  completedAt: Date | null;
}

/** The model of answers by the built-in composer. */
export const BUILTIN_MODEL = 'builtin';

export const emptyDetails = (): AnswerDetails => ({
  ...{
    citations: [],
    unverifiedNumbers: [],
    toolCalls: [],
    clarification: null,
    isRefused: false,
    limit: null,
    problem: null,
  },
  memory: {},
});

/** A message as it is at a moment: a running answer whose process stopped renewing it was interrupted. */
export function messageAt(message: Message, now: number): Message {
  const isLost = message.status === 'running' && (message.leaseUntil === null || message.leaseUntil.getTime() <= now);
  return isLost ? { ...message, status: 'interrupted' } : message;
}
