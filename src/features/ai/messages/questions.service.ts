import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import type { Caller } from '../../../http/caller.js';
import { Budgets } from '../budgets/budgets.service.js';
import { Contexts, normalized } from '../context/context.service.js';
import { Threads } from '../threads/threads.records.js';
import type { AnswerRequest } from './answer-outcomes.service.js';
import type { LiveAnswer } from './live-answer.js';
import type { Message } from './message.js';
import { QuestionStore, type SentQuestion } from './question-store.service.js';
import { RunningAnswers } from './running-answers.service.js';

/** The answer to a question; it is being written or was stored. */
export interface SentAnswer {
  message: Message;
  /** The answer while this process is writing it; undefined if it has ended or another process is writing it. */
  live?: LiveAnswer;
  /** Whether the question was sent before with the same key. */
  isReplayed: boolean;
}

/** Accepts questions and has them answered. */
@Service()
export class Questions {
  constructor(
    private readonly threads: Threads,
    private readonly store: QuestionStore,
    private readonly answering: RunningAnswers,
    private readonly contexts: Contexts,
    private readonly budgets: Budgets,
    private readonly accounts: AccountsService,
  ) {}

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
    const known = key === undefined ? undefined : await this.store.known(accountId, key, fingerprint);
    if (known !== undefined && (known.status === 'running' || known.status === 'complete'))
      return { message: known, live: this.answering.find(known.id), isReplayed: true };
    if (this.answering.usesModel) await this.budgets.check(accountId);
    const resolved = await this.contexts.resolve(caller, context, signal, { onlyOwned: !this.answering.usesModel });
    const { timeZone } = preferencesOf(await this.accounts.get(accountId));
    const stored = await this.store.store(accountId, threadId, { content, context, key }, fingerprint, known);
    const { message, previous } = stored;
    const asked: AnswerRequest = { caller, text: content, context, resolved, previous, timeZone };
    return { message, live: this.answering.start(message, asked), isReplayed: known !== undefined };
  }

  /** Cancels the running answer of a thread, if there is one. @throws Problem `not_found` */
  async cancel(accountId: string, threadId: string): Promise<void> {
    await this.threads.get(accountId, threadId);
    // If another process writes the answer, it reads the request to cancel within seconds.
    await this.store.requestCancel(threadId);
    this.answering.cancel(threadId);
  }
}
