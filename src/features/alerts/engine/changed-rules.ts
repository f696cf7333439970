import type { LeafStatus } from './alert-transition.js';
import type { Instance, WatchedLeaf, WatchedRule } from './watched-rule.js';

/**
 * Collects what an observation changes, so that a rule is evaluated once per observation, however many of its leaves
 * change.
 */
export class ChangedRules {
  private rules: WatchedRule[] = [];
  private instances: Instance[] = [];

  /** Sets a leaf that all instances of its rule share. */
  set({ rule, bit }: WatchedLeaf, fires: boolean, holds: boolean, status: LeafStatus = 'ok'): void {
    if (!rule.setLeaf(bit, fires, holds, status) || rule.isDirty) return;
    rule.isDirty = true;
    this.rules.push(rule);
  }

  /** Sets a leaf for one entity. */
  setFor({ rule, bit }: WatchedLeaf, entity: string, isTrue: boolean): void {
    if (!isTrue && rule.instance(entity) === undefined) return;
    const instance = rule.instanceOf(entity);
    const bits = isTrue ? instance.bits | bit : instance.bits & ~bit;
    if (bits === instance.bits) return;
    instance.bits = bits;
    this.addInstance(instance);
  }

  /** An instance to evaluate, because one of its leaves has changed or a wait has ended. */
  addInstance(instance: Instance): void {
    if (instance.isDirty) return;
    instance.isDirty = true;
    this.instances.push(instance);
  }

  /** A rule to evaluate although none of its leaves has changed. */
  add(rule: WatchedRule): void {
    if (rule.isDirty) return;
    rule.isDirty = true;
    this.rules.push(rule);
  }

  get isEmpty(): boolean {
    return this.rules.length === 0 && this.instances.length === 0;
  }

  /**
   * Passes on all that has changed since the last call: rules first, in the order of the changes, then instances by
   * entity, so that a restart changes no order.
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
