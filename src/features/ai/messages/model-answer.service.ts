import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { Log } from '../../../logging/log.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AiConfig } from '../ai.config.js';
import { Approvals } from '../approvals/approvals.service.js';
import { Budgets, type Reservation } from '../budgets/budgets.service.js';
import { DataFence } from '../context/data-fence.js';
import { buildPrompt, type ContextBlock, type EarlierTurn, type Prompt } from '../context/prompt.js';
import {
  type ChatModel,
  ChatModels,
  estimatedTokens,
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelToolCall,
} from '../models/chat-model.js';
import { ToolCalls, ToolCatalogue, type ToolOutcome } from '../tools/tool.js';
import type { LiveAnswer } from './live-answer.js';
import { cleanMarkdown, MarkdownCleaner } from './markdown-cleaner.js';
import type { LimitReason, UnverifiedNumber } from './message.js';

export interface ModelQuestion {
  caller: Caller;
  text: string;
  earlier: readonly EarlierTurn[];
  blocks: readonly ContextBlock[];
  now: Date;
  timeZone: string;
  /** Returns the numbers of a text that occur in none of the records that were read. */
  unverified: (content: string, outcomes: readonly ToolOutcome[]) => readonly UnverifiedNumber[];
}

/** Parts of a model's answer other than its text, which is in the live answer. */
export interface ModelAnswer {
  model: string;
  inputTokens: number;
  outputTokens: number;
  outcomes: ToolOutcome[];
  limit: LimitReason | null;
}

/** A model failed, possibly after it had written part of the answer. */
export class AnswerFailed extends Error {
  constructor(
    readonly failure: ModelFailure,
    readonly answer: ModelAnswer,
  ) {
    super(failure.message, { cause: failure });
  }
}

const MAX_CALLS_PER_STEP = 8;
/** Maximum length of the arguments of a call (characters). */
const MAX_ARGUMENTS_LENGTH = 20_000;
/** Tokens that must remain for the input of a step; otherwise the answer ends. */
const RESERVE_TOKENS = 500;
/** Multiple of its token limit at which the output of a model is cut off; estimates are about a third too high. */
const MAX_OUTPUT_FACTOR = 2;

/** Writes answers with a model: it writes text and calls tools as the caller, step by step, within limits. */
@Service()
export class ModelAnswers {
  constructor(
    private readonly models: ChatModels,
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCalls,
    private readonly approvals: Approvals,
    private readonly budgets: Budgets,
    private readonly config: AiConfig,
    private readonly log: Log,
  ) {}

  /** Writes an answer. @throws AnswerFailed, and the reason of the signal if it aborts */
  async answer(live: LiveAnswer, question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const { steps, inputTokens: maxTokens, outputTokens: maxOutputTokens } = this.config;
    const { accountId } = question.caller;
    const fence = new DataFence();
    const prompt = this.promptFor(question, fence);
    const { tools } = prompt;
    const messages = [...prompt.messages];
    let tokens = prompt.tokens;
    const answer: ModelAnswer = {
      model: this.models.all[0]?.name ?? '',
      inputTokens: 0,
      outputTokens: 0,
      outcomes: [],
      limit: null,
    };
    for (let step = 1; ; step += 1) {
      const isLast = step > steps;
      const limit = isLast ? 'steps' : tokens + RESERVE_TOKENS > maxTokens ? 'length' : null;
      if (limit !== null) return this.limited(live, answer, limit);
      const reservation = await this.budgets.reserve(accountId, tokens, maxOutputTokens);
      if (reservation === undefined) return this.limited(live, answer, 'tokens');
      if (live.content.length > 0) live.write('\n\n');
      const said = await this.step(live, { messages, tools, maxOutputTokens }, answer, { tokens, reservation }, signal);
      if (said.calls.length === 0) {
        if (said.reason === 'length') return this.limited(live, answer, 'length');
        if (live.content.trim() === '') throw new AnswerFailed(new ModelFailure('empty'), answer);
        messages.push({ role: 'assistant', content: said.text });
        if (step < steps)
          await this.correct(
            live,
            question,
            { messages, tools, maxOutputTokens },
            answer,
            tokens + estimatedTokens(said.text),
            signal,
          );
        return answer;
      }
      const reply: ModelMessage[] = [{ role: 'assistant', content: said.text, toolCalls: said.calls.map(shortCall) }];
      for (const [index, call] of said.calls.entries()) {
        const content =
          index < MAX_CALLS_PER_STEP
            ? await this.call(live, question.caller, call, answer, fence, signal)
            : 'Too many calls at a time. Call this tool again.';
        reply.push({ role: 'tool', callId: call.id, name: call.name, content });
      }
      messages.push(...reply);
      tokens += reply.reduce((sum, message) => sum + estimatedTokens(JSON.stringify(message)), 0);
    }
  }

  /**
   * Makes the model correct its answer once if numbers in it occur in no record. The new text is used only if it has
   * fewer such numbers; if the model fails, the first text stays.
   */
  private async correct(
    live: LiveAnswer,
    question: ModelQuestion,
    request: ModelRequest,
    answer: ModelAnswer,
    tokens: number,
    signal: AbortSignal,
  ) {
    const { accountId } = question.caller;
    const wrong = question.unverified(live.content, answer.outcomes);
    const model = this.models.all.find(({ name }) => name === answer.model);
    if (wrong.length === 0 || model === undefined || tokens + RESERVE_TOKENS > this.config.inputTokens) return;
    const content = correctionFor(wrong);
    const said = emptyStep(tokens + estimatedTokens(content));
    const reservation = await this.budgets.reserve(accountId, said.inputTokens, request.maxOutputTokens);
    if (reservation === undefined) return;
    try {
      await this.read(
        undefined,
        model,
        { ...request, messages: [...request.messages, { role: 'user', content }] },
        said,
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      this.log.info({ model: model.name, failure: error.code }, 'AI answer was not corrected: the model failed.');
      return;
    } finally {
      await this.settle(reservation, answer, said);
    }
    const text = cleanMarkdown(said.text);
    const isWhole = text.trim() !== '' && said.calls.length === 0 && said.reason !== 'length';
    if (isWhole && question.unverified(text, answer.outcomes).length < wrong.length) live.correct(text);
  }

  /** Returns the first prompt of a question. */
  promptFor(question: Omit<ModelQuestion, 'unverified'>, fence: DataFence): Prompt {
    return buildPrompt(
      { ...question, question: question.text, tools: this.catalogue.tools, maxTokens: this.config.inputTokens },
      fence,
    );
  }

  private limited(live: LiveAnswer, answer: ModelAnswer, reason: LimitReason): ModelAnswer {
    live.limited(reason);
    return { ...answer, limit: reason };
  }

  /**
   * Makes one step: calls a model, and the next one if the first fails before its first part. Settles the reservation.
   */
  private async step(
    live: LiveAnswer,
    request: ModelRequest,
    answer: ModelAnswer,
    { tokens, reservation }: { tokens: number; reservation: Reservation },
    signal: AbortSignal,
  ): Promise<Step> {
    let said = emptyStep(tokens);
    try {
      for (const [index, model] of this.models.all.entries()) {
        said = emptyStep(tokens);
        answer.model = model.name;
        try {
          await this.read(live, model, request, said, signal);
          return said;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ModelFailure)) throw error;
          this.log.warn({ model: model.name, failure: error.code }, 'AI model failed.');
          if (said.hasBegun || index === this.models.all.length - 1) throw new AnswerFailed(error, answer);
        }
      }
      throw new AnswerFailed(new ModelFailure('unreachable'), answer);
    } finally {
      await this.settle(reservation, answer, said);
    }
  }

  /** Replaces a reservation by the actual usage of a step. A step that failed before its first part used no tokens. */
  private async settle(
    reservation: Reservation,
    answer: ModelAnswer,
    { hasBegun, inputTokens, outputTokens }: Step,
  ): Promise<void> {
    const used = hasBegun ? { inputTokens, outputTokens } : { inputTokens: 0, outputTokens: 0 };
    answer.inputTokens += used.inputTokens;
    answer.outputTokens += used.outputTokens;
    await this.budgets.settle(reservation, used);
  }

  /**
   * Reads the output of a model.
   * @param live receives the clean text as it arrives; undefined: the text is only collected
   * @param said collects the output, even if the model fails
   */
  private async read(
    live: LiveAnswer | undefined,
    model: ChatModel,
    request: ModelRequest,
    said: Step,
    signal: AbortSignal,
  ): Promise<void> {
    const cleaner = new MarkdownCleaner();
    // Some servers ignore the token limit.
    const maxTokens = MAX_OUTPUT_FACTOR * request.maxOutputTokens;
    try {
      for await (const part of model.stream(request, signal)) {
        said.hasBegun = true;
        if (part.type === 'text') {
          said.text += part.text;
          live?.write(cleaner.push(part.text));
        } else if (part.type === 'tool_call') {
          said.calls.push(part.call);
        } else {
          said.reason = part.reason;
          said.inputTokens = part.inputTokens ?? said.inputTokens;
          said.outputTokens = part.outputTokens ?? outputOf(said);
          return;
        }
        if (said.text.length > maxTokens && estimatedTokens(said.text) > maxTokens) {
          said.reason = 'length';
          break;
        }
      }
      said.outputTokens = outputOf(said);
    } catch (error) {
      said.outputTokens = outputOf(said);
      throw error;
    } finally {
      live?.write(cleaner.end());
    }
  }

  /**
   * Runs a tool call, or proposes it if the tool writes.
   * @returns the result for the model; texts of failures are fixed sentences, except for details from operations, which
   * are marked as data
   */
  private async call(
    live: LiveAnswer,
    caller: Caller,
    { name, arguments: text }: ModelToolCall,
    answer: ModelAnswer,
    fence: DataFence,
    signal: AbortSignal,
  ): Promise<string> {
    const callId = uuidV7();
    const tool = this.catalogue.find(name);
    const args = argumentsOf(text);
    const shown = { callId, name: name.slice(0, 64), arguments: typeof args === 'string' ? {} : args };
    const refused = tool === undefined ? 'There is no tool of this name.' : typeof args === 'string' ? args : undefined;
    if (refused !== undefined) {
      this.log.info({ accountId: caller.accountId, tool: tool?.name ?? null }, 'AI tool call refused.');
      live.called({ ...shown, status: 'failed', detail: refused });
      return `Error: ${refused}`;
    }
    if (tool?.readOnly === false) {
      const { id: messageId, threadId } = live.message;
      await this.approvals.propose({
        callId,
        accountId: caller.accountId,
        threadId,
        messageId,
        tool: name,
        arguments: shown.arguments,
      });
      live.called({ ...shown, status: 'proposed', detail: null });
      return 'Proposed. Nothing has changed: the user decides about it after your answer. Do not propose it again.';
    }
    const outcome = await this.tools.call(caller, name, args, signal, live.message.threadId);
    const detail = outcome.ok ? null : (outcome.problem?.detail ?? 'The tool failed.');
    live.called({ ...shown, status: outcome.ok ? 'ok' : 'failed', detail });
    if (!outcome.ok) return `Error: ${outcome.problem?.title ?? 'The tool failed'}. ${fence.wrap(name, detail ?? '')}`;
    answer.outcomes.push(outcome);
    return fence.wrap(name, JSON.stringify(outcome.value));
  }
}

/** The output of one call of a model. */
interface Step {
  text: string;
  calls: ModelToolCall[];
  reason: 'stop' | 'length';
  /** Number of input tokens as counted by the server, otherwise estimated. */
  inputTokens: number;
  outputTokens: number;
  /** Whether a first part has arrived. */
  hasBegun: boolean;
}

const emptyStep = (inputTokens: number): Step => ({
  text: '',
  calls: [],
  reason: 'stop',
  inputTokens,
  outputTokens: 0,
  hasBegun: false,
});

const outputOf = ({ text, calls }: Step): number =>
  estimatedTokens(text + calls.map((call) => call.arguments).join(''));

const MAX_NAMED = 20;

/** Returns the message that asks a model to correct numbers that occur in no record. */
const correctionFor = (wrong: readonly UnverifiedNumber[]): string =>
  `These numbers of your answer occur in none of the results: ${wrong
    .slice(0, MAX_NAMED)
    .map(({ text }) => JSON.stringify(text))
    .join(', ')}. ` +
  'Write the whole answer again, with the numbers that the results have, and without those that they do not ' +
  'have. Write nothing else, and call no tool.';

/**
 * Returns a call for the next request to the model: arguments that were rejected for their length are not sent again.
 */
const shortCall = (call: ModelToolCall): ModelToolCall =>
  call.arguments.length > MAX_ARGUMENTS_LENGTH ? { ...call, arguments: '{}' } : call;

/** Returns the arguments of a call, or a sentence about the problem with them. */
function argumentsOf(text: string): object | string {
  if (text.length > MAX_ARGUMENTS_LENGTH) return `The arguments are longer than ${MAX_ARGUMENTS_LENGTH} characters.`;
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : 'The arguments must be a JSON object.';
  } catch {
    return 'The arguments are not valid JSON.';
  }
}
