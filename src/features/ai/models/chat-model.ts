export interface ModelToolCall {
  /** Id of the call, assigned by the model. */
  id: string;
  name: string;
  /** Arguments as the model wrote them: JSON text that may be invalid. */
  arguments: string;
}

/** A message of a conversation, in the form for a model. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; content: string };

/** A tool, in the form for a model. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: object;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
}

/** A part of a model's output, in order; `end` is the last one. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool_call'; call: ModelToolCall }
  /** Numbers of tokens are null if the server does not report them. */
  | { type: 'end'; reason: 'stop' | 'length'; inputTokens: number | null; outputTokens: number | null };

/** Reasons why a model did not answer, as sentences for callers. They contain nothing from the server's response. */
export const modelFailures = {
  unreachable: 'The model cannot be reached.',
  timeout: 'The model did not answer in time.',
  rate_limited: 'The model refuses more requests at the moment.',
  unauthorized: 'The model does not accept the configured key.',
  refused: 'The model refused the request.',
  server_error: 'The model failed.',
  broken: 'The connection to the model broke, or it sent an invalid response.',
  empty: 'The model returned an empty answer. Send the question again.',
} as const;

export type ModelFailureCode = keyof typeof modelFailures;

/** Thrown if a model did not answer, or not completely. */
export class ModelFailure extends Error {
  constructor(
    readonly code: ModelFailureCode,
    cause?: unknown,
  ) {
    super(modelFailures[code], { cause });
    this.name = 'ModelFailure';
  }
}

/** A model that writes answers and calls tools. */
export abstract class ChatModel {
  /** Name of the model at the server. */
  abstract readonly name: string;

  /**
   * Makes one step, which yields text and tool calls.
   * @throws ModelFailure, possibly after the first parts, and the reason of the signal if it aborts
   */
  abstract stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;

  /** Closes open connections. */
  async close(): Promise<void> {}
}

/** The configured models, in the order in which they are tried; if empty, the built-in composer answers. */
export class ChatModels {
  constructor(readonly all: readonly ChatModel[]) {}
}

/**
 * Number of UTF-8 bytes that count as one token. In English about four bytes are one token, in JSON and other languages
 * fewer.
 */
const BYTES_PER_TOKEN = 3;

/**
 * Returns the estimated number of tokens of a text: one for every three bytes of UTF-8, rounded up. For English this is
 * about a third more than models count, so that a text within the estimate fits. If a server reports tokens, its
 * numbers are used for the usage instead.
 */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
