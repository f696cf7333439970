import type { Candle } from '../../markets/candle.js';
import type { CandleColumns } from '../../markets/indicators/candle-columns.js';
import type { Interval } from '../../markets/interval.js';
import type { AlertTransition, ConditionResult, InstanceState, TransitionCause } from './alert-transition.js';
import { ChangedRules } from './changed-rules.js';
import { stepBack } from './clock-step.js';
import type { AlertAction, EngineRule, Evaluation, Needs, Restart, RuleState } from './engine-rule.js';
import { type BudgetOptions, type BudgetUsage, defaultBudget, EvaluationBudget } from './evaluation-budget.js';
import { evaluationOf, explain } from './explain.js';
import { InstanceMachine, type Moment } from './instance-machine.js';
import { LeafSources } from './leaf-sources.js';
import { NeedsCounter } from './needs-counter.js';
import type { Observation } from './observation.js';
import { isValidObservation } from './observation-check.js';
import { Postponed } from './postponed-rules.js';
import { TRUE, UNKNOWN } from './program.js';
import { restoreInstances, storeInstances, storeRule } from './stored-rule.js';
import { newTimer, TimerWheel } from './timer-wheel.js';
import { type Instance, isOpenState, WatchedRule } from './watched-rule.js';

export interface AlertEngineOptions {
  /** Called for every change of state during the evaluation; it must not call the engine. */
  onTransition(transition: AlertTransition): void;
  /** Initial time of the engine's clock (ms). */
  now: number;
  budget?: BudgetOptions;
}

/** Cost of a transition in the evaluation budget of its account, because it is explained, stored and published. */
const TRANSITION_UNITS = 20;
const MAX_SHOWN_INSTANCES = 100;

/**
 * Evaluates rules as observations arrive. It is pure: it reads no clock and no database, and gives the same transitions
 * for the same input, live, in previews and in backtests. Times are milliseconds. `now` must never decrease: if the
 * system clock is set back, a new engine continues from the stored states of this one.
 */
export class AlertEngine {
  private readonly rules = new Map<string, WatchedRule>();
  private readonly dirty = new ChangedRules();
  private readonly wheel: TimerWheel;
  private readonly sources: LeafSources;
  private readonly machine: InstanceMachine;
  private readonly counter = new NeedsCounter();
  private readonly budget: EvaluationBudget;
  private readonly postponed: Postponed;
  private now: number;
  private firedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AlertEngineOptions) {
    this.now = options.now;
    this.wheel = new TimerWheel(options.now);
    this.sources = new LeafSources(this.dirty, this.wheel);
    this.machine = new InstanceMachine(this.wheel, this.dirty, (...change) => this.publish(...change));
    this.budget = new EvaluationBudget(options.budget ?? defaultBudget);
    this.postponed = new Postponed(this.wheel, this.budget, (rule, now) =>
      this.evaluateRule(rule, { at: now, now, cause: 'condition' }),
    );
  }

  get size(): number {
    return this.rules.size;
  }

  /**
   * Adds a rule, or replaces it. A changed condition is evaluated at once: an open alert stays open if the new
   * condition is true, and otherwise resolves (`rule_changed`).
   */
  put(rule: EngineRule, now: number, restart?: Restart): void {
    this.advance(now);
    const before = this.rules.get(rule.id);
    if (before !== undefined && JSON.stringify(before.rule.condition) === JSON.stringify(rule.condition)) {
      before.rule = rule;
      this.expire(before);
      this.dirty.add(before);
    } else this.add(rule, before, restart);
    this.settle({ at: this.now, now: this.now, cause: before === undefined ? 'condition' : 'rule_changed' });
  }

  /** Removes a rule; its pending and open alerts end. */
  remove(ruleId: string, now: number, cause: TransitionCause = 'rule_deleted'): void {
    this.advance(now);
    this.end(ruleId, { at: this.now, now: this.now, cause });
  }

  /** Lets a one-shot rule fire again. @returns false if there is no such rule */
  rearm(ruleId: string, now: number): boolean {
    return this.rearmAll([ruleId], now);
  }

  /**
   * Applies an account's action to an open alert.
   * @returns false if there is no such open alert, or it already is in that state
   */
  act(ruleId: string, key: string, action: AlertAction, now: number): boolean {
    this.advance(now);
    const instance = this.rules.get(ruleId)?.instance(key);
    if (instance === undefined) return false;
    const moment: Moment = { at: this.now, now: this.now, cause: 'action' };
    if (action.type === 'acknowledge') return this.machine.acknowledge(instance, moment);
    if (action.type === 'snooze') return this.machine.snooze(instance, action.until, moment);
    return this.machine.resolve(instance, moment);
  }

  /**
   * Evaluates an observation; a time after `now` counts as `now`. Timers that are due at `now` itself fire only when
   * `advance` is called.
   */
  observe(observation: Observation, now: number): void {
    if (!isValidObservation(observation)) return;
    if (now > this.now) {
      this.fire(now - 1);
      this.now = now;
    }
    const timely = observation.at > this.now ? { ...observation, at: this.now } : observation;
    this.sources.observe(timely, this.now);
    if (!this.dirty.isEmpty) this.settle({ at: timely.at, now: this.now, cause: 'condition' });
  }

  /** Fires all timers that are due at or before `now`. */
  advance(now: number): void {
    this.fire(Math.max(now, this.now));
    this.now = Math.max(now, this.now);
  }

  /**
   * Returns the time (ms) that the engine would use for an observation at a time of the system clock, and whether the
   * timers due at that time have already fired.
   */
  momentOf(clock: number): { now: number; hasFired: boolean } {
    const now = Math.max(clock, this.now);
    return { now, hasFired: this.firedUntil >= now };
  }

  /** Returns how far a clock is behind the latest time of this engine (ms); 0 if it is not behind. */
  behind(clock: number): number {
    return Math.max(0, this.now - clock);
  }

  /** Returns when the next timer is due (ms); undefined without timers. */
  nextDue(): number | undefined {
    return this.wheel.nextDue();
  }

  /** Fills windows of prices from earlier prices, in the order of time. */
  warmPrices(symbol: string, prices: ReadonlyArray<{ at: number; price: number }>): void {
    this.sources.prices.warm(symbol, prices, this.now);
    this.settle({ at: this.now, now: this.now, cause: 'condition' });
  }

  /** Fills indicators and volume profiles from earlier final candles, in the order of time. */
  warmCandles(symbol: string, interval: Interval, candles: readonly Candle[]): void {
    this.sources.candles.warm(symbol, interval, candles);
    this.settle({ at: this.now, now: this.now, cause: 'condition' });
  }

  /**
   * Announces the final candles that will be observed, starting with the first candle that is passed to `warmCandles`.
   * This only saves computing time and changes no result.
   */
  foreseeCandles(symbol: string, interval: Interval, candles: CandleColumns): void {
    this.sources.candles.foresee(symbol, interval, candles);
  }

  /** Observations that the rules need. */
  get needs(): Needs {
    return this.counter.needs;
  }

  /** Number that changes whenever `needs` may have changed. */
  get needsVersion(): number {
    return this.counter.version;
  }

  /** Returns the evaluation time that an account has left. */
  usage(accountId: string): BudgetUsage {
    return this.budget.usage(accountId, this.now);
  }

  evaluation(ruleId: string): Evaluation | undefined {
    const rule = this.rules.get(ruleId);
    if (rule === undefined) return undefined;
    const isTrue = rule.baseTruth === UNKNOWN ? null : rule.baseTruth === TRUE;
    const shown = [...rule.allInstances()].slice(0, MAX_SHOWN_INSTANCES);
    let activeInstances = 0;
    for (const { state } of rule.allInstances()) if (state !== 'inactive') activeInstances += 1;
    const instances = shown.map((instance) =>
      evaluationOf(instance, this.explain(instance, this.now, instance.isOpen)),
    );
    return { ruleId, isTrue, isDisarmed: rule.isDisarmed, isThrottled: rule.isThrottled, instances, activeInstances };
  }

  /** Returns the state of a rule to store for a restart; undefined if there is no such rule. */
  stateOf(ruleId: string): RuleState | undefined {
    const rule = this.rules.get(ruleId);
    return rule && storeRule(rule, this.sources, this.now);
  }

  private fire(now: number): void {
    this.firedUntil = Math.max(now, this.firedUntil);
    this.wheel.advance(now, (due) => this.settle({ at: due, now: due, cause: 'condition' }));
  }

  private add(rule: EngineRule, before: WatchedRule | undefined, restart: Restart | undefined): void {
    const state = restart && stepBack(restart.state, this.now);
    const added = new WatchedRule(rule, this.now, before, state);
    const stoppedAt = restart?.stoppedAt ?? restart?.state.savedAt ?? this.now;
    const isExact = restart !== undefined && restart.state.savedAt >= stoppedAt;
    const downtime = Math.max(0, this.now - stoppedAt);
    for (const leaf of added.leaves) {
      this.sources
        .of(leaf.leaf)
        .add(leaf, this.now, LeafSources.restorable(leaf.leaf, state?.leaves[leaf.pointer], isExact, downtime));
      this.counter.change(leaf.leaf, 1, rule.accountId);
    }
    // The old leaves are removed after the new ones were added, so that shared values are kept.
    if (before !== undefined) this.detach(before);
    added.crossings = before?.crossings ?? state?.crossings ?? 0;
    added.isDisarmed = before?.isDisarmed ?? state?.isDisarmed ?? false;
    if (before !== undefined) restoreInstances(added, storeInstances(before), 0);
    else if (state !== undefined) restoreInstances(added, state.instances, downtime);
    this.rules.set(rule.id, added);
    this.expire(added);
    if (before !== undefined) this.machine.endUnmet(added, { at: this.now, now: this.now, cause: 'rule_changed' });
    this.dirty.add(added);
  }

  private detach(rule: WatchedRule): void {
    for (const leaf of rule.leaves) {
      this.sources.of(leaf.leaf).remove(leaf);
      this.counter.change(leaf.leaf, -1, rule.rule.accountId);
    }
    for (const instance of rule.allInstances()) this.machine.cancel(instance);
    if (rule.expiry !== undefined) this.wheel.cancel(rule.expiry);
    this.postponed.delete(rule);
  }

  private end(ruleId: string, moment: Moment): void {
    const rule = this.rules.get(ruleId);
    if (rule === undefined) return;
    for (const instance of rule.allInstances()) this.machine.end(instance, moment);
    this.detach(rule);
    this.rules.delete(ruleId);
  }

  private expire(rule: WatchedRule): void {
    const { id, expiresAt } = rule.rule;
    if (rule.expiry !== undefined) this.wheel.cancel(rule.expiry);
    if (expiresAt === null) return;
    rule.expiry ??= newTimer((due) => this.end(id, { at: due, now: due, cause: 'rule_expired' }));
    this.wheel.start(rule.expiry, expiresAt);
  }

  /** Evaluates all changed rules and instances until no more change. */
  private settle(moment: Moment): void {
    while (!this.dirty.isEmpty)
      this.dirty.take(
        (rule) => {
          if (this.mayEvaluate(rule, moment.now)) this.evaluateRule(rule, moment);
        },
        (instance) => {
          const { rule } = instance;
          if (!this.mayEvaluate(rule, moment.now)) return;
          this.budget.spend(rule.rule.accountId, 1, moment.now);
          this.machine.step(instance, moment);
        },
      );
  }

  private mayEvaluate(rule: WatchedRule, now: number): boolean {
    if (this.rules.get(rule.rule.id) !== rule) return false;
    if (this.budget.hasUnits(rule.rule.accountId, now)) return !rule.isThrottled;
    this.postponed.add(rule, now);
    return false;
  }

  private evaluateRule(rule: WatchedRule, moment: Moment): void {
    this.budget.spend(rule.rule.accountId, 1 + (rule.instances?.size ?? 0), moment.now);
    rule.eachInstance((instance) => this.machine.step(instance, moment));
  }

  private publish(instance: Instance, from: InstanceState, to: InstanceState, { at, now, cause }: Moment): void {
    const { rule, key, crossing } = instance;
    const { id: ruleId, accountId } = rule.rule;
    this.budget.spend(accountId, TRANSITION_UNITS, now);
    const transition: AlertTransition = {
      ruleId,
      accountId,
      key,
      from,
      to,
      cause,
      at,
      crossing,
      explanation: this.explain(instance, now, isOpenState(from)),
    };
    if (to === 'snoozed') transition.snoozedUntil = instance.snoozedUntil;
    this.changed(transition);
  }

  /** Receives every change of state. */
  protected changed(transition: AlertTransition): void {
    this.options.onTransition(transition);
  }

  /** Lets one-shot rules fire again. @returns false if there is none of them */
  protected rearmAll(ruleIds: readonly string[], now: number): boolean {
    this.advance(now);
    const rules = ruleIds.flatMap((id) => this.rules.get(id) ?? []);
    for (const rule of rules) {
      rule.isDisarmed = false;
      this.dirty.add(rule);
    }
    this.settle({ at: this.now, now: this.now, cause: 'action' });
    return rules.length > 0;
  }

  /** Disarms a one-shot rule because another one fired, which ends its pending instances. */
  protected disarm(ruleId: string): void {
    const rule = this.rules.get(ruleId);
    if (rule === undefined || rule.isDisarmed) return;
    rule.isDisarmed = true;
    this.dirty.add(rule);
  }

  private explain(instance: Instance, now: number, isOpen: boolean): ConditionResult[] {
    return explain(instance, (leaf) => this.sources.of(leaf), now, isOpen);
  }
}
