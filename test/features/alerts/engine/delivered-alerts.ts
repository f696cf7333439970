import type { Alert } from '../../../../src/features/alerts/alerts/alert.js';
import { acted } from '../../../../src/features/alerts/alerts/alert-actions.js';
import type { AlertTransition } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { AlertAction, EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import { limitsAt, release } from '../../../../src/features/alerts/notify/delivery-policy.js';
import type { QuietHours } from '../../../../src/features/alerts/notify/quiet-hours.js';
import type { AlertRule } from '../../../../src/features/alerts/rules/rule.js';
import { fold } from '../../../../src/features/alerts/run/apply-transition.js';
import type { Silence } from '../../../../src/features/alerts/silences/silence.js';

/** A notice to an account: one change of an alert, or a digest of the messages that quiet hours held back. */
export type Notice = { type: 'firing' | 'resolved'; ruleId: string } | { type: 'digest'; messages: string[] };

interface Options {
  silences: readonly Silence[];
  quietHours: QuietHours | null;
  rules: readonly EngineRule[];
  deliver(notice: Notice): void;
}

/** The alerts of one account in memory, with the functions that store and deliver them in the service. */
export class DeliveredAlerts {
  private readonly alerts = new Map<string, Alert>();
  /** Messages held back by quiet hours, by alert. */
  private readonly deferred = new Map<string, string[]>();

  constructor(private readonly options: Options) {}

  take(transition: AlertTransition, now: number): void {
    const { ruleId, key, crossing } = transition;
    const name = `${ruleId} ${crossing} ${key}`;
    const rule = storedRule(this.options.rules.find(({ id }) => id === ruleId) as EngineRule);
    const context = {
      rule,
      limits: this.limits(now),
      entities: { find: () => undefined },
      groupId: 'group',
      now: new Date(now),
    };
    const folded = fold(this.alerts.get(name), transition, context);
    if (folded === undefined) return;
    const { alert, published } = folded;
    if (alert === undefined) this.alerts.delete(name);
    else this.alerts.set(name, alert);
    if (alert === undefined || published === undefined) return;
    const type = alert.state as 'firing' | 'resolved';
    if (published.suppressedBy === null) this.options.deliver({ type, ruleId });
    if (published.suppressedBy === 'quiet_hours') this.defer(alert);
  }

  /** Applies an action of the owner to the open alert of a rule. */
  act(ruleId: string, action: AlertAction, now: number): void {
    for (const [name, alert] of this.alerts)
      if (alert.ruleId === ruleId && alert.state !== 'resolved')
        this.alerts.set(name, acted(alert, action, new Date(now)));
  }

  /** Delivers alerts whose silence or quiet hours have ended. */
  release(now: number): void {
    const waiting = [...this.alerts.values()].filter(({ held }) => held !== null);
    const { unsilenced, firing, digest } = release(waiting, this.limits(now), new Date(now));
    for (const alert of [...unsilenced, ...digest])
      this.alerts.set(`${alert.ruleId} ${alert.crossing} ${alert.key}`, alert);
    for (const alert of unsilenced) if (alert.held === 'quiet_hours') this.defer(alert);
    for (const { ruleId } of firing) this.options.deliver({ type: 'firing', ruleId });
    if (digest.length > 0)
      this.options.deliver({ type: 'digest', messages: digest.flatMap(({ id }) => this.deferred.get(id) ?? []) });
    for (const { id } of digest) this.deferred.delete(id);
  }

  private defer({ id, state }: Alert): void {
    this.deferred.set(id, [...(this.deferred.get(id) ?? []), state]);
  }

  private limits(now: number) {
    return limitsAt(now, this.options.silences, this.options.quietHours);
  }
}

const storedRule = (rule: EngineRule): AlertRule => ({
  name: rule.id,
  enabled: true,
  severity: 'warning',
  endpointIds: [],
  tags: [],
  disarmedAt: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...rule,
  expiresAt: null,
});

/** Returns a silence of all alerts, from `from` (ms) inclusive to `to` exclusive. */
export const silenceOfAll = (from: number, to: number): Silence => ({
  id: 'silence',
  accountId: 'account',
  comment: '',
  ruleId: null,
  severities: null,
  symbols: null,
  bbox: null,
  version: 1,
  startsAt: new Date(from),
  endsAt: new Date(to),
  createdAt: new Date(0),
  updatedAt: new Date(0),
});
