/** A call of a tool that a model asks for. */
export interface ModelToolCall {
  /** The model's own id of the call. */
  id: string;
  name: string;
  /** JSON text as the model wrote it: possibly invalid. */
  arguments: string;
}

/** One message of a conversation as a model reads it. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; content: string };

/** A tool as a model reads it. */
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

/** A piece of a model's answer, in the order in which they come. `end` is the last one. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool_call'; call: ModelToolCall }
  /** Tokens are null where the server does not count them. */
  | { type: 'end'; reason: 'stop' | 'length'; inputTokens: number | null; outputTokens: number | null };

/** Why a model did not answer, as sentences for a caller. They repeat nothing of the response of the server. */
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

/** A model did not answer, or not completely. */
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
  /** As the server names it. */
  abstract readonly name: string;

  /**
   * One step: text and calls of tools.
   * @throws ModelFailure, also after the first parts; the reason of the signal when that aborts
   */
  abstract stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;

  /** Ends what runs. */
  async close(): Promise<void> {}
}

/** The configured models, in the order in which they are tried; none: the built-in composer answers. */
export class ChatModels {
  constructor(readonly all: readonly ChatModel[]) {}
}
