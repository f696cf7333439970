import { leavesOf } from '../../../../src/conditions/condition-tree.js';
import type { Condition, Leaf } from '../../../../src/features/alerts/condition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import type { Observation } from '../../../../src/features/alerts/engine/observation.js';
import { NaiveLeaves, type NaiveTruth } from './naive-leaves.js';

interface NaiveInstance {
  state: 'inactive' | 'pending' | 'firing';
  since: number;
  falseSince: number;
  coolUntil: number;
}

export interface NaiveTransition {
  ruleId: string;
  key: string;
  to: string;
  at: number;
}

/**
 * Evaluates the whole tree of every rule at every observation, and at every time at which a wait or a window may end.
 * It is slow, and defines the meaning of rules in the simplest way.
 */
export class NaiveEngine {
  readonly transitions: NaiveTransition[] = [];
  private readonly leaves: NaiveLeaves;
  private readonly instances = new Map<string, NaiveInstance>();
  private readonly moments = new Set<number>();
  private readonly disarmed = new Set<string>();
  private now: number;

  constructor(
    private readonly rules: readonly EngineRule[],
    startedAt: number,
  ) {
    this.leaves = new NaiveLeaves(startedAt);
    this.now = startedAt;
    this.evaluate(startedAt);
  }

  observe(observation: Observation, now: number): void {
    this.advance(now - 1);
    this.now = now;
    this.leaves.take(observation, now);
    this.evaluate(observation.at);
  }

  advance(now: number): void {
    for (let next = this.nextMoment(now); next !== undefined; next = this.nextMoment(now)) {
      this.moments.delete(next);
      this.now = next;
      this.evaluate(next);
    }
    this.now = Math.max(this.now, now);
  }

  private nextMoment(until: number): number | undefined {
    let first: number | undefined;
    for (const moment of this.moments) {
      if (moment <= this.now) this.moments.delete(moment);
      else if (moment <= until && moment < (first ?? Number.POSITIVE_INFINITY)) first = moment;
    }
    return first;
  }

  private evaluate(at: number): void {
    for (const rule of this.rules) {
      for (const { condition } of leavesOf(rule.condition))
        for (const moment of this.leaves.moments(condition)) this.moments.add(moment);
      const isPerEntity = [...leavesOf(rule.condition)].some(({ condition }) => condition.type === 'geofence');
      this.step(rule, '', at);
      if (isPerEntity) for (const entity of this.leaves.entities) this.step(rule, entity, at);
    }
  }

  private step(rule: EngineRule, key: string, at: number): void {
    const name = `${rule.id} ${key}`;
    const one = this.instances.get(name) ?? {
      state: 'inactive',
      since: Number.NaN,
      falseSince: Number.NaN,
      coolUntil: Number.NaN,
    };
    this.instances.set(name, one);
    const truth = this.truth(rule, key, one.state === 'firing');
    const wait = (seconds: number) => this.moments.add(this.now + Math.round(seconds * 1_000));
    const to = (state: string) => this.transitions.push({ ruleId: rule.id, key, to: state, at });
    const fire = () => {
      one.state = 'firing';
      to('firing');
      if (rule.oneShot) this.disarm(rule);
    };
    if (one.state === 'firing') {
      if (truth === true) one.falseSince = Number.NaN;
      if (truth === false && Number.isNaN(one.falseSince)) {
        one.falseSince = this.now;
        wait(rule.recoverySeconds);
      }
      if (this.now - one.falseSince >= Math.round(rule.recoverySeconds * 1_000)) {
        Object.assign(one, {
          state: 'inactive',
          falseSince: Number.NaN,
          coolUntil: this.now + Math.round(rule.cooldownSeconds * 1_000),
        });
        to('resolved');
        wait(rule.cooldownSeconds);
      }
    } else if (one.state === 'pending') {
      if (truth === false || this.disarmed.has(rule.id)) {
        one.state = 'inactive';
        to('inactive');
      } else if (this.now - one.since >= Math.round(rule.pendingSeconds * 1_000)) fire();
    } else if (truth === true && !(this.now < one.coolUntil) && !this.disarmed.has(rule.id)) {
      if (key !== '' && this.truth(rule, '', false) === true) return;
      one.since = this.now;
      if (rule.pendingSeconds === 0) fire();
      else {
        one.state = 'pending';
        to('pending');
        wait(rule.pendingSeconds);
      }
    }
  }

  /** Ends the other pending instances of a one-shot rule. */
  private disarm({ id }: EngineRule): void {
    this.disarmed.add(id);
    for (const [name, one] of this.instances) {
      if (!name.startsWith(`${id} `) || one.state !== 'pending') continue;
      one.state = 'inactive';
      this.transitions.push({ ruleId: id, key: name.slice(id.length + 1), to: 'inactive', at: this.now });
    }
  }

  private truth(rule: EngineRule, key: string, isOpen: boolean): boolean | 'unknown' {
    const assumed = (value: NaiveTruth, isNegated: boolean): boolean | 'unknown' =>
      value !== 'missing' ? value : rule.noData === 'fire' ? !isNegated : 'unknown';
    const visit = (node: Condition, isNegated: boolean): boolean | 'unknown' => {
      if (node.type === 'not') {
        const inner = visit(node.condition, !isNegated);
        return inner === 'unknown' ? inner : !inner;
      }
      if (node.type === 'all' || node.type === 'any') {
        const members = node.conditions.map((child) => visit(child, isNegated));
        const deciding = node.type === 'any';
        return members.includes(deciding) ? deciding : members.includes('unknown') ? 'unknown' : !deciding;
      }
      if (node.type === 'geofence' && key === '') return false;
      return assumed(this.leaves.truth(node as Leaf, key, isOpen, this.now), isNegated);
    };
    return visit(rule.condition, false);
  }
}
