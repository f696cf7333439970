import type { LeafStatus } from './alert-transition.js';
import type { Instance, WatchedLeaf, WatchedRule } from './watched-rule.js';

/**
 * Collects the rules and instances that an observation changes, so that each is evaluated once per observation, however
 * many of its leaves change.
 */
export class ChangedRules {
  private rules: WatchedRule[] = [];
  private instances: Instance[] = [];

  /** Sets the truth of a leaf that all instances of its rule share, and marks the rule if this changes it. */
  set({ rule, bit }: WatchedLeaf, fires: boolean, holds: boolean, status: LeafStatus = 'ok'): void {
    if (!rule.setLeaf(bit, fires, holds, status) || rule.isDirty) return;
    rule.isDirty = true;
    this.rules.push(rule);
  }

  /** Sets the truth of a leaf for one entity, and marks its instance if this changes it. */
  setFor({ rule, bit }: WatchedLeaf, entity: string, isTrue: boolean): void {
    if (!isTrue && rule.instance(entity) === undefined) return;
    const instance = rule.instanceOf(entity);
    const bits = isTrue ? instance.bits | bit : instance.bits & ~bit;
    if (bits === instance.bits) return;
    instance.bits = bits;
    this.addInstance(instance);
  }

  /** Marks an instance for evaluation, because one of its leaves has changed or a wait has ended. */
  addInstance(instance: Instance): void {
    if (instance.isDirty) return;
    instance.isDirty = true;
    this.instances.push(instance);
  }

  /** Marks a rule for evaluation although none of its leaves has changed. */
  add(rule: WatchedRule): void {
    if (rule.isDirty) return;
    rule.isDirty = true;
    this.rules.push(rule);
  }

  get isEmpty(): boolean {
    return this.rules.length === 0 && this.instances.length === 0;
  }

  /**
   * Passes on all changes since the last call: first rules in the order of their changes, then instances sorted by
   * entity. A restart therefore does not change the order of instances.
   */
  take(eachRule: (rule: WatchedRule) => void, eachInstance: (instance: Instance) => void): void {
    if (this.isEmpty) return;
    const { rules, instances } = this;
    this.rules = [];
    this.instances = [];
    for (const rule of rules) {
      rule.isDirty = false;
      eachRule(rule);
    }
    if (instances.length > 1) instances.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    for (const instance of instances) {
      instance.isDirty = false;
      eachInstance(instance);
    }
  }
}
