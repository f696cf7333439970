import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { GraphsConfig } from '../graphs.config.js';
import type { RelationLink } from './relation-link.js';
import { RelationLinkRepository } from './relation-link.repository.js';

/** The links between nodes that accounts drew. */
@Service()
export class RelationLinks {
  constructor(
    private readonly repository: RelationLinkRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: GraphsConfig,
    private readonly clock: Clock,
  ) {}

  /** Oldest first, after the link `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<RelationLink[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** All links of an account. */
  all(accountId: string): Promise<RelationLink[]> {
    return this.repository.list(accountId, this.config.relationLinks);
  }

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<RelationLink> {
    const link = await this.repository.find(accountId, id);
    if (link === undefined) throw absent();
    return link;
  }

  /** Expects nodes that the account can see. @throws Problem `quota_reached` */
  async create(
    accountId: string,
    { from, to, label }: { from: string; to: string; label: string },
  ): Promise<RelationLink> {
    const now = new Date(this.clock.now());
    const link: RelationLink = {
      id: uuidV7(),
      accountId,
      fromNode: from,
      toNode: to,
      label,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.relationLinks;
      const detail = `An account has at most ${limit} own links here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(link);
    });
    return link;
  }

  /** The version increases only if the label changed. @throws Problem `not_found`, `precondition_failed` */
  change(accountId: string, id: string, label: string | undefined, ifMatch?: string): Promise<RelationLink> {
    return this.database.transaction(async () => {
      const current = await this.hold(accountId, id, ifMatch);
      if (label === undefined || label === current.label) return current;
      const next = { ...current, label, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.hold(accountId, id, ifMatch);
      await this.repository.remove(accountId, id);
    });
  }

  private async hold(accountId: string, id: string, ifMatch: string | undefined): Promise<RelationLink> {
    const link = await this.repository.hold(accountId, id);
    if (link === undefined) throw absent();
    assertVersion(ifMatch, link);
    return link;
  }
}

const absent = () => new Problem('not_found', { detail: 'You have no link with this id.' });
