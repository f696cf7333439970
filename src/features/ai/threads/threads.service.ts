import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import type { ResourceUsage } from '../../../accounts/resource-usages.js';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { textQuery } from '../../../events/text-query.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AiConfig } from '../ai.config.js';
import { type Thread, titleOf, UNTITLED } from './thread.js';
import { ThreadRepository } from './thread.repository.js';

/** The selection of threads to list. */
export interface ThreadQuery {
  limit: number;
  /** The id of the last thread of the previous page. */
  after?: string;
  order: Order;
  /** Words that the title or a message must have. */
  q?: string;
}

/** Manages the threads of an account. */
@Service()
export class Threads {
  constructor(
    private readonly repository: ThreadRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: AiConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Thread> {
    return found(await this.repository.find(accountId, id));
  }

  /** By creation. @throws Problem `invalid_request` for a text without a word */
  async list(accountId: string, { limit, after, order, q }: ThreadQuery): Promise<Thread[]> {
    const words = q === undefined ? undefined : textQuery(q);
    if (q !== undefined && words === undefined)
      throw wrongParameter('query/q', 'must have between 1 and 16 words with letters or digits');
    return this.repository.list(accountId, limit, after, order, words);
  }

  /** @throws Problem `quota_reached` */
  create(accountId: string, title?: string): Promise<Thread> {
    return this.database.transaction(async () => {
      const limit = this.config.threads;
      const detail = `An account has at most ${limit} threads; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      const now = new Date(this.clock.now());
      const named = { title: title ?? UNTITLED, isTitleOwn: title !== undefined };
      const thread: Thread = { id: uuidV7(), accountId, ...named, version: 1, createdAt: now, updatedAt: now };
      await this.repository.insert(thread);
      return thread;
    });
  }

  /**
   * The version increases only if the title changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`
   */
  rename(accountId: string, id: string, title: string | undefined, ifMatch?: string): Promise<Thread> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      if (title === undefined || (title === current.title && current.isTitleOwn)) return current;
      const next = {
        ...current,
        title,
        isTitleOwn: true,
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Removes the thread with its messages. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id)));
      await this.repository.remove(id);
    });
  }

  /** Locks a thread until the caller's transaction ends. @throws Problem `not_found` */
  async hold(accountId: string, id: string): Promise<Thread> {
    return found(await this.repository.hold(accountId, id));
  }

  /**
   * Notes in the caller's transaction that a question was asked in a locked thread; the first one gives the title
   * unless the account did.
   */
  async asked(thread: Thread, question: string): Promise<void> {
    const title = thread.isTitleOwn || thread.title !== UNTITLED ? thread.title : titleOf(question);
    await this.repository.replace({
      ...thread,
      title,
      version: thread.version + 1,
      updatedAt: new Date(this.clock.now()),
    });
  }

  async usage(accountId: string): Promise<ResourceUsage[]> {
    return [{ name: 'ai_threads', used: await this.repository.count(accountId), limit: this.config.threads }];
  }
}

function found(thread: Thread | undefined): Thread {
  if (thread === undefined) throw new Problem('not_found', { detail: 'You have no thread with this id.' });
  return thread;
}
