import { Service } from 'typedi';
import { problems } from '../../../api/problem.js';
import type { Caller } from '../../../http/caller.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { Approvals } from '../approvals/approvals.service.js';
import { numbersIn } from '../citations/number-text.js';
import { usedCitations } from '../citations/used-records.js';
import { unverifiedNumbers } from '../citations/verify-numbers.js';
import { Composer, type Turn } from '../composer/composer.js';
import type { AiContext } from '../context/ai-context.js';
import type { ResolvedContext } from '../context/context.service.js';
import { ChatModels } from '../models/chat-model.js';
import type { ToolOutcome } from '../tools/tool.js';
import type { Citation } from '../tools/tool-records.js';
import { AnswerEnded, type LiveAnswer } from './live-answer.js';
import { type AnswerDetails, BUILTIN_MODEL, emptyDetails, type Message, type UnverifiedNumber } from './message.js';
import { AnswerFailed, type ModelAnswer, ModelAnswers, type ModelQuestion } from './model-answer.service.js';

/** The question to be answered. */
export interface AnswerRequest {
  caller: Caller;
  text: string;
  context: AiContext;
  resolved: ResolvedContext;
  /** Earlier questions and answers of the thread, oldest first. */
  previous: readonly Turn[];
  timeZone: string;
}

const MAX_CITATIONS = 100;

/** The parts of a message that the outcome of an answer sets. */
export type Outcome = Pick<Message, 'status' | 'details' | 'model' | 'inputTokens' | 'outputTokens'>;

/** Writes answers by a model or by the built-in composer, with their citations. */
@Service()
export class AnswerOutcomes {
  constructor(
    private readonly models: ChatModels,
    private readonly modelAnswers: ModelAnswers,
    private readonly composer: Composer,
    private readonly approvals: Approvals,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether a model writes answers, instead of the built-in composer. */
  get usesModel(): boolean {
    return this.models.all.length > 0;
  }

  /** Writes an answer. Never rejects: a failure is an outcome. */
  async of(live: LiveAnswer, asked: AnswerRequest): Promise<Outcome> {
    try {
      return await (this.usesModel ? this.byModel(live, asked) : this.byComposer(live, asked));
    } catch (error) {
      const failed = error instanceof AnswerFailed ? error.answer : undefined;
      const base: Outcome = {
        status: live.content.trim() === '' ? 'failed' : 'partial',
        model: failed?.model ?? (this.usesModel ? (this.models.all[0]?.name ?? null) : BUILTIN_MODEL),
        inputTokens: failed?.inputTokens ?? 0,
        outputTokens: failed?.outputTokens ?? 0,
        details:
          failed === undefined ? { ...emptyDetails(), toolCalls: live.toolCalls } : this.detailsOf(live, asked, failed),
      };
      const details = base.details as AnswerDetails;
      if (error instanceof AnswerEnded && error.reason === 'time') {
        live.limited('time');
        return { ...base, details: { ...details, limit: 'time' } };
      }
      if (error instanceof AnswerEnded)
        return { ...base, status: error.reason === 'interrupted' ? 'interrupted' : 'cancelled' };
      if (!(error instanceof AnswerFailed))
        this.log.error({ err: error, messageId: live.message.id }, 'AI answer failed.');
      const code = error instanceof AnswerFailed ? 'unavailable' : 'internal_error';
      const detail = error instanceof AnswerFailed ? error.message : 'The answer failed. Send the question again.';
      return { ...base, details: { ...details, problem: { code, title: problems[code].title, detail } } };
    }
  }

  private async byModel(live: LiveAnswer, asked: AnswerRequest): Promise<Outcome> {
    const { caller, text, resolved, previous, timeZone } = asked;
    const unverified: ModelQuestion['unverified'] = (content, outcomes) => this.unverifiedIn(content, asked, outcomes);
    const question = {
      caller,
      text,
      earlier: previous,
      blocks: resolved.blocks,
      now: new Date(this.clock.now()),
      timeZone,
      unverified,
    };
    const answer = await this.modelAnswers.answer(live, question, live.abort.signal);
    const { model, inputTokens, outputTokens, limit } = answer;
    return {
      status: limit === null ? 'complete' : 'partial',
      details: this.detailsOf(live, asked, answer),
      model,
      inputTokens,
      outputTokens,
    };
  }

  private detailsOf(
    live: LiveAnswer,
    { text, resolved }: AnswerRequest,
    { outcomes, limit }: ModelAnswer,
  ): AnswerDetails {
    const seen = { value: resolved.blocks.map(({ value }) => value), cited: resolved.cited };
    const citations = distinct(usedCitations(live.content, text, [seen, ...outcomes]));
    const unverified = this.unverifiedIn(live.content, { text, resolved }, outcomes);
    return { ...emptyDetails(), citations, unverifiedNumbers: unverified, toolCalls: live.toolCalls, limit };
  }

  private unverifiedIn(
    content: string,
    { text, resolved }: Pick<AnswerRequest, 'text' | 'resolved'>,
    outcomes: readonly ToolOutcome[],
  ): UnverifiedNumber[] {
    return unverifiedNumbers(content, {
      records: [...resolved.blocks, ...outcomes].map(({ value }) => value),
      question: text,
    });
  }

  private async byComposer(
    live: LiveAnswer,
    { caller, text, context, previous, timeZone }: AnswerRequest,
  ): Promise<Outcome> {
    const question = {
      caller,
      text,
      context,
      previous,
      timeZone,
      now: new Date(this.clock.now()),
      threadId: live.message.threadId,
    };
    const signal = live.abort.signal;
    const answer = await this.composer.answer(question, signal);
    signal.throwIfAborted();
    for (const call of answer.toolCalls)
      live.called({
        callId: uuidV7(),
        name: call.name,
        arguments: call.arguments,
        status: call.ok ? 'ok' : 'failed',
        detail: call.ok ? null : 'The tool failed.',
      });
    if (answer.proposal !== null) {
      const { tool, arguments: args } = answer.proposal;
      const callId = uuidV7();
      const { id: messageId, threadId, accountId } = live.message;
      await this.approvals.propose({ callId, accountId, threadId, messageId, tool, arguments: args });
      live.called({ callId, name: tool, arguments: args, status: 'proposed', detail: null });
    }
    live.write(answer.content);
    const declared = new Set(
      answer.numbers.flatMap((number) => numbersIn(number.text, { isOwn: true }).map((one) => one.digits)),
    );
    const undeclared =
      answer.refused || answer.clarification !== null
        ? []
        : numbersIn(answer.content, { isOwn: true }).filter(({ digits }) => !declared.has(digits));
    const details: AnswerDetails = {
      ...emptyDetails(),
      citations: distinct(answer.citations),
      unverifiedNumbers: undeclared.map(({ text: written, offset }) => ({ text: written, offset })),
      toolCalls: live.toolCalls,
      clarification: answer.clarification,
      isRefused: answer.refused,
      memory: answer.memory,
    };
    return { status: 'complete', details, model: BUILTIN_MODEL, inputTokens: 0, outputTokens: 0 };
  }
}

function distinct(citations: readonly Citation[]): Citation[] {
  return [
    ...new Map(
      citations.map((citation) => [`${citation.recordType} ${citation.recordId} ${citation.href}`, citation]),
    ).values(),
  ].slice(0, MAX_CITATIONS);
}
