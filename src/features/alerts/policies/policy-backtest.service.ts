import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { AlertRepository } from '../alerts/alert.repository.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { onCallAt } from '../on-call/on-call-schedule.js';
import { OnCallScheduleRepository } from '../on-call/on-call-schedule.repository.js';
import { PoliciesService } from './policies.records.js';
import { matchesPolicy } from './policy.js';
import { type BacktestStep, backtested, MAX_BACKTEST_STEPS } from './policy-backtest.js';
import { RouteFences } from './route-fences.service.js';

/** Maximum number of alerts that a backtest reads. */
const MAX_ALERTS = 1_000;

export interface PolicyBacktest {
  /** Number of alerts that followed the policy. */
  alerts: number;
  steps: Array<BacktestStep & { contacts: string[] }>;
  /** False if alerts or steps are left out because there are too many. */
  isComplete: boolean;
}

/** Evaluates policies on past alerts, without notifying anyone. */
@Service()
export class PolicyBacktests {
  constructor(
    private readonly policies: PoliciesService,
    private readonly alerts: AlertRepository,
    private readonly contacts: ContactRepository,
    private readonly fences: RouteFences,
    private readonly schedules: OnCallScheduleRepository,
  ) {}

  /** @throws Problem `not_found`, `invalid_request` for a range that ends before it begins */
  async run(accountId: string, id: string, range: { from: string; to: string }): Promise<PolicyBacktest> {
    const [from, to] = [new Date(range.from), new Date(range.to)];
    if (from >= to)
      throw new Problem('invalid_request', {
        detail: '`from` must be before `to`.',
        errors: [{ pointer: '/to', detail: 'must be after `from`' }],
      });
    const policy = await this.policies.get(accountId, id);
    const read = await this.alerts.firedWithin(accountId, from, to, MAX_ALERTS + 1);
    const alerts = read.slice(0, MAX_ALERTS);
    const matching = [];
    for (const alert of alerts) {
      const fences = await this.fences.around(alert, [policy]);
      // Silences and quiet hours held back the alerts that were not delivered.
      if (alert.notified && matchesPolicy(policy, alert, (alert.firedAt as Date).getTime(), fences))
        matching.push(alert);
    }
    const found = backtested(policy, matching, alerts, to.getTime(), await this.policies.all(accountId));
    const scheduleIds = policy.steps.flatMap(({ onCallIds = [] }) => onCallIds);
    const schedules = await this.schedules.among(accountId, [...new Set(scheduleIds)]);
    const contactsAt = ({ step, at }: BacktestStep): string[] => {
      const { contactIds = [], onCallIds = [] } = policy.steps[step] ?? {};
      const onCall = schedules.filter(({ id }) => onCallIds.includes(id)).map((schedule) => onCallAt(schedule, at));
      return [...new Set([...contactIds, ...onCall.filter((one) => one !== undefined)])];
    };
    const ids = [...new Set(found.flatMap(contactsAt))];
    const names = new Map((await this.contacts.among(accountId, ids)).map((contact) => [contact.id, contact.name]));
    const steps = found.slice(0, MAX_BACKTEST_STEPS).map((one) => ({
      ...one,
      contacts: contactsAt(one).flatMap((contactId) => names.get(contactId) ?? []),
    }));
    return {
      alerts: matching.length,
      steps,
      isComplete: read.length <= MAX_ALERTS && found.length <= MAX_BACKTEST_STEPS,
    };
  }
}
