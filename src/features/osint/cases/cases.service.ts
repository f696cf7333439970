import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { OsintConfig } from '../osint.config.js';
import type { Case, CaseStatus } from './case.js';
import { CaseRepository } from './case.repository.js';

/** A new case. */
export interface CaseInput {
  title: string;
  description?: string | null;
}

/** Omitted fields stay. */
export interface CaseChanges {
  title?: string;
  description?: string | null;
  status?: CaseStatus;
}

export const noCase = (): Problem => new Problem('not_found', { detail: 'You have no case with this id.' });

/** Manages the cases of an account. */
@Service()
export class CasesService {
  constructor(
    private readonly repository: CaseRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: OsintConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Case> {
    const found = await this.repository.find(accountId, id);
    if (found === undefined) throw noCase();
    return found;
  }

  /** Oldest first, after the case `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Case[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `quota_reached` */
  async create(accountId: string, { title, description = null }: CaseInput): Promise<Case> {
    const now = new Date(this.clock.now());
    const created: Case = {
      ...{
        id: uuidV7(),
        accountId,
        title,
        description,
        status: 'open',
        evidenceCount: 0,
        chainHash: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      },
    };
    await this.database.transaction(async () => {
      const limit = this.config.cases;
      const detail = `An account has at most ${limit} cases here; export and delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(created);
    });
    return created;
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  change(accountId: string, id: string, changes: CaseChanges, ifMatch?: string): Promise<Case> {
    return this.database.transaction(async () => {
      const current = await this.hold(accountId, id, ifMatch);
      const { title = current.title, description = current.description, status = current.status } = changes;
      if (title === current.title && description === current.description && status === current.status) return current;
      const next = {
        ...current,
        title,
        description,
        status,
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Deletes a case with its evidence. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.hold(accountId, id, ifMatch);
      await this.repository.remove(accountId, id);
    });
  }

  private async hold(accountId: string, id: string, ifMatch: string | undefined): Promise<Case> {
    const current = await this.repository.hold(accountId, id);
    if (current === undefined) throw noCase();
    assertVersion(ifMatch, current);
    return current;
  }
}
