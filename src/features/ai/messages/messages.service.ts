import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { Caller } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AiConfig } from '../ai.config.js';
import type { Approval } from '../approvals/approval.js';
import { Approvals } from '../approvals/approvals.service.js';
import { Budgets } from '../budgets/budgets.service.js';
import type { Turn } from '../composer/composer.js';
import type { AiContext } from '../context/ai-context.js';
import { Contexts, normalized } from '../context/context.service.js';
import { Threads } from '../threads/threads.records.js';
import type { LiveAnswer } from './live-answer.js';
import { emptyDetails, type Message, messageAt } from './message.js';
import { MessageRepository } from './message.repository.js';
import { type AnswerRequest, LEASE_MS, RunningAnswers } from './running-answers.service.js';

/** A question as it was sent. */
export interface SentQuestion {
  content: string;
  context: AiContext;
  /** Value of the `Idempotency-Key` header. */
  key?: string;
}

/** The answer to a question; it is being written or was stored. */
export interface SentAnswer {
  message: Message;
  /** The answer while this process is writing it; undefined if it has ended or another process is writing it. */
  live?: LiveAnswer;
  /** Whether the question was sent before with the same key. */
  isReplayed: boolean;
}

/** Maximum number of earlier questions to which an answer may refer. */
const MAX_TURNS = 20;

/** Accepts questions and lists messages. */
@Service()
export class Messages {
  constructor(
    private readonly repository: MessageRepository,
    private readonly threads: Threads,
    private readonly answering: RunningAnswers,
    private readonly contexts: Contexts,
    private readonly budgets: Budgets,
    private readonly approvals: Approvals,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly config: AiConfig,
    private readonly clock: Clock,
  ) {}

  /** Lists messages by creation. @throws Problem `not_found` for the thread */
  async list(
    accountId: string,
    threadId: string,
    limit: number,
    after?: string,
    order: Order = 'asc',
  ): Promise<Message[]> {
    await this.threads.get(accountId, threadId);
    const found = await this.repository.list(accountId, threadId, limit, after, order);
    return found.map((message) => messageAt(message, this.clock.now()));
  }

  /** Returns a message. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Message> {
    const message = await this.repository.find(accountId, id);
    if (message === undefined) throw new Problem('not_found', { detail: 'You have no message with this id.' });
    return messageAt(message, this.clock.now());
  }

  /** Returns messages of an account, oldest first. */
  async ofAccount(accountId: string, limit: number): Promise<Message[]> {
    return (await this.repository.ofAccount(accountId, limit)).map((message) => messageAt(message, this.clock.now()));
  }

  /** Returns the answered questions of a thread, oldest first. @throws Problem `not_found` for the thread */
  async turns(accountId: string, threadId: string): Promise<Turn[]> {
    await this.threads.get(accountId, threadId);
    return this.previousOf(threadId);
  }

  /** Returns the proposals of messages. */
  proposalsOf(messages: readonly Message[]): Promise<Approval[]> {
    return this.approvals.ofMessages(
      messages
        .filter(({ details }) => details?.toolCalls.some(({ status }) => status === 'proposed'))
        .map(({ id }) => id),
    );
  }

  /**
   * Stores a question and begins to answer it. If the key was used before for the same question, returns the earlier
   * answer; if that is neither complete nor running, it is written again in the same message.
   * @throws Problem `not_found` for the thread, `conflict` while another answer of it is being written, `budget_spent`,
   * `too_many_concurrent`, `quota_reached`, `invalid_request` for the context, `idempotency_key_reused`
   */
  async send(
    caller: Caller,
    threadId: string,
    { content, context: given, key }: SentQuestion,
    signal: AbortSignal,
  ): Promise<SentAnswer> {
    const { accountId } = caller;
    await this.threads.get(accountId, threadId);
    const context = normalized(given);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([threadId, content, context]))
      .digest('hex');
    const known = key === undefined ? undefined : await this.knownAnswer(accountId, key, fingerprint);
    if (known !== undefined && (known.status === 'running' || known.status === 'complete'))
      return { message: known, live: this.answering.find(known.id), isReplayed: true };
    if (this.answering.usesModel) await this.budgets.check(accountId);
    const resolved = await this.contexts.resolve(caller, context, signal, { onlyOwned: !this.answering.usesModel });
    const { timeZone } = preferencesOf(await this.accounts.get(accountId));
    const { message, previous } = await this.database.transaction(() =>
      known === undefined
        ? this.store(accountId, threadId, { content, context, key }, fingerprint)
        : this.storeAgain(accountId, known),
    );
    const asked: AnswerRequest = { caller, text: content, context, resolved, previous, timeZone };
    return { message, live: this.answering.start(message, asked), isReplayed: known !== undefined };
  }

  /** Cancels the running answer of a thread, if there is one. @throws Problem `not_found` */
  async cancel(accountId: string, threadId: string): Promise<void> {
    await this.threads.get(accountId, threadId);
    // If another process writes the answer, it reads the request to cancel within seconds.
    await this.repository.requestCancel(threadId);
    this.answering.cancel(threadId);
  }

  private async knownAnswer(accountId: string, key: string, fingerprint: string): Promise<Message | undefined> {
    const found = await this.repository.findByKey(accountId, key);
    if (found === undefined) return undefined;
    if (found.createdAt.getTime() + DAY_MS <= this.clock.now()) {
      await this.repository.forgetKey(found.id);
      return undefined;
    }
    if (found.fingerprint !== fingerprint)
      throw new Problem('idempotency_key_reused', { detail: 'Use a new key for a new question.' });
    return messageAt(found, this.clock.now());
  }

  private async store(
    accountId: string,
    threadId: string,
    { content, context, key }: SentQuestion,
    fingerprint: string,
  ) {
    const thread = await this.threads.hold(accountId, threadId);
    await this.assertFree(accountId, threadId);
    if ((await this.repository.count(threadId)) + 2 > this.config.messages)
      throw new Problem('quota_reached', {
        detail: `A thread has at most ${this.config.messages} messages; create another one.`,
      });
    const previous = await this.previousOf(threadId);
    await this.threads.asked(thread, content);
    const now = new Date(this.clock.now());
    const common = {
      accountId,
      threadId,
      model: null,
      inputTokens: 0,
      outputTokens: 0,
      cancelRequested: false,
      createdAt: now,
    };
    const empty = { idempotencyKey: null, fingerprint: null, leaseUntil: null };
    await this.repository.insert({
      ...common,
      ...empty,
      id: uuidV7(),
      role: 'user',
      status: 'complete',
      content,
      context,
      details: null,
      completedAt: now,
    });
    const answer: Message = {
      ...{
        ...common,
        id: uuidV7(),
        role: 'assistant',
        status: 'running',
        content: '',
        context: null,
        details: emptyDetails(),
        completedAt: null,
      },
      idempotencyKey: key ?? null,
      fingerprint,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    };
    await this.repository.insert(answer);
    return { message: answer, previous };
  }

  private async storeAgain(accountId: string, known: Message) {
    await this.threads.hold(accountId, known.threadId);
    await this.assertFree(accountId, known.threadId);
    const previous = await this.previousOf(known.threadId, known.id);
    const message: Message = {
      ...{
        ...known,
        status: 'running',
        content: '',
        details: emptyDetails(),
        model: null,
        inputTokens: 0,
        outputTokens: 0,
        completedAt: null,
      },
      leaseUntil: new Date(this.clock.now() + LEASE_MS),
    };
    await this.repository.restart(message);
    return { message, previous };
  }

  /**
   * Checks that the thread has no running answer, and that the account does not have too many running answers.
   * @throws Problem `conflict`, `too_many_concurrent`
   */
  private async assertFree(accountId: string, threadId: string): Promise<void> {
    await this.accounts.hold(accountId);
    const now = new Date(this.clock.now());
    if ((await this.repository.running(threadId, now)) !== undefined)
      throw new Problem('conflict', {
        detail: 'An answer of this thread is being written. Wait until it ends, or cancel it.',
      });
    if ((await this.repository.countRunning(accountId, now)) >= this.config.concurrentAnswers)
      throw new Problem('too_many_concurrent', {
        detail: `At most ${this.config.concurrentAnswers} answers of an account are written at a time.`,
        headers: { 'Retry-After': '5' },
      });
  }

  /** Returns the answered questions of a thread, oldest first. @param before only questions before this answer */
  private async previousOf(threadId: string, before?: string): Promise<Turn[]> {
    const latest = (await this.repository.latest(threadId, MAX_TURNS * 2 + 1, before)).reverse();
    return latest.flatMap((answer, index): Turn[] => {
      const question = latest[index - 1];
      if (answer.role !== 'assistant' || question?.role !== 'user' || answer.content === '') return [];
      return [{ question: question.content, answer: answer.content, memory: answer.details?.memory ?? {} }];
    });
  }
}
