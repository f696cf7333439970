import test from 'ava';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { AlertAction, EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import { type AlertVector, readVectors, timeOf, type VectorInput, type VectorStep } from './alert-vectors.js';
import { DeliveredAlerts, type Notice, silenceOfAll } from './delivered-alerts.js';
import { ruleOf } from './engine-rules.js';
import { VectorFence } from './vector-fence.js';

const files = { prometheus: 13, grafana: 13, traccar: 5, silences: 3, actions: 6, 'quiet-hours': 8 };

for (const [file, count] of Object.entries(files)) {
  const vectors = readVectors(file);
  test(`the vectors of ${file} are complete`, (t) => t.is(vectors.length, count));
  for (const vector of vectors)
    test(`${vector.id}: ${vector.title}`, (t) => {
      const expected = vector.expected.map(({ state, notify, digest }) => ({
        state,
        notify,
        ...(digest === undefined ? {} : { digest }),
      }));
      const run = new VectorRun(vector);
      t.deepEqual(run.steps(), expected);
      t.deepEqual(run.notices, [], 'everything that was delivered was expected');
    });
}

/**
 * Runs one test vector. Each of its keys is evaluated by its own rule. A value of a geofence rule is a position inside
 * or outside the geofence.
 */
class VectorRun {
  private readonly alerts: DeliveredAlerts;
  private readonly fence = new VectorFence((transition, now) => this.engine.observe(transition, now));
  readonly notices: Notice[] = [];
  private readonly resolved = new Set<string>();
  private readonly rules: EngineRule[];
  private engine: AlertEngine;
  private now: number;

  constructor(private readonly vector: AlertVector) {
    const { silences = [], quietHours = null } = vector.rule;
    this.rules = this.readRules();
    this.alerts = new DeliveredAlerts({
      silences: silences.map(({ from, to }) => silenceOfAll(timeOf(from), timeOf(to))),
      quietHours,
      rules: this.rules,
      deliver: (notice) => this.notices.push(notice),
    });
    this.now = timeOf(vector.inputs[0]?.t ?? 0);
    this.engine = this.newEngine();
    for (const rule of this.rules) this.engine.put(rule, this.now);
  }

  steps(): VectorStep[] {
    return this.vector.inputs.map((input) => {
      this.take(input);
      return { state: this.stateOf(input.key), ...this.noticeOf(input.key) };
    });
  }

  private readRules(): EngineRule[] {
    const { condition, pendingSeconds, recoverySeconds, noData } = this.vector.rule;
    const keys = [...new Set(this.vector.inputs.map(({ key = '' }) => key))];
    const { operator, threshold, recoveryThreshold } = condition;
    return keys.map((id) => {
      const price: Condition = {
        type: 'price',
        symbol: `TEST${id}`,
        operator,
        threshold,
        ...(recoveryThreshold === undefined ? {} : { recoveryThreshold }),
      };
      return ruleOf(this.isFence ? this.fence.condition : price, { id, pendingSeconds, recoverySeconds, noData });
    });
  }

  private get isFence(): boolean {
    return this.vector.rule.condition.type === 'geofence';
  }

  private newEngine(): AlertEngine {
    return new AlertEngine({
      now: this.now,
      onTransition: (transition) => {
        if (transition.to === 'resolved') this.resolved.add(transition.ruleId);
        this.alerts.take(transition, this.now);
      },
    });
  }

  private take({ t, key = '', value, action, until, event, downSeconds = 0 }: VectorInput): void {
    this.now = timeOf(t);
    const { now } = this;
    if (event === 'restart') this.restart(downSeconds);
    else if (action === 'snooze') this.act(key, { type: 'snooze', until: timeOf(until as number) });
    else if (action !== undefined) this.act(key, { type: action });
    else if (this.isFence) this.fence.move(value === 1, now);
    else this.engine.observe({ kind: 'quote', symbol: `TEST${key}`, price: value as number | null, at: now }, now);
    this.engine.advance(now);
    this.alerts.release(now);
  }

  /** Applies an action in the same order as the service: stores it first, then passes it to the engine. */
  private act(ruleId: string, action: AlertAction): void {
    this.alerts.act(ruleId, action, this.now);
    this.engine.act(ruleId, '', action, this.now);
  }

  private restart(downSeconds: number): void {
    const stoppedAt = this.now - downSeconds * 1_000;
    this.engine.advance(stoppedAt);
    const before = this.engine;
    this.engine = this.newEngine();
    for (const rule of this.rules)
      this.engine.put(rule, this.now, { state: JSON.parse(JSON.stringify(before.stateOf(rule.id))), stoppedAt });
  }

  private stateOf(key = ''): VectorStep['state'] {
    if (this.resolved.delete(key)) return 'resolved';
    const instances = this.engine.evaluation(key)?.instances ?? [];
    const { state } = instances.find((instance) => instance.key === (this.isFence ? this.fence.entity : '')) ?? {
      state: 'inactive' as const,
    };
    return state === 'inactive' ? 'none' : state;
  }

  /**
   * Returns the notice for a key since its last input, if any. The key of an input only selects the rule; time passes
   * for all rules.
   */
  private noticeOf(key = ''): Pick<VectorStep, 'notify' | 'digest'> {
    const index = this.notices.findIndex((one) => one.type === 'digest' || one.ruleId === key);
    const [notice] = index < 0 ? [] : this.notices.splice(index, 1);
    if (notice === undefined) return { notify: null };
    return notice.type === 'digest' ? { notify: 'digest', digest: notice.messages } : { notify: notice.type };
  }
}
