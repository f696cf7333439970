import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import { textQuery } from '../../../events/text-query.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import type { Order } from '../../../time/sort-order.js';
import { AiConfig } from '../ai.config.js';
import { AiThread } from './thread.dto.js';
import { type Thread, titleOf, UNTITLED } from './thread.js';
import { ThreadRepository } from './thread.repository.js';

/** A query for a page of threads. */
export interface ThreadQuery {
  limit: number;
  /** Id of the last thread of the previous page. */
  after?: string;
  order: Order;
  /** Words that the title or a message must contain. */
  q?: string;
}

/** Manages the threads of accounts. Messages are deleted with their thread. */
@Service()
export class Threads extends OwnedRecords<Thread, { title?: string }> {
  constructor(
    parts: OwnedParts,
    private readonly repository: ThreadRepository,
    config: AiConfig,
  ) {
    super(parts, {
      table: repository,
      noun: 'thread',
      limitName: 'ai_threads',
      limit: () => config.threads,
      exported: { section: 'aiThreads', description: 'Its AI threads, without their messages.', item: AiThread },
      searched: {
        type: 'ai_thread',
        title: 'Your AI threads',
        path: '/ai/threads',
        texts: ['title'],
        // Threads are ranked after other results, because their title is a question that repeats the name of the object
        // that it is about.
        ranksLast: true,
      },
    });
  }

  /** Lists threads by creation. @throws Problem `invalid_request` for a text without a word */
  async select(accountId: string, { limit, after, order, q }: ThreadQuery): Promise<Thread[]> {
    if (q === undefined) return this.list(accountId, limit, after, order);
    const words = textQuery(q);
    if (words !== undefined) return this.repository.matching(accountId, words, limit, after, order);
    throw wrongParameter('query/q', 'must have between 1 and 16 words with letters or digits');
  }

  /**
   * Records a question of a locked thread in the caller's transaction. The first question becomes the title unless the
   * account has set a title.
   */
  async asked(thread: Thread, question: string): Promise<void> {
    const title = thread.isTitleOwn || thread.title !== UNTITLED ? thread.title : titleOf(question);
    await this.repository.replace({ ...thread, title, version: thread.version + 1, updatedAt: this.now() });
  }

  protected fresh(_accountId: string, { title }: { title?: string }): ContentOf<Thread> {
    return { title: title ?? UNTITLED, isTitleOwn: title !== undefined };
  }

  protected revised(_thread: Thread, { title }: { title?: string }): Partial<Thread> {
    return title === undefined ? {} : { title, isTitleOwn: true };
  }
}
