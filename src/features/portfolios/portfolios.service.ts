import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Clock } from '../../time/clock.js';
import type { Order } from '../../time/order.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import type { Portfolio, PortfolioSettings } from './portfolio.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { PortfoliosConfig } from './portfolios.config.js';

/** Omitted fields have their defaults. */
export type PortfolioInput = Pick<PortfolioSettings, 'name' | 'baseCurrency'> & Partial<PortfolioSettings>;
/** Omitted fields stay. */
export type PortfolioChanges = Partial<PortfolioSettings>;

const defaults = { kind: 'own', benchmark: null, lotMethod: 'fifo', tracksCash: true } as const;

/** Manages the portfolios of an account. */
@Service()
export class PortfoliosService {
  constructor(
    private readonly repository: PortfolioRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: PortfoliosConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Portfolio> {
    return found(await this.repository.find(accountId, id));
  }

  /**
   * Locks a portfolio until the transaction ends, so that its transactions change one after another.
   * @throws Problem `not_found`
   */
  async hold(accountId: string, id: string): Promise<Portfolio> {
    return found(await this.repository.hold(accountId, id));
  }

  /** Those of the account with one of these ids, oldest first; unknown ids are left out. */
  some(accountId: string, ids: readonly string[]): Promise<Portfolio[]> {
    return this.repository.some(accountId, ids);
  }

  /** All portfolios of the account, oldest first. */
  all(accountId: string): Promise<Portfolio[]> {
    return this.repository.list(accountId, this.config.portfolios);
  }

  /** Oldest first, after the portfolio `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Portfolio[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `quota_reached` */
  async create(accountId: string, input: PortfolioInput): Promise<Portfolio> {
    const now = new Date(this.clock.now());
    const portfolio: Portfolio = {
      id: uuidV7(),
      accountId,
      ...settingsOf({ ...defaults, ...input }),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.portfolios;
      const detail = `An account has at most ${limit} portfolios here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(portfolio);
    });
    return portfolio;
  }

  /**
   * The version increases only if something changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`
   */
  change(accountId: string, id: string, changes: PortfolioChanges, ifMatch?: string): Promise<Portfolio> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const after = settingsOf({
        ...current,
        ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
      });
      if (isDeepStrictEqual(settingsOf(current), after)) return current;
      const next = { ...current, ...after, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Its transactions are deleted with it. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      await this.repository.remove(accountId, id);
    });
  }
}

const settingsOf = ({
  name,
  kind,
  baseCurrency,
  benchmark,
  lotMethod,
  tracksCash,
}: PortfolioSettings): PortfolioSettings => ({
  name,
  kind,
  baseCurrency,
  benchmark: benchmark?.toUpperCase() ?? null,
  lotMethod,
  tracksCash,
});

function found(portfolio: Portfolio | undefined): Portfolio {
  if (portfolio === undefined) throw new Problem('not_found', { detail: 'You have no portfolio with this id.' });
  return portfolio;
}
