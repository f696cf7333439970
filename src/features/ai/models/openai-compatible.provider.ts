import { version } from '../../../config/version.js';
import type { Clock } from '../../../time/clock.js';
import { FeedMeter } from '../../../upstream/client/feed-meter.js';
import { StreamingFetch } from '../../../upstream/client/streaming-fetch.js';
import type { FeedStatus } from '../../../upstream/feed-status.js';
import type { UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import {
  ChatModel,
  ModelFailure,
  type ModelFailureCode,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
} from './chat-model.js';

/** Address and settings of a model. */
export interface OpenAiEndpoint {
  /** Name of the model in the configuration; its feed in `GET /health/feeds` is `ai.<name>`. */
  name: string;
  baseUrl: string;
  apiKey?: string;
  model: string;
}

/** Time without data after which a response ends (ms); local models take long to load. */
const IDLE_MS = 45_000;
const MAX_BYTES = 8_000_000;
const STALE_SECONDS = 900;

type Library = typeof import('@ai-sdk/openai-compatible');
type Model = ReturnType<ReturnType<Library['createOpenAICompatible']>['chatModel']>;
type Options = Parameters<Model['doStream']>[0];
type Prompt = Options['prompt'];

/**
 * A model behind the chat completions of OpenAI, Ollama, vLLM or another server with this protocol. Only features that
 * all of them support are used: no `tool_choice`, which Ollama does not support, and no options for parallel calls,
 * which vLLM ignores.
 */
export class OpenAiCompatibleModel extends ChatModel {
  readonly name: string;
  private readonly connection = new StreamingFetch({
    userAgent: `Watchfloor/${version}`,
    idleMs: IDLE_MS,
    maxBytes: MAX_BYTES,
  });
  private readonly meter: FeedMeter;
  private model?: Model;

  constructor(
    private readonly endpoint: OpenAiEndpoint,
    clock: Clock,
  ) {
    super();
    this.name = endpoint.model;
    this.meter = new FeedMeter(clock, { feed: this.feed, provider: 'openai_compatible', staleSeconds: STALE_SECONDS });
  }

  get feed(): string {
    return `ai.${this.endpoint.name}`;
  }

  status(): FeedStatus {
    return this.meter.status();
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    this.meter.asked();
    let parts = 0;
    try {
      for await (const part of this.parts(request, signal)) {
        parts += 1;
        yield part;
      }
      this.meter.succeeded(parts);
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof ModelFailure ? error : failureOf(error);
      this.meter.failed(feedFailures[failure.code]);
      throw failure;
    }
  }

  override close(): Promise<void> {
    return this.connection.close();
  }

  private async *parts(
    { messages, tools, maxOutputTokens }: ModelRequest,
    abortSignal: AbortSignal,
  ): AsyncGenerator<ModelPart> {
    this.model ??= await this.open();
    const offered = tools.map(({ name, description, inputSchema }) => ({
      type: 'function' as const,
      name,
      description,
      inputSchema,
    }));
    const request = {
      prompt: promptOf(messages),
      maxOutputTokens,
      abortSignal,
      ...(offered.length > 0 ? { tools: offered } : {}),
    } as Options;
    const { stream } = await this.model.doStream(request);
    let isFinished = false;
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', text: part.delta };
      if (part.type === 'tool-call')
        yield { type: 'tool_call', call: { id: part.toolCallId, name: part.toolName, arguments: part.input } };
      if (part.type === 'error') throw new ModelFailure('broken');
      if (part.type !== 'finish') continue;
      isFinished = true;
      const { inputTokens, outputTokens } = part.usage;
      const reason = part.finishReason.unified === 'length' ? 'length' : 'stop';
      yield { type: 'end', reason, inputTokens: inputTokens.total ?? null, outputTokens: outputTokens.total ?? null };
    }
    if (!isFinished) throw new ModelFailure('broken');
  }

  /** Returns the model of the library, which is loaded at the first question. */
  private async open(): Promise<Model> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const { baseUrl, apiKey, model } = this.endpoint;
    const provider = createOpenAICompatible({
      name: 'model',
      baseURL: baseUrl,
      apiKey,
      includeUsage: true,
      fetch: this.connection.fetch,
    });
    return provider.chatModel(model);
  }
}

const feedFailures: Record<ModelFailureCode, UpstreamFailureCode> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  rate_limited: 'rate_limited',
  unauthorized: 'unauthorized',
  refused: 'bad_answer',
  server_error: 'server_error',
  broken: 'bad_answer',
  empty: 'bad_answer',
};

/** Returns the messages in the form that the library expects. */
function promptOf(messages: readonly ModelMessage[]): Prompt {
  return messages.map((message): Prompt[number] => {
    if (message.role === 'system') return message;
    if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.content }] };
    if (message.role === 'tool')
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: message.content },
          },
        ],
      };
    const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: parsed(input),
    }));
    return {
      role: 'assistant',
      content: [...(message.content === '' ? [] : [{ type: 'text' as const, text: message.content }]), ...calls],
    };
  });
}

/**
 * Parses arguments for the library, which serializes them again. Invalid arguments become an empty object, because they
 * were rejected and the model need not see them again.
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Converts an error of the library: one with a status comes from the server, one without from the connection. */
function failureOf(error: unknown): ModelFailure {
  const { statusCode, name } = error as { statusCode?: number; name?: string };
  if (name === 'TypeValidationError' || name === 'AI_InvalidResponseDataError') return new ModelFailure('broken');
  if (statusCode === undefined) return new ModelFailure(isTimeout(error) ? 'timeout' : 'unreachable');
  if (statusCode === 401 || statusCode === 403) return new ModelFailure('unauthorized');
  if (statusCode === 408 || statusCode === 504) return new ModelFailure('timeout');
  if (statusCode === 429) return new ModelFailure('rate_limited');
  if (statusCode >= 500) return new ModelFailure('server_error');
  // A 2xx status means that the response is not a stream, or that the connection broke after the first part.
  return new ModelFailure(statusCode >= 300 ? 'refused' : 'broken');
}

function isTimeout(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test((cause as { code?: string }).code ?? '')) return true;
  return false;
}
