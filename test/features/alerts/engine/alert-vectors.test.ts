import test from 'ava';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import { type Notification, NotifyPolicy } from '../../../../src/features/alerts/notify/notify-policy.js';
import { type AlertVector, readVectors, timeOf, type VectorInput, type VectorStep } from './alert-vectors.js';
import { ruleOf } from './engine-rules.js';
import { VectorFence } from './vector-fence.js';

const files = { prometheus: 13, grafana: 13, traccar: 5, silences: 3, actions: 6, 'quiet-hours': 8 };

for (const [file, count] of Object.entries(files)) {
  const vectors = readVectors(file);
  test(`the vectors of ${file} are complete`, (t) => t.is(vectors.length, count));
  for (const vector of vectors)
    test(`${vector.id}: ${vector.title}`, (t) => {
      const expected = vector.expected.map(({ state, notify, digest }) => ({ state, notify, ...(digest === undefined ? {} : { digest }) }));
      const run = new VectorRun(vector);
      t.deepEqual(run.steps(), expected);
      t.deepEqual(run.notifications, [], 'everything that was sent was expected');
    });
}

/** Runs one vector: each of its keys is a rule of its own, and a value for a geofence is a position inside or outside of it. */
class VectorRun {
  private readonly policy: NotifyPolicy;
  private readonly fence = new VectorFence((transition, now) => this.engine.observe(transition, now));
  readonly notifications: Notification[] = [];
  private readonly resolved = new Set<string>();
  private engine: AlertEngine;

  constructor(private readonly vector: AlertVector) {
    const { silences = [], quietHours = null } = vector.rule;
    const isSilenced = (_: unknown, at: number) => silences.some(({ from, to }) => at >= timeOf(from) && at <= timeOf(to));
    this.policy = new NotifyPolicy({ isSilenced, quietHours });
    this.engine = this.newEngine(timeOf(vector.inputs[0]?.t ?? 0));
    for (const rule of this.rules) this.engine.put(rule, timeOf(vector.inputs[0]?.t ?? 0));
  }

  steps(): VectorStep[] {
    return this.vector.inputs.map((input) => {
      this.take(input);
      return { state: this.stateOf(input.key), ...this.noticeOf(input.key) };
    });
  }

  private get rules(): EngineRule[] {
    const { condition, pendingSeconds, recoverySeconds, noData } = this.vector.rule;
    const keys = [...new Set(this.vector.inputs.map(({ key = '' }) => key))];
    const { operator, threshold, recoveryThreshold } = condition;
    return keys.map((id) => {
      const price: Condition = { type: 'price', symbol: `TEST${id}`, operator, threshold, ...(recoveryThreshold === undefined ? {} : { recoveryThreshold }) };
      return ruleOf(this.isFence ? this.fence.condition : price, { id, pendingSeconds, recoverySeconds, noData });
    });
  }

  private get isFence(): boolean {
    return this.vector.rule.condition.type === 'geofence';
  }

  private newEngine(now: number): AlertEngine {
    return new AlertEngine({
      now,
      onTransition: (transition) => {
        if (transition.to === 'resolved') this.resolved.add(transition.ruleId);
        this.notifications.push(...this.policy.take(transition));
      },
    });
  }

  private take({ t, key = '', value, action, until, event, downSeconds = 0 }: VectorInput): void {
    const now = timeOf(t);
    if (event === 'restart') this.restart(now, downSeconds);
    else if (action === 'snooze') this.engine.act(key, '', { type: 'snooze', until: timeOf(until as number) }, now);
    else if (action !== undefined) this.engine.act(key, '', { type: action }, now);
    else if (this.isFence) this.fence.move(value === 1, now);
    else this.engine.observe({ kind: 'quote', symbol: `TEST${key}`, price: value as number | null, at: now }, now);
    this.engine.advance(now);
    this.notifications.push(...this.policy.flush(now));
  }

  private restart(now: number, downSeconds: number): void {
    const stoppedAt = now - downSeconds * 1_000;
    this.engine.advance(stoppedAt);
    const before = this.engine;
    this.engine = this.newEngine(now);
    for (const rule of this.rules) this.engine.put(rule, now, { state: JSON.parse(JSON.stringify(before.stateOf(rule.id))), stoppedAt });
  }

  private stateOf(key = ''): VectorStep['state'] {
    if (this.resolved.delete(key)) return 'resolved';
    const instances = this.engine.evaluation(key)?.instances ?? [];
    const { state } = instances.find((instance) => instance.key === (this.isFence ? this.fence.entity : '')) ?? { state: 'inactive' as const };
    return state === 'inactive' ? 'none' : state;
  }

  /** What was sent since the last input of the key; time passes for all keys at once. */
  private noticeOf(key = ''): Pick<VectorStep, 'notify' | 'digest'> {
    const index = this.notifications.findIndex((one) => one.type === 'digest' || one.message.ruleId === key);
    const [notification] = index < 0 ? [] : this.notifications.splice(index, 1);
    if (notification === undefined) return { notify: null };
    if (notification.type === 'message') return { notify: notification.message.type };
    return { notify: 'digest', digest: notification.messages.map(({ type }) => type) };
  }
}
