import type { InstanceState } from './alert-transition.js';
import type { Timer } from './timer-wheel.js';
import type { WatchedRule } from './watched-rule.js';

/** Whether there is an alert that has fired and not been resolved. */
export const isOpenState = (state: InstanceState): boolean =>
  state === 'firing' || state === 'acknowledged' || state === 'snoozed';

/** The state of a rule for one entity, or for all. Times are of the engine's clock (ms); NaN if absent. */
export class Instance {
  /** The per-entity leaves that are true. */
  bits = 0;
  state: Exclude<InstanceState, 'resolved'> = 'inactive';
  crossing = 0;
  /** When it became pending, or fired without pending time. */
  since = Number.NaN;
  /** When the condition of an open alert became false. */
  recoveringSince = Number.NaN;
  snoozedUntil = Number.NaN;
  cooldownUntil = Number.NaN;
  /** An account resolved the alert: the condition must be false once before another. */
  mustFall = false;
  isDirty = false;
  /** The next moment at which its state may change without an observation. */
  timer: Timer | undefined;

  constructor(
    readonly rule: WatchedRule,
    readonly key: string,
  ) {}

  get isOpen(): boolean {
    return isOpenState(this.state);
  }

  get isForgettable(): boolean {
    return this.state === 'inactive' && this.bits === 0 && Number.isNaN(this.cooldownUntil) && !this.mustFall;
  }
}
