import { isDeepStrictEqual } from 'node:util';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { AlertEngine } from './alert-engine.js';
import type { AlertTransition, TransitionCause } from './alert-transition.js';
import type { AlertAction, EngineRule, Evaluation, Needs, Restart, RuleState } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import { nothingRead } from './leaf-source.js';
import { groupOf, memberRule, membersOf, membersWithState, stateOfMember, stateOfMembers } from './member-rules.js';
import type { Observation } from './observation.js';
import { truthOfNodes } from './program.js';

const MAX_SHOWN_INSTANCES = 100;

/** A rule about the members of a group. */
interface GroupedRule {
  rule: EngineRule;
  group: string;
  /** Keys of the members that have a rule of their own in the engine. */
  members: ReadonlySet<string>;
  /** Stored state, until the members of the group are known. */
  restart: Restart | undefined;
  isDisarmed: boolean;
}

interface KnownGroup {
  /** Undefined until the group was read; null if it no longer exists. */
  members: readonly string[] | null | undefined;
  rules: Set<GroupedRule>;
}

/**
 * Evaluates rules as `AlertEngine`, and rules about a group as one rule for each of its members, so that each member
 * has a state and an explanation of its own. Transitions name the rule, and the member as their key.
 */
export class GroupEngine extends AlertEngine {
  private readonly grouped = new Map<string, GroupedRule>();
  private readonly groups = new Map<string, KnownGroup>();
  private changes = 0;

  override put(rule: EngineRule, now: number, restart?: Restart): void {
    const group = groupOf(rule);
    const before = this.grouped.get(rule.id);
    if (before !== undefined && before.group !== group) this.remove(rule.id, now, 'rule_changed');
    if (group === undefined) {
      super.put(rule, now, restart);
      return;
    }
    if (before === undefined) super.remove(rule.id, now, 'rule_changed');
    this.changes += 1;
    const known = getOrCreate(this.groups, group, (): KnownGroup => ({ members: undefined, rules: new Set() }));
    const isDisarmed = restart?.state.isDisarmed ?? false;
    const grouped = this.grouped.get(rule.id) ?? { rule, group, members: new Set(), restart, isDisarmed };
    grouped.rule = rule;
    this.grouped.set(rule.id, grouped);
    known.rules.add(grouped);
    if (known.members !== undefined) this.fill(grouped, known.members ?? [], now);
  }

  override remove(ruleId: string, now: number, cause: TransitionCause = 'rule_deleted'): void {
    const grouped = this.grouped.get(ruleId);
    if (grouped === undefined) {
      super.remove(ruleId, now, cause);
      return;
    }
    for (const member of grouped.members) super.remove(idOf(ruleId, member), now, cause);
    this.changes += 1;
    this.grouped.delete(ruleId);
    const known = this.groups.get(grouped.group);
    known?.rules.delete(grouped);
    if (known?.rules.size === 0) this.groups.delete(grouped.group);
  }

  override rearm(ruleId: string, now: number): boolean {
    const grouped = this.grouped.get(ruleId);
    if (grouped === undefined) return super.rearm(ruleId, now);
    grouped.isDisarmed = false;
    this.rearmAll(
      [...grouped.members].map((member) => idOf(ruleId, member)),
      now,
    );
    return true;
  }

  override act(ruleId: string, key: string, action: AlertAction, now: number): boolean {
    if (!this.grouped.has(ruleId)) return super.act(ruleId, key, action, now);
    const id = idOf(ruleId, key);
    return super.act(id, '', action, now) || super.act(id, key, action, now);
  }

  override observe(observation: Observation, now: number): void {
    if (observation.kind !== 'group') {
      super.observe(observation, now);
      return;
    }
    this.advance(now);
    const known = this.groups.get(observation.group);
    if (known === undefined) return;
    if (isDeepStrictEqual(known.members, observation.members)) return;
    known.members = observation.members;
    for (const grouped of known.rules) this.fill(grouped, known.members ?? [], now);
  }

  override get needs(): Needs {
    return { ...super.needs, groups: new Set(this.groups.keys()) };
  }

  override get needsVersion(): number {
    return super.needsVersion + this.changes;
  }

  override evaluation(ruleId: string): Evaluation | undefined {
    const grouped = this.grouped.get(ruleId);
    if (grouped === undefined) return super.evaluation(ruleId);
    const all = [...grouped.members].flatMap((member) => {
      const found = super.evaluation(idOf(ruleId, member));
      if (found === undefined) return [];
      const instance =
        found.instances.find(({ key, state }) => key !== '' && state !== 'inactive') ?? found.instances[0];
      return instance === undefined ? [] : [{ found, instance: { ...instance, key: member } }];
    });
    const truths = all.map(({ found }) => found.isTrue);
    const isActive = (one: (typeof all)[number]) => (one.instance.state === 'inactive' ? 1 : 0);
    return {
      ruleId,
      isTrue: truths.includes(true) ? true : truths.includes(false) ? false : null,
      isDisarmed: grouped.isDisarmed,
      isThrottled: all.some(({ found }) => found.isThrottled),
      instances:
        all.length === 0
          ? [this.withoutMembers(grouped)]
          : all
              .sort((one, other) => isActive(one) - isActive(other))
              .slice(0, MAX_SHOWN_INSTANCES)
              .map(({ instance }) => instance),
      activeInstances: all.reduce((sum, { found }) => sum + found.activeInstances, 0),
    };
  }

  override stateOf(ruleId: string): RuleState | undefined {
    const grouped = this.grouped.get(ruleId);
    if (grouped === undefined) return super.stateOf(ruleId);
    if (grouped.restart !== undefined) return grouped.restart.state;
    const states = [...grouped.members].flatMap((member) => {
      const state = super.stateOf(idOf(ruleId, member));
      return state === undefined ? [] : [{ member, state }];
    });
    return stateOfMembers(states, grouped.isDisarmed, this.momentOf(Number.NEGATIVE_INFINITY).now);
  }

  protected override changed(transition: AlertTransition): void {
    const [ruleId = '', member] = transition.ruleId.split(SEPARATOR);
    const grouped = this.grouped.get(ruleId);
    if (member === undefined || grouped === undefined) {
      super.changed(transition);
      return;
    }
    super.changed({ ...transition, ruleId, key: member });
    if (transition.to !== 'firing' || !grouped.rule.oneShot) return;
    grouped.isDisarmed = true;
    for (const other of grouped.members) this.disarm(idOf(ruleId, other));
  }

  /** Adds the rules of members that joined, and ends those of members that left. */
  private fill(grouped: GroupedRule, members: readonly string[], now: number): void {
    const { rule, restart } = grouped;
    const wanted = new Set(membersOf(rule.condition, members));
    const before = new Set([...grouped.members, ...membersWithState(restart)]);
    // Members are known before rules are added, because the alert of one may disarm the others.
    const known = grouped.members;
    grouped.members = new Set([...known, ...wanted]);
    for (const member of before) {
      if (wanted.has(member)) continue;
      if (!known.has(member)) super.put(this.ruleOf(rule, member), now, stateOfMember(restart, member, false, now));
      super.remove(idOf(rule.id, member), now, 'rule_changed');
    }
    for (const member of wanted)
      super.put(
        this.ruleOf(rule, member),
        now,
        known.has(member) ? undefined : stateOfMember(restart, member, grouped.isDisarmed, now),
      );
    grouped.members = wanted;
    grouped.restart = undefined;
  }

  private ruleOf(rule: EngineRule, member: string): EngineRule {
    return memberRule(rule, idOf(rule.id, member), member);
  }

  /** The evaluation of a rule whose group is empty, does not exist, or has not been read yet. */
  private withoutMembers({ rule, group }: GroupedRule): Evaluation['instances'][number] {
    const status = this.groups.get(group)?.members === undefined ? 'waiting' : 'no_data';
    const leaves = [...leavesOf(rule.condition)].map(({ condition, pointer }) => ({
      pointer,
      type: condition.type,
      ...nothingRead(status),
      isTrue: null,
      distance: null,
      details: { members: 0, group: this.groups.get(group)?.members === null ? 'deleted' : 'empty' },
    }));
    const nodes = truthOfNodes(rule.condition, { isTrue: 0, unknown: -1 });
    return { key: '', state: 'inactive', since: null, nodes, leaves };
  }
}

/** Character between the id of a rule and the key of a member; ids do not contain it. */
const SEPARATOR = '|';
const idOf = (ruleId: string, member: string): string => `${ruleId}${SEPARATOR}${member}`;
