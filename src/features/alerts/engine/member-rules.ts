import { isGroup, isNegation, leavesOf } from '../../../conditions/condition-tree.js';
import { type Condition, groupOfLeaf, type Leaf, MAX_GROUP_MEMBERS, MEMBER_SYMBOL } from '../condition.js';
import type { EngineRule, Restart, RuleState } from './engine-rule.js';

const SYMBOL = 'symbol:';

/**
 * Returns the group that a rule is about: its account, the name of its parameter and its id, such as
 * `<account> watchlistId <id>`; undefined for a rule without a group.
 */
export function groupOf({ accountId, condition }: Pick<EngineRule, 'accountId' | 'condition'>): string | undefined {
  for (const { condition: leaf } of leavesOf(condition)) {
    const group = groupOfLeaf(leaf);
    if (group !== undefined) return `${accountId} ${group.parameter} ${group.id}`;
  }
  return undefined;
}

/** Returns the first members of a group, without those that the condition measures a distance from. */
export function membersOf(condition: Condition, members: readonly string[]): string[] {
  const others = new Set<string>();
  for (const { condition: leaf } of leavesOf(condition))
    if (leaf.type === 'proximity' && leaf.entities !== undefined && 'entity' in leaf.other)
      others.add(leaf.other.entity);
  return members.filter((member) => !others.has(member)).slice(0, MAX_GROUP_MEMBERS);
}

/** Returns the rule of one member: the condition of the group, with the member in its leaves. */
export const memberRule = (rule: EngineRule, id: string, member: string): EngineRule => ({
  ...rule,
  id,
  condition: conditionOf(rule.condition, member),
});

function conditionOf(condition: Condition, member: string): Condition {
  if (isGroup(condition))
    return { ...condition, conditions: condition.conditions.map((one) => conditionOf(one, member)) };
  if (isNegation(condition)) return { ...condition, condition: conditionOf(condition.condition, member) };
  return leafOf(condition, member);
}

function leafOf(leaf: Leaf, member: string): Leaf {
  if (groupOfLeaf(leaf) === undefined) return leaf;
  const { symbols: _symbols, entities: _entities, ...single } = leaf as Leaf & { symbols?: object; entities?: object };
  if (!member.startsWith(SYMBOL)) return { ...single, entity: member } as Leaf;
  const symbol = member.slice(SYMBOL.length);
  const { expression } = single as { expression?: string };
  return { ...single, symbol, ...(expression && { expression: expression.replaceAll(MEMBER_SYMBOL, symbol) }) } as Leaf;
}

/** Returns the members that have an alert, or wait for one, in a stored state. */
export const membersWithState = (restart: Restart | undefined): string[] =>
  (restart?.state.instances ?? []).map(({ key }) => memberIn(key));

/** Returns the stored state of one member; undefined if it has no stored state. */
export function stateOfMember(
  restart: Restart | undefined,
  member: string,
  isDisarmed: boolean,
  now: number,
): Restart | undefined {
  if (restart === undefined && !isDisarmed) return undefined;
  const { state, ...stopped } = restart ?? { state: { savedAt: now, crossings: 0, instances: [], leaves: {} } };
  const instances = state.instances
    .filter(({ key }) => memberIn(key) === member)
    .map((instance) => ({ ...instance, key: instance.key.slice(member.length + 1) }));
  const leaves = Object.entries(state.leaves)
    .filter(([name]) => memberIn(name) === member)
    .map(([name, leaf]) => [name.slice(member.length + 1), leaf]);
  return { ...stopped, state: { ...state, isDisarmed, instances, leaves: Object.fromEntries(leaves) } };
}

/**
 * Returns the state of a rule from those of its members. Observations are stored only for members with an alert, or
 * waiting for one, so that the state of a large group stays small.
 */
export function stateOfMembers(
  members: ReadonlyArray<{ member: string; state: RuleState }>,
  isDisarmed: boolean,
  now: number,
): RuleState {
  const active = members.filter(({ state }) => state.instances.length > 0);
  return {
    savedAt: now,
    crossings: members.reduce((most, { state }) => Math.max(most, state.crossings), 0),
    isDisarmed,
    instances: active.flatMap(({ member, state }) =>
      state.instances.map((instance) => ({ ...instance, key: `${member} ${instance.key}` })),
    ),
    leaves: Object.fromEntries(
      active.flatMap(({ member, state }) =>
        Object.entries(state.leaves).map(([pointer, leaf]) => [`${member} ${pointer}`, leaf]),
      ),
    ),
  };
}

/** Returns the member at the start of a stored key: `symbol:AAPL.US /conditions/0`. */
const memberIn = (key: string): string => key.slice(0, key.indexOf(' '));
