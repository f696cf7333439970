import type { ConditionResult } from './alert-transition.js';
import type { InstanceEvaluation } from './engine-rule.js';
import type { LeafSource } from './leaf-source.js';
import { symbolOf } from './own-symbol.js';
import { truthOfNodes } from './program.js';
import type { Instance, WatchedLeaf } from './watched-rule.js';

/**
 * Returns the current result of every leaf of a rule for one instance.
 * @param isOpen whether values are compared with recovery thresholds, as while an alert is open
 */
export function explain(
  instance: Instance,
  sourceOf: (leaf: WatchedLeaf['leaf']) => LeafSource,
  now: number,
  isOpen: boolean,
): ConditionResult[] {
  const { rule } = instance;
  const trueLeaves = trueLeavesOf(instance, isOpen);
  return rule.leaves.map((watched) => {
    const { leaf, pointer, bit } = watched;
    const reading = sourceOf(leaf).reading(watched, instance.key, isOpen, now);
    const isTrue = (rule.unknown & bit) !== 0 ? null : (trueLeaves & bit) !== 0;
    const records = reading.records.map((record) => ({ ...record, id: symbolOf(record.id) }));
    return { pointer, type: leaf.type, ...reading, records, isTrue, distance: distanceOf(reading) };
  });
}

/** Returns the state of one instance and the truth of all nodes of the condition. */
export function evaluationOf(instance: Instance, leaves: ConditionResult[]): InstanceEvaluation {
  const { rule, key, state, since } = instance;
  const nodes = truthOfNodes(rule.rule.condition, {
    isTrue: trueLeavesOf(instance, instance.isOpen),
    unknown: rule.unknown,
  });
  return { key, state, since: Number.isNaN(since) ? null : since, nodes, leaves };
}

const trueLeavesOf = ({ rule, bits }: Instance, isOpen: boolean): number => (isOpen ? rule.holds : rule.fires) | bits;

/** Returns the distance of a value from its threshold: positive on the side where the leaf is false. */
function distanceOf({
  value,
  threshold,
  operator,
}: Pick<ConditionResult, 'value' | 'threshold' | 'operator'>): number | null {
  if (value === null || threshold === null) return null;
  return operator === 'below' ? value - threshold : threshold - value;
}
