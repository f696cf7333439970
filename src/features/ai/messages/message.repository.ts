import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, desc, eq, getTableColumns, gt, lt, type SQL } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { aiMessages as messages } from '../ai.schema.js';
import type { Message } from './message.js';

const { lexemes: _, ...columns } = getTableColumns(messages);
const isRunning = (now: Date) => and(eq(messages.status, 'running'), gt(messages.leaseUntil, now));

@Service()
export class MessageRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Message | undefined> {
    const [row] = await this.select(and(eq(messages.id, id), eq(messages.accountId, accountId)), 1);
    return row;
  }

  async findByKey(accountId: string, key: string): Promise<Message | undefined> {
    const [row] = await this.select(and(eq(messages.idempotencyKey, key), eq(messages.accountId, accountId)), 1);
    return row;
  }

  /** Lists messages by creation, after the message `after`. */
  async list(
    accountId: string,
    threadId: string,
    limit: number,
    after?: string,
    order: Order = 'asc',
  ): Promise<Message[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(messages)
      .where(
        and(eq(messages.accountId, accountId), eq(messages.threadId, threadId), afterKey(messages.id, order, after)),
      )
      .orderBy(inOrder(messages.id, order))
      .limit(limit);
    return rows as Message[];
  }

  /** Returns the latest messages of a thread, before the message `before`, newest first. */
  async latest(threadId: string, limit: number, before?: string): Promise<Message[]> {
    return this.select(
      and(eq(messages.threadId, threadId), before === undefined ? undefined : lt(messages.id, before)),
      limit,
    );
  }

  /** Returns messages of an account, oldest first. */
  async ofAccount(accountId: string, limit: number): Promise<Message[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(messages)
      .where(eq(messages.accountId, accountId))
      .orderBy(messages.id)
      .limit(limit);
    return rows as Message[];
  }

  count(threadId: string): Promise<number> {
    return this.database.orm.$count(messages, eq(messages.threadId, threadId));
  }

  /** Returns the answer of a thread that is being written; undefined without one. */
  async running(threadId: string, now: Date): Promise<Message | undefined> {
    const [row] = await this.select(and(eq(messages.threadId, threadId), isRunning(now)), 1);
    return row;
  }

  /** Returns the number of answers of an account that are being written. */
  countRunning(accountId: string, now: Date): Promise<number> {
    return this.database.orm.$count(messages, and(eq(messages.accountId, accountId), isRunning(now)));
  }

  async insert(message: Message): Promise<void> {
    await this.database.orm.insert(messages).values(message);
  }

  /** Resets an answer, so that it is written again in the same message. */
  async restart({ id, leaseUntil, details }: Message): Promise<void> {
    const empty = {
      status: 'running',
      content: '',
      model: null,
      inputTokens: 0,
      outputTokens: 0,
      cancelRequested: false,
      completedAt: null,
    };
    await this.database.orm
      .update(messages)
      .set({ ...empty, leaseUntil, details })
      .where(eq(messages.id, id));
  }

  /**
   * Stores the progress of a running answer.
   * @returns whether its account has requested to cancel it; undefined if it no longer exists or runs
   */
  async checkpoint(id: string, content: string, leaseUntil: Date): Promise<boolean | undefined> {
    const [row] = await this.database.orm
      .update(messages)
      .set({ content, leaseUntil })
      .where(and(eq(messages.id, id), eq(messages.status, 'running')))
      .returning({ cancelRequested: messages.cancelRequested });
    return row?.cancelRequested;
  }

  /** Stores the outcome of a running answer. */
  async finish({
    id,
    status,
    content,
    details,
    model,
    inputTokens,
    outputTokens,
    completedAt,
  }: Message): Promise<void> {
    await this.database.orm
      .update(messages)
      .set({ status, content, details, model, inputTokens, outputTokens, completedAt, leaseUntil: null })
      .where(and(eq(messages.id, id), eq(messages.status, 'running')));
  }

  async requestCancel(threadId: string): Promise<void> {
    await this.database.orm
      .update(messages)
      .set({ cancelRequested: true })
      .where(and(eq(messages.threadId, threadId), eq(messages.status, 'running')));
  }

  /**
   * Removes the idempotency key of an answer, because keys are valid for only a day and may then be used for another
   * question.
   */
  async forgetKey(id: string): Promise<void> {
    await this.database.orm.update(messages).set({ idempotencyKey: null }).where(eq(messages.id, id));
  }

  private async select(condition: SQL | undefined, limit: number): Promise<Message[]> {
    const rows = await this.database.orm
      .select(columns)
      .from(messages)
      .where(condition)
      .orderBy(desc(messages.id))
      .limit(limit);
    return rows as Message[];
  }
}
