import type { InstanceState, TransitionCause } from './alert-transition.js';
import type { ChangedRules } from './changed-rules.js';
import { milliseconds } from './milliseconds.js';
import { evaluate, FALSE, TRUE, type Truth, UNKNOWN } from './program.js';
import { newTimer, type TimerWheel } from './timer-wheel.js';
import type { Instance, WatchedRule } from './watched-rule.js';

/**
 * The moment of a state change: the time of the observation or of the end of a wait, the time of the engine's clock,
 * and the cause.
 */
export interface Moment {
  at: number;
  now: number;
  cause: TransitionCause;
}

export type OnChange = (instance: Instance, from: InstanceState, to: InstanceState, moment: Moment) => void;

/** State machine of instances. It reads no clock: the ends of waits are timers of the wheel. */
export class InstanceMachine {
  constructor(
    private readonly wheel: TimerWheel,
    private readonly dirty: ChangedRules,
    private readonly onChange: OnChange,
  ) {}

  /** Evaluates the condition for an instance and changes its state. */
  step(instance: Instance, moment: Moment): void {
    const { rule } = instance;
    if (instance.key === '') rule.baseTruth = truthOf(instance, rule.fires);
    if (instance.isOpen) this.stepOpen(instance, moment);
    else this.stepClosed(instance, moment);
    this.wait(instance);
    rule.forget(instance);
  }

  /** Acknowledges an open alert. @returns false if there is no open alert, or it already is acknowledged */
  acknowledge(instance: Instance, moment: Moment): boolean {
    if (!instance.isOpen || instance.state === 'acknowledged') return false;
    instance.snoozedUntil = Number.NaN;
    this.change(instance, 'acknowledged', moment);
    this.wait(instance);
    return true;
  }

  /**
   * Snoozes an open alert until a time (ms); a second snooze replaces the first.
   * @returns false if there is no open alert
   */
  snooze(instance: Instance, until: number, moment: Moment): boolean {
    if (!instance.isOpen) return false;
    instance.snoozedUntil = until;
    this.change(instance, 'snoozed', moment);
    this.wait(instance);
    return true;
  }

  /**
   * Resolves an open alert even if its condition is true; the rule fires again only after the condition has been false.
   * @returns false without an open alert
   */
  resolve(instance: Instance, moment: Moment): boolean {
    if (!instance.isOpen) return false;
    this.end(instance, moment);
    instance.mustFall = truthOf(instance, instance.rule.fires) !== FALSE;
    this.wait(instance);
    instance.rule.forget(instance);
    return true;
  }

  /** Ends a pending or open alert because its rule ends or has changed. */
  end(instance: Instance, moment: Moment): void {
    if (instance.state === 'pending') this.drop(instance, moment);
    else if (instance.isOpen) {
      const { cooldownSeconds } = instance.rule.rule;
      instance.recoveringSince = Number.NaN;
      instance.snoozedUntil = Number.NaN;
      if (cooldownSeconds > 0) instance.cooldownUntil = moment.now + milliseconds(cooldownSeconds);
      this.change(instance, 'resolved', moment);
      instance.since = Number.NaN;
    }
  }

  /**
   * Ends the pending and open alerts of a changed rule whose condition is false now, without waiting for the recovery
   * time.
   */
  endUnmet(rule: WatchedRule, moment: Moment): void {
    for (const instance of rule.allInstances())
      if (instance.state !== 'inactive' && truthOf(instance, instance.isOpen ? rule.holds : rule.fires) === FALSE)
        this.end(instance, moment);
  }

  cancel(instance: Instance): void {
    if (instance.timer !== undefined) this.wheel.cancel(instance.timer);
  }

  private stepClosed(instance: Instance, moment: Moment): void {
    const { rule } = instance;
    const truth = truthOf(instance, rule.fires);
    if (truth === FALSE) instance.mustFall = false;
    if (instance.state === 'pending') {
      if (truth === FALSE || rule.isDisarmed) this.drop(instance, moment);
      else if (moment.now - instance.since >= milliseconds(rule.rule.pendingSeconds))
        this.fire(instance, moment, 'pending_elapsed');
      return;
    }
    const wasCooling = !Number.isNaN(instance.cooldownUntil);
    if (moment.now < instance.cooldownUntil) return;
    instance.cooldownUntil = Number.NaN;
    if (truth !== TRUE || instance.mustFall || rule.isDisarmed) return;
    // An entity gets no alert of its own while the condition is true without any entity.
    if (instance.key !== '' && rule.baseTruth === TRUE) return;
    rule.crossings += 1;
    instance.crossing = rule.crossings;
    instance.since = moment.now;
    const cause = wasCooling ? 'cooldown_elapsed' : isByMissingData(instance) ? 'no_data' : moment.cause;
    if (rule.rule.pendingSeconds > 0) this.change(instance, 'pending', { ...moment, cause });
    else this.fire(instance, moment, cause);
  }

  private stepOpen(instance: Instance, moment: Moment): void {
    const { rule, recoveringSince } = instance;
    const truth = truthOf(instance, rule.holds);
    if (truth === TRUE) instance.recoveringSince = Number.NaN;
    else if (truth === FALSE && Number.isNaN(recoveringSince)) instance.recoveringSince = moment.now;
    const wasRecovering = !Number.isNaN(recoveringSince);
    if (moment.now - instance.recoveringSince >= milliseconds(rule.rule.recoverySeconds))
      this.end(instance, wasRecovering ? { ...moment, cause: 'recovery_elapsed' } : moment);
    else if (
      instance.state === 'snoozed' &&
      moment.now >= instance.snoozedUntil &&
      Number.isNaN(instance.recoveringSince)
    ) {
      instance.snoozedUntil = Number.NaN;
      this.change(instance, 'firing', { ...moment, cause: 'snooze_elapsed' });
    }
  }

  private fire(instance: Instance, moment: Moment, cause: TransitionCause): void {
    const { rule } = instance;
    this.change(instance, 'firing', { ...moment, cause });
    if (!rule.rule.oneShot) return;
    rule.isDisarmed = true;
    // The rule is evaluated again, which ends its other pending instances.
    this.dirty.add(rule);
  }

  private drop(instance: Instance, moment: Moment): void {
    this.change(instance, 'inactive', moment);
    instance.since = Number.NaN;
  }

  private change(instance: Instance, to: InstanceState, moment: Moment): void {
    const from = instance.state;
    instance.state = to === 'resolved' ? 'inactive' : to;
    this.onChange(instance, from, to, moment);
  }

  /** Sets the timer of an instance to the end of its next wait. */
  private wait(instance: Instance): void {
    const due = nextMoment(instance);
    if (Number.isNaN(due)) {
      if (instance.timer !== undefined) this.wheel.cancel(instance.timer);
      instance.timer = undefined;
      return;
    }
    if (instance.timer?.slot !== undefined && instance.timer.slot >= 0 && instance.timer.due === due) return;
    instance.timer ??= newTimer(() => this.dirty.addInstance(instance));
    this.wheel.start(instance.timer, due);
  }
}

/** Returns when the state of an instance changes without an observation (ms); NaN if never. */
function nextMoment(instance: Instance): number {
  const { pendingSeconds, recoverySeconds } = instance.rule.rule;
  if (instance.state === 'pending') return instance.since + milliseconds(pendingSeconds);
  if (!instance.isOpen) return instance.cooldownUntil;
  if (!Number.isNaN(instance.recoveringSince)) return instance.recoveringSince + milliseconds(recoverySeconds);
  return instance.state === 'snoozed' ? instance.snoozedUntil : Number.NaN;
}

/** Returns the truth of the condition for an instance. @param leaves shared leaves that are true */
export function truthOf({ rule, bits }: Instance, leaves: number): Truth {
  const assumed = rule.rule.noData === 'fire' ? rule.missing : 0;
  return evaluate(rule.program, leaves | bits, rule.unknown, assumed);
}

function isByMissingData({ rule, bits }: Instance): boolean {
  return rule.missing !== 0 && evaluate(rule.program, rule.fires | bits, rule.unknown, 0) === UNKNOWN;
}
