import { isPerEntity, type Leaf, leavesOf } from '../condition.js';
import { type InstanceState, type LeafStatus } from './alert-transition.js';
import { type EngineRule, type RuleState } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import { compile, FALSE, type Program, type Truth } from './program.js';
import { type Timer } from './timer-wheel.js';

/** A leaf of a rule in the engine. */
export interface WatchedLeaf<Kind extends Leaf = Leaf> {
  readonly rule: WatchedRule;
  readonly leaf: Kind;
  readonly pointer: string;
  /** Its bit in the sets of its rule. */
  readonly bit: number;
  /** Geofence transitions before this time (ms) are not entries for it. */
  readonly armedAt: number;
}

/** A rule in the engine: its compiled condition, the truth of its leaves, and its instances. */
export class WatchedRule {
  readonly program: Program;
  readonly leaves: readonly WatchedLeaf[];
  /** The leaves that differ between instances. */
  readonly perEntity: number;
  /**
   * Leaves that are true: compared with their thresholds, and with their recovery thresholds, which count while an
   * alert is open.
   */
  fires = 0;
  holds = 0;
  /** Leaves without a value, and those of them whose source has no value (`no_data`). */
  unknown: number;
  missing = 0;
  crossings = 0;
  isDisarmed = false;
  /** Waits for evaluation. */
  isDirty = false;
  isThrottled = false;
  /** The truth without any entity. */
  baseTruth: Truth = FALSE;
  readonly base: Instance;
  /** By entity; only those for which a leaf is true or that are not inactive. */
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
    this.leaves = Array.from(leavesOf(rule.condition), ({ condition, pointer }, index) => ({
      rule: this,
      leaf: condition,
      pointer,
      bit: 1 << index,
      armedAt: known.get(JSON.stringify(condition)) ?? (state?.leaves[pointer]?.armedAt as number | undefined) ?? now,
    }));
    this.perEntity = this.leaves.reduce((bits, { leaf, bit }) => (isPerEntity(leaf) ? bits | bit : bits), 0);
    this.unknown = ((1 << this.leaves.length) - 1) & ~this.perEntity;
    this.base = new Instance(this, '');
  }

  /** @returns whether anything changed */
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

  /** The instance of an entity, which is created if it is missing. */
  instanceOf(key: string): Instance {
    if (key === '') return this.base;
    this.instances ??= new Map();
    return getOrCreate(this.instances, key, () => new Instance(this, key));
  }

  /** Removes the instance of an entity if nothing is to be remembered of it. */
  forget(instance: Instance): void {
    if (instance.key !== '' && instance.isForgettable) this.instances?.delete(instance.key);
  }

  *allInstances(): Generator<Instance> {
    yield this.base;
    if (this.instances !== undefined) yield* this.instances.values();
  }

  /** Calls `run` for every instance; without an iterator, because every evaluation does this. */
  eachInstance(run: (instance: Instance) => void): void {
    run(this.base);
    if (this.instances !== undefined) for (const instance of this.instances.values()) run(instance);
  }
}

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
