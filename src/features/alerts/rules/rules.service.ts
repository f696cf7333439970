import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AlertEndings } from '../alerts/alert-endings.service.js';
import { AlertsConfig } from '../alerts.config.js';
import type { AlertRule } from './rule.js';
import { RuleRepository } from './rule.repository.js';
import { RuleChecks } from './rule-checks.service.js';
import { changed, type RuleChanges, type RuleInput, settingsOf } from './rule-request.js';
import { type AlertRuleChangedDto, alertRuleChanged } from './rules.events.js';

/**
 * Manages the alert rules of accounts. Each change is appended to the event log in its own transaction; the evaluation
 * reads it there.
 */
@Service()
export class RulesService {
  constructor(
    private readonly repository: RuleRepository,
    private readonly checks: RuleChecks,
    private readonly endings: AlertEndings,
    private readonly quota: AccountQuota,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly config: AlertsConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns a rule of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<AlertRule> {
    return found(await this.repository.find(accountId, id));
  }

  /** Lists rules of an account, by default oldest first, after the rule `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<AlertRule[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** Creates a rule. @throws Problem `unprocessable` for a condition that cannot be evaluated, `quota_reached` */
  async create(accountId: string, input: RuleInput): Promise<AlertRule> {
    const now = new Date(this.clock.now());
    const settings = settingsOf(input);
    await this.checks.demand(accountId, settings);
    const rule: AlertRule = {
      ...settings,
      id: uuidV7(),
      accountId,
      disarmedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.rules;
      const detail = `An account has at most ${limit} alert rules here; delete one, or join conditions in one rule.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(rule);
      await this.publish(rule.id, 'created');
    });
    return rule;
  }

  /**
   * Changes a rule.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `unprocessable`
   */
  async change(accountId: string, id: string, changes: RuleChanges, ifMatch?: string): Promise<AlertRule> {
    // The check is made before the transaction, because it reads data of other features. If a concurrent request sets
    // the condition meanwhile, that request has checked it.
    const before = await this.get(accountId, id);
    if (changes.condition !== undefined || changes.endpointIds !== undefined || changes.expiresAt !== undefined)
      await this.checks.demand(accountId, changed(before, changes), changes);
    return this.changing(accountId, id, ifMatch, (current) => changed(current, changes));
  }

  /** Enables or disables a rule. Disabling resolves its alerts. @throws Problem `not_found`, `precondition_failed` */
  setEnabled(accountId: string, id: string, enabled: boolean, ifMatch?: string): Promise<AlertRule> {
    return this.changing(accountId, id, ifMatch, () => ({ enabled }));
  }

  /** Rearms a one-shot rule that has fired. @throws Problem `not_found`, `precondition_failed` */
  rearm(accountId: string, id: string, ifMatch?: string): Promise<AlertRule> {
    return this.changing(accountId, id, ifMatch, () => ({ disarmedAt: null }));
  }

  /** Deletes a rule and resolves its alerts, which are kept. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      demandVersion(current, ifMatch);
      await this.endings.resolveOf(id, 'rule_deleted');
      await this.repository.remove(id);
      await this.publish(id, 'deleted');
    });
  }

  private changing(
    accountId: string,
    id: string,
    ifMatch: string | undefined,
    changeOf: (current: AlertRule) => Partial<AlertRule>,
  ): Promise<AlertRule> {
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      demandVersion(current, ifMatch);
      const next: AlertRule = { ...current, ...changeOf(current) };
      // A request that changes nothing, such as enabling an enabled rule, keeps the version.
      if (isDeepStrictEqual(next, current)) return current;
      const stored = { ...next, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      if (!isDeepStrictEqual(next.condition, current.condition))
        await this.repository.keepStateCondition(id, current.condition);
      await this.repository.replace(stored);
      if (current.enabled && !next.enabled) {
        await this.endings.resolveOf(id, 'rule_disabled');
        await this.repository.clearState(id);
      }
      await this.publish(id, kindOf(current, next));
      return stored;
    });
  }

  private async publish(ruleId: string, change: AlertRuleChangedDto['change']): Promise<void> {
    await this.events.append(alertRuleChanged, { data: { ruleId, change }, subject: `rule:${ruleId}` });
  }
}

function kindOf(before: AlertRule, after: AlertRule): AlertRuleChangedDto['change'] {
  if (before.enabled !== after.enabled) return after.enabled ? 'enabled' : 'disabled';
  return before.disarmedAt !== null && after.disarmedAt === null ? 'rearmed' : 'updated';
}

function found(rule: AlertRule | undefined): AlertRule {
  if (rule === undefined) throw new Problem('not_found', { detail: 'You have no alert rule with this id.' });
  return rule;
}

function demandVersion({ id, version }: AlertRule, ifMatch: string | undefined): void {
  const versions = expectedVersions(ifMatch, id);
  if (versions !== undefined && !versions.includes(version)) throw staleVersion();
}
