import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import type { ResourceUsage } from '../../../accounts/resource-usages.js';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AlertsConfig } from '../alerts.config.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import type { Silence } from './silence.js';
import { SilenceRepository } from './silence.repository.js';

const KEPT_MS = 30 * DAY_MS;
const BATCH = 1_000;

/** A silence as a caller sends it. */
export interface SilenceInput {
  comment?: string;
  ruleId?: string;
  severity?: AlertSeverity[];
  symbol?: string[];
  bbox?: number[];
  from?: string;
  to: string;
}

/** Manages the silences of accounts. */
@Service()
export class SilencesService {
  constructor(
    private readonly repository: SilenceRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: AlertsConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns an account's usage of the limit. */
  async usage(accountId: string): Promise<ResourceUsage[]> {
    return [{ name: 'alert_silences', used: await this.repository.count(accountId), limit: this.config.silences }];
  }

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Silence> {
    return found(await this.repository.find(accountId, id));
  }

  /** Oldest first, after the silence `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Silence[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /**
   * @throws Problem `unprocessable` for a range in the past, an invalid box or a rule of another account;
   * `quota_reached`
   */
  async create(
    accountId: string,
    { comment = '', ruleId, severity, symbol, bbox, from, to }: SilenceInput,
  ): Promise<Silence> {
    const now = new Date(this.clock.now());
    const startsAt = from === undefined ? now : new Date(from);
    const silence: Silence = {
      id: uuidV7(),
      accountId,
      comment,
      ruleId: ruleId ?? null,
      severities: severity === undefined ? null : [...new Set(severity)],
      symbols: symbol === undefined ? null : [...new Set(symbol.map((one) => one.toUpperCase()))],
      bbox: bbox ?? null,
      startsAt,
      endsAt: new Date(to),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    demandRange(silence, now);
    demandBox(bbox);
    if (ruleId !== undefined && !(await this.repository.hasRule(accountId, ruleId)))
      throw refused({ pointer: '/ruleId', detail: 'is not one of your rules; see GET /alerts/rules' });
    await this.database.transaction(async () => {
      const limit = this.config.silences;
      const detail = `An account has at most ${limit} silences here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(silence);
    });
    return silence;
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  change(
    accountId: string,
    id: string,
    { comment, to }: { comment?: string; to?: string },
    ifMatch?: string,
  ): Promise<Silence> {
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, current);
      const now = new Date(this.clock.now());
      const next: Silence = {
        ...current,
        comment: comment ?? current.comment,
        version: current.version + 1,
        updatedAt: now,
      };
      if (to !== undefined)
        next.endsAt = new Date(
          Math.max(
            new Date(to).getTime(),
            Math.min(now.getTime(), current.endsAt.getTime()),
            current.startsAt.getTime(),
          ),
        );
      await this.repository.replace(next);
      return next;
    });
  }

  /** Forgets silences that ended long ago. @returns true when there may be more */
  async forgetOld(): Promise<boolean> {
    return (await this.repository.forget(new Date(this.clock.now() - KEPT_MS), BATCH)) === BATCH;
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id)));
      await this.repository.remove(id);
    });
  }
}

/** @throws Problem `unprocessable` */
function demandRange({ startsAt, endsAt }: Silence, now: Date): void {
  if (endsAt <= startsAt) throw refused({ pointer: '/to', detail: 'must be after the start' });
  if (endsAt <= now) throw refused({ pointer: '/to', detail: 'must be in the future' });
}

/** @throws Problem `unprocessable` */
function demandBox(bbox: number[] | undefined): void {
  if (bbox === undefined) return;
  const [, south = 0, , north = 0] = bbox;
  if (south <= north && south >= -90 && north <= 90) return;
  throw refused({ pointer: '/bbox', detail: 'must have latitudes from -90 to 90, the southern one first' });
}

const refused = (error: FieldProblem) =>
  new Problem('unprocessable', { detail: 'The silence is not valid; see errors.', errors: [error] });

function found(silence: Silence | undefined): Silence {
  if (silence === undefined) throw new Problem('not_found', { detail: 'You have no silence with this id.' });
  return silence;
}
