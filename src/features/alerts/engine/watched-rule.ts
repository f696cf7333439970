import { leavesOf } from '../../../conditions/condition-tree.js';
import { isPerEntity, type Leaf } from '../condition.js';
import { type InstanceState, type LeafStatus } from './alert-transition.js';
import { type EngineRule, type RuleState } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import { leafOfAccount } from './own-symbol.js';
import { compile, FALSE, type Program, type Truth } from './program.js';
import { type Timer } from './timer-wheel.js';

export interface WatchedLeaf<Kind extends Leaf = Leaf> {
  readonly rule: WatchedRule;
  readonly leaf: Kind;
  readonly pointer: string;
  /** Bit of the leaf in the sets of its rule. */
  readonly bit: number;
  /** Time since which the leaf observes (ms); earlier geofence transitions do not make it true. */
  readonly armedAt: number;
}

/** A rule in the engine: its compiled condition, the truth of its leaves, and its instances. */
export class WatchedRule {
  readonly program: Program;
  readonly leaves: readonly WatchedLeaf[];
  /** Leaves whose truth differs between instances. */
  readonly perEntity: number;
  /**
   * Leaves that are true: `fires` by their thresholds, `holds` by their recovery thresholds, which apply while an alert
   * is open.
   */
  fires = 0;
  holds = 0;
  /** Leaves without a value; `missing` contains the leaves among them whose source has no value (status `no_data`). */
  unknown: number;
  missing = 0;
  crossings = 0;
  isDisarmed = false;
  /** Whether the rule is queued for evaluation. */
  isDirty = false;
  isThrottled = false;
  /** The truth of the condition without any entity. */
  baseTruth: Truth = FALSE;
  readonly base: Instance;
  /** Instances by entity. Only instances with a true leaf or a state other than `inactive` are kept. */
  instances: Map<string, Instance> | undefined;
  expiry: Timer | undefined;

  constructor(
    public rule: EngineRule,
    now: number,
    before?: WatchedRule,
    state?: RuleState,
  ) {
    this.program = compile(rule.condition);
    const known = new Map(before?.leaves.map((leaf) => [JSON.stringify(leaf.leaf), leaf.armedAt]));
    this.leaves = Array.from(leavesOf(rule.condition), ({ condition, pointer }, index) => {
      const leaf = leafOfAccount(condition, rule.accountId);
      const armedAt = known.get(JSON.stringify(leaf)) ?? (state?.leaves[pointer]?.armedAt as number | undefined) ?? now;
      return { rule: this, leaf, pointer, bit: 1 << index, armedAt };
    });
    this.perEntity = this.leaves.reduce((bits, { leaf, bit }) => (isPerEntity(leaf) ? bits | bit : bits), 0);
    this.unknown = ((1 << this.leaves.length) - 1) & ~this.perEntity;
    this.base = new Instance(this, '');
  }

  /** Sets the truth and the status of a shared leaf. @returns whether anything changed */
  setLeaf(bit: number, fires: boolean, holds: boolean, status: LeafStatus): boolean {
    const { fires: oldFires, holds: oldHolds, unknown, missing } = this;
    this.fires = status === 'ok' && fires ? oldFires | bit : oldFires & ~bit;
    this.holds = status === 'ok' && holds ? oldHolds | bit : oldHolds & ~bit;
    this.unknown = status === 'ok' ? unknown & ~bit : unknown | bit;
    this.missing = status === 'no_data' ? missing | bit : missing & ~bit;
    return this.fires !== oldFires || this.holds !== oldHolds || this.unknown !== unknown || this.missing !== missing;
  }

  instance(key: string): Instance | undefined {
    return key === '' ? this.base : this.instances?.get(key);
  }

  /** Returns the instance of an entity; creates it if it is missing. */
  instanceOf(key: string): Instance {
    if (key === '') return this.base;
    this.instances ??= new Map();
    return getOrCreate(this.instances, key, () => new Instance(this, key));
  }

  /** Removes the instance of an entity if it holds no state. */
  forget(instance: Instance): void {
    if (instance.key !== '' && instance.isForgettable) this.instances?.delete(instance.key);
  }

  *allInstances(): Generator<Instance> {
    yield this.base;
    if (this.instances !== undefined) yield* this.instances.values();
  }

  /** Calls `run` for every instance; avoids an iterator, because every evaluation calls it. */
  eachInstance(run: (instance: Instance) => void): void {
    run(this.base);
    if (this.instances !== undefined) for (const instance of this.instances.values()) run(instance);
  }
}

/** Whether there is an alert that has fired and not been resolved. */
export const isOpenState = (state: InstanceState): boolean =>
  state === 'firing' || state === 'acknowledged' || state === 'snoozed';

/**
 * The state of a rule for one entity, or without an entity. Times are milliseconds of the engine's clock; NaN if
 * absent.
 */
export class Instance {
  /** Leaves about entities that are true for this entity. */
  bits = 0;
  state: Exclude<InstanceState, 'resolved'> = 'inactive';
  crossing = 0;
  /** When the instance became pending or, without a pending time, fired. */
  since = Number.NaN;
  /** When the condition of an open alert became false. */
  recoveringSince = Number.NaN;
  snoozedUntil = Number.NaN;
  cooldownUntil = Number.NaN;
  /** Whether an account resolved the alert: the condition must become false before the rule can fire again. */
  mustFall = false;
  isDirty = false;
  /** Timer of the next moment at which the state may change without an observation. */
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
