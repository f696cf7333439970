import { Service } from 'typedi';
import { actingForAccount } from '../../../async/account-context.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { AiConfig } from '../ai.config.js';
import { Approvals } from '../approvals/approvals.service.js';
import { Budgets } from '../budgets/budgets.service.js';
import { AnswerOutcomes, type AnswerRequest } from './answer-outcomes.service.js';
import { LiveAnswer } from './live-answer.js';
import { LEASE_MS, type Message } from './message.js';
import { MessageRepository } from './message.repository.js';

/** Interval at which a running answer is stored (ms). */
const CHECKPOINT_MS = 2 * SECOND_MS;

/** Runs answers in this process, independently of the requests that asked the questions. */
@Service()
export class RunningAnswers {
  private readonly running = new Map<string, LiveAnswer>();

  constructor(
    private readonly outcomes: AnswerOutcomes,
    private readonly approvals: Approvals,
    private readonly budgets: Budgets,
    private readonly messages: MessageRepository,
    private readonly config: AiConfig,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether a model writes answers, instead of the built-in composer. */
  get usesModel(): boolean {
    return this.outcomes.usesModel;
  }

  /** Returns an answer that this process is writing; undefined for any other. */
  find(messageId: string): LiveAnswer | undefined {
    return this.running.get(messageId);
  }

  /** Starts writing a stored answer. Never throws: a failure is stored with the message. */
  start(message: Message, asked: AnswerRequest): LiveAnswer {
    const live = new LiveAnswer(message);
    this.running.set(message.id, live);
    void actingForAccount(message.accountId, () => this.run(live, asked));
    return live;
  }

  /** Cancels the answer of a thread if this process is writing it. */
  cancel(threadId: string): void {
    for (const live of this.running.values()) if (live.message.threadId === threadId) live.stop('cancelled');
  }

  /** Ends all answers as interrupted. Resolves when they are stored. */
  async stop(): Promise<void> {
    const all = [...this.running.values()];
    for (const live of all) live.stop('interrupted');
    await Promise.all(all.map((live) => live.ended));
  }

  private async run(live: LiveAnswer, asked: AnswerRequest): Promise<void> {
    const endTimer = this.timers.after(this.config.answerMs, () => live.stop('time'));
    const endCheckpoints = this.timers.every(CHECKPOINT_MS, () => void this.checkpoint(live));
    const outcome = await this.outcomes.of(live, asked);
    endTimer();
    endCheckpoints();
    const message: Message = {
      ...live.message,
      ...outcome,
      content: live.content,
      leaseUntil: null,
      completedAt: new Date(this.clock.now()),
    };
    try {
      await this.messages.finish(message);
      await this.budgets.countAnswer(message.accountId);
    } catch (error) {
      this.log.error({ err: error, messageId: message.id }, 'AI answer could not be stored.');
    }
    const hasProposal = live.toolCalls.some(({ status }) => status === 'proposed');
    const approvals = hasProposal ? await this.approvals.ofMessages([message.id]).catch(() => []) : [];
    this.running.delete(message.id);
    live.finish(message, approvals);
  }

  private async checkpoint(live: LiveAnswer): Promise<void> {
    try {
      const isCancelled = await this.messages.checkpoint(
        live.message.id,
        live.content,
        new Date(this.clock.now() + LEASE_MS),
      );
      if (isCancelled === undefined && this.running.has(live.message.id)) live.stop('deleted');
      if (isCancelled === true) live.stop('cancelled');
    } catch (error) {
      this.log.warn({ err: error }, 'AI answer: storing the progress failed.');
    }
  }
}
