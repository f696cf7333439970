import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { parseSeries } from '../expression/parse-series.js';
import { GraphsConfig } from '../graphs.config.js';
import { type Chart, type ChartContent, chartDefaults } from './chart.js';
import { ChartRepository } from './chart.repository.js';

/** Omitted fields have their defaults. */
export type ChartInput = Pick<ChartContent, 'name' | 'series'> & Partial<ChartContent>;

/** Manages the charts of an account. */
@Service()
export class ChartsService {
  constructor(
    private readonly repository: ChartRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: GraphsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Chart> {
    return found(await this.repository.find(accountId, id));
  }

  /** Oldest first, after the chart `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Chart[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `invalid_request` for an invalid expression or range; `quota_reached` */
  async create(accountId: string, input: ChartInput): Promise<Chart> {
    const content = contentOf({ ...chartDefaults, ...input });
    check(content);
    const now = new Date(this.clock.now());
    const chart: Chart = {
      id: uuidV7(),
      accountId,
      ...content,
      shareHash: null,
      sharedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.charts;
      const detail = `An account has at most ${limit} charts here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(chart);
    });
    return chart;
  }

  /**
   * The version increases only if something changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`
   */
  change(accountId: string, id: string, changes: Partial<ChartContent>, ifMatch?: string): Promise<Chart> {
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const after = contentOf({ ...current, ...given });
      if (isDeepStrictEqual(contentOf(current), after)) return current;
      check(after);
      return this.replaced(current, after);
    });
  }

  /** Sets or removes the hash of the token of the public address. @throws Problem `not_found` */
  share(accountId: string, id: string, shareHash: string | null): Promise<Chart> {
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (current.shareHash === shareHash) return current;
      return this.replaced(current, { shareHash, sharedAt: shareHash === null ? null : new Date(this.clock.now()) });
    });
  }

  /** Its public address ends with it. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      await this.repository.remove(accountId, id);
    });
  }

  private async replaced(current: Chart, changes: Partial<Chart>): Promise<Chart> {
    const next = { ...current, ...changes, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
    await this.repository.replace(next);
    return next;
  }
}

const contentOf = ({ name, series, interval, from, to, lastDays, join, adjustment }: ChartContent): ChartContent => ({
  name,
  series: series.map(({ name, expression, axis, style }) => ({ name, expression, axis, style })),
  interval,
  from,
  to,
  lastDays,
  join,
  adjustment,
});

function check({ series, interval, from, to }: ChartContent): void {
  parseSeries(series, interval);
  if (from === null || to === null || Date.parse(from) < Date.parse(to)) return;
  throw new Problem('invalid_request', {
    detail: '`from` must be before `to`.',
    errors: [{ pointer: '/from', detail: 'must be before `to`' }],
  });
}

function found(chart: Chart | undefined): Chart {
  if (chart === undefined) throw new Problem('not_found', { detail: 'You have no chart with this id.' });
  return chart;
}
