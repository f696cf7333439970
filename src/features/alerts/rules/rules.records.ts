import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { AlertEndings } from '../alerts/alert-endings.service.js';
import { AlertsConfig } from '../alerts.config.js';
import { AlertRuleDto } from './rule.dto.js';
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
export class RulesService extends OwnedRecords<AlertRule, RuleInput, RuleChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: RuleRepository,
    config: AlertsConfig,
    private readonly checks: RuleChecks,
    private readonly endings: AlertEndings,
    private readonly events: EventLog,
  ) {
    super(parts, {
      table: repository,
      noun: 'alert rule',
      limitName: 'alert_rules',
      limit: () => config.rules,
      exported: {
        section: 'alertRules',
        description: "The account's own alert rules, with their conditions.",
        item: AlertRuleDto,
      },
      shared: { name: 'alert_rule', path: '/alerts/rules', access: ['read', 'write'] },
    });
  }

  /** Changes a rule. @throws Problem `not_found`, `precondition_failed`, `unprocessable` */
  override async change(accountId: string, id: string, changes: RuleChanges, ifMatch?: string): Promise<AlertRule> {
    // The check is made before the transaction, because it reads data of other features. If a concurrent request sets
    // the condition meanwhile, that request has checked it.
    const before = await this.get(accountId, id);
    if (changes.condition !== undefined || changes.endpointIds !== undefined || changes.expiresAt !== undefined)
      await this.checks.demand(accountId, changed(before, changes), changes);
    return super.change(accountId, id, changes, ifMatch);
  }

  /** Enables or disables a rule. Disabling resolves its alerts. @throws Problem `not_found`, `precondition_failed` */
  setEnabled(accountId: string, id: string, enabled: boolean, ifMatch?: string): Promise<AlertRule> {
    return this.rewrite(accountId, id, ifMatch, () => ({ enabled }));
  }

  /** Rearms a one-shot rule that has fired. @throws Problem `not_found`, `precondition_failed` */
  rearm(accountId: string, id: string, ifMatch?: string): Promise<AlertRule> {
    return this.rewrite(accountId, id, ifMatch, () => ({ disarmedAt: null }));
  }

  /** Returns the settings of a new rule. @throws Problem `unprocessable` for a condition that cannot be evaluated */
  protected async fresh(accountId: string, input: RuleInput): Promise<ContentOf<AlertRule>> {
    const settings = settingsOf(input);
    await this.checks.demand(accountId, settings);
    return { ...settings, disarmedAt: null };
  }

  protected revised(rule: AlertRule, changes: RuleChanges): Partial<AlertRule> {
    return changed(rule, changes);
  }

  protected override async check(rule: AlertRule, before?: AlertRule): Promise<void> {
    if (before !== undefined && !isDeepStrictEqual(rule.condition, before.condition))
      await this.repository.keepStateCondition(rule.id, before.condition);
  }

  protected override afterCreate({ id }: AlertRule): Promise<void> {
    return this.publish(id, 'created');
  }

  protected override async afterChange(rule: AlertRule, before: AlertRule): Promise<void> {
    if (before.enabled && !rule.enabled) {
      await this.endings.resolveOf(rule.id, 'rule_disabled');
      await this.repository.clearState(rule.id);
    }
    await this.publish(rule.id, kindOf(before, rule));
  }

  /** Resolves the alerts of the rule; they are kept. */
  protected override async beforeRemove({ id }: AlertRule): Promise<void> {
    await this.endings.resolveOf(id, 'rule_deleted');
    await this.publish(id, 'deleted');
  }

  protected override quotaDetail(limit: number): string {
    return `An account has at most ${limit} alert rules here; delete one, or join conditions in one rule.`;
  }

  private async publish(ruleId: string, change: AlertRuleChangedDto['change']): Promise<void> {
    await this.events.append(alertRuleChanged, { data: { ruleId, change }, subject: `rule:${ruleId}` });
  }
}

function kindOf(before: AlertRule, after: AlertRule): AlertRuleChangedDto['change'] {
  if (before.enabled !== after.enabled) return after.enabled ? 'enabled' : 'disabled';
  return before.disarmedAt !== null && after.disarmedAt === null ? 'rearmed' : 'updated';
}
