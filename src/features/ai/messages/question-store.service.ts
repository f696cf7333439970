import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AiConfig } from '../ai.config.js';
import type { Turn } from '../composer/composer.js';
import type { AiContext } from '../context/ai-context.js';
import { Threads } from '../threads/threads.records.js';
import { emptyDetails, LEASE_MS, type Message, messageAt } from './message.js';
import { MessageRepository } from './message.repository.js';

/** A question as it was sent. */
export interface SentQuestion {
  content: string;
  context: AiContext;
  /** Value of the `Idempotency-Key` header. */
  key?: string;
}

/** A message to be written, and the answered questions before it. */
export interface StoredAnswer {
  message: Message;
  previous: Turn[];
}

/** Maximum number of earlier questions to which an answer may refer. */
const MAX_TURNS = 20;

/** Stores questions with their answers, up to the limits of a thread and of its account. */
@Service()
export class QuestionStore {
  constructor(
    private readonly repository: MessageRepository,
    private readonly threads: Threads,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly config: AiConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns the answered questions of a thread, oldest first. @throws Problem `not_found` for the thread */
  async turns(accountId: string, threadId: string): Promise<Turn[]> {
    await this.threads.get(accountId, threadId);
    return this.previousOf(threadId);
  }

  /**
   * Returns the answer to the question that was sent with this key in the last day; undefined without such a
   * question.
   * @throws Problem `idempotency_key_reused` if the key was sent with another question
   */
  async known(accountId: string, key: string, fingerprint: string): Promise<Message | undefined> {
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

  /**
   * Stores a question with a running answer.
   * @param known the answer to write again, to a question that was sent before
   * @throws Problem `conflict`, `too_many_concurrent`, `quota_reached`
   */
  store(
    accountId: string,
    threadId: string,
    question: SentQuestion,
    fingerprint: string,
    known?: Message,
  ): Promise<StoredAnswer> {
    return this.database.transaction(() =>
      known === undefined ? this.insert(accountId, threadId, question, fingerprint) : this.restart(accountId, known),
    );
  }

  /** Requests that the process which writes the answer of a thread cancels it. */
  async requestCancel(threadId: string): Promise<void> {
    await this.repository.requestCancel(threadId);
  }

  private async insert(
    accountId: string,
    threadId: string,
    { content, context, key }: SentQuestion,
    fingerprint: string,
  ): Promise<StoredAnswer> {
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
      ...common,
      id: uuidV7(),
      role: 'assistant',
      status: 'running',
      content: '',
      context: null,
      details: emptyDetails(),
      completedAt: null,
      idempotencyKey: key ?? null,
      fingerprint,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    };
    await this.repository.insert(answer);
    return { message: answer, previous };
  }

  private async restart(accountId: string, known: Message): Promise<StoredAnswer> {
    await this.threads.hold(accountId, known.threadId);
    await this.assertFree(accountId, known.threadId);
    const previous = await this.previousOf(known.threadId, known.id);
    const message: Message = {
      ...known,
      status: 'running',
      content: '',
      details: emptyDetails(),
      model: null,
      inputTokens: 0,
      outputTokens: 0,
      completedAt: null,
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
