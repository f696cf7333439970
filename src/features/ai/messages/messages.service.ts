import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import type { Approval } from '../approvals/approval.js';
import { Approvals } from '../approvals/approvals.service.js';
import { Threads } from '../threads/threads.records.js';
import { type Message, messageAt } from './message.js';
import { MessageRepository } from './message.repository.js';

/** Reads the messages of threads. */
@Service()
export class Messages {
  constructor(
    private readonly repository: MessageRepository,
    private readonly threads: Threads,
    private readonly approvals: Approvals,
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

  /** Returns the proposals of messages. */
  proposalsOf(messages: readonly Message[]): Promise<Approval[]> {
    return this.approvals.ofMessages(
      messages
        .filter(({ details }) => details?.toolCalls.some(({ status }) => status === 'proposed'))
        .map(({ id }) => id),
    );
  }
}
