import type { RuleState, StoredInstance } from './engine-rule.js';
import type { LeafSources } from './leaf-sources.js';
import type { Instance, WatchedRule } from './watched-rule.js';

/** Returns the state of a rule that is stored so that the rule can continue after a restart. */
export function storeRule(rule: WatchedRule, sources: LeafSources, now: number): RuleState {
  const state: RuleState = {
    savedAt: now,
    crossings: rule.crossings,
    isDisarmed: rule.isDisarmed,
    instances: storeInstances(rule),
    leaves: {},
  };
  for (const leaf of rule.leaves) {
    const stored = sources.of(leaf.leaf).stored(leaf);
    if (stored !== undefined) state.leaves[leaf.pointer] = stored;
  }
  return state;
}

export const storeInstances = (rule: WatchedRule): StoredInstance[] =>
  [...rule.allInstances()].flatMap((instance) => storeInstance(instance) ?? []);

/**
 * Restores stored instances.
 * @param downtime time without observations (ms), by which waits are extended
 */
export function restoreInstances(rule: WatchedRule, stored: readonly StoredInstance[], downtime: number): void {
  for (const one of stored) {
    const instance = rule.instanceOf(one.key);
    instance.state = one.state;
    instance.crossing = one.crossing;
    instance.since = one.state === 'pending' ? (one.since ?? Number.NaN) + downtime : (one.since ?? Number.NaN);
    instance.recoveringSince = (one.recoveringSince ?? Number.NaN) + downtime;
    instance.snoozedUntil = one.snoozedUntil ?? Number.NaN;
    instance.cooldownUntil = one.cooldownUntil ?? Number.NaN;
    instance.mustFall = one.mustFall ?? false;
  }
}

/** Returns the stored form of an instance; undefined if it is inactive and nothing must be remembered. */
function storeInstance({
  key,
  state,
  crossing,
  since,
  recoveringSince,
  snoozedUntil,
  cooldownUntil,
  mustFall,
}: Instance): StoredInstance | undefined {
  if (state === 'inactive' && Number.isNaN(cooldownUntil) && !mustFall) return undefined;
  const times = Object.entries({ since, recoveringSince, snoozedUntil, cooldownUntil }).filter(
    ([, time]) => !Number.isNaN(time),
  );
  return { key, state, crossing, ...Object.fromEntries(times), ...(mustFall ? { mustFall } : {}) };
}
