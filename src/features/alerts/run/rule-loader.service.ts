import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { leavesOf } from '../../../conditions/condition-tree.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { Restart, RuleState } from '../engine/engine-rule.js';
import { groupOf } from '../engine/member-rules.js';
import { engineRule } from '../rules/engine-rule-of.js';
import type { AlertRule } from '../rules/rule.js';
import { RuleRepository, type StoredRule } from '../rules/rule.repository.js';
import type { AlertRuleChangedDto } from '../rules/rules.events.js';
import { CurrentObservations } from '../sources/current-observations.service.js';
import { RuleSources } from '../sources/rule-sources.js';

const PAGE = 500;

/** Loads the rules of the database into an engine. */
@Service()
export class RuleLoader {
  constructor(
    private readonly repository: RuleRepository,
    private readonly current: CurrentObservations,
    private readonly sources: RuleSources,
  ) {}

  /**
   * Loads all enabled rules with their state at the time when the evaluation stopped.
   * @param put called for every rule that was loaded
   */
  async load(engine: AlertEngine, stoppedAt: number, now: () => number, put: (rule: AlertRule) => void): Promise<void> {
    for (let after = NO_ID; ; ) {
      const page = await this.repository.page(PAGE, after);
      for (const stored of page) {
        await this.restore(engine, stored, stoppedAt, now, put);
        // Gives way to other work, because a page of large rules would block the event loop.
        await setImmediate();
      }
      if (page.length < PAGE) break;
      after = page.at(-1)?.rule.id ?? after;
    }
  }

  /**
   * Applies a stored change of a rule to the engine; a rule that is deleted or disabled by now is removed.
   * @param put called if the rule is evaluated, with the current rule
   */
  async apply(
    engine: AlertEngine,
    { ruleId, change }: AlertRuleChangedDto,
    now: () => number,
    put: (rule: AlertRule) => void,
  ): Promise<void> {
    const [stored] = await this.repository.byIds([ruleId]);
    // The rule is removed even if it was enabled again since; it then starts as a new rule.
    if (change === 'disabled' || change === 'deleted')
      engine.remove(ruleId, now(), change === 'disabled' ? 'rule_disabled' : 'rule_deleted');
    if (stored === undefined || !stored.rule.enabled) return engine.remove(ruleId, now(), 'rule_disabled');
    if (change === 'rearmed') engine.rearm(ruleId, now());
    if (engine.stateOf(ruleId) === undefined) return this.restore(engine, stored, undefined, now, put);
    await this.putNew(engine, stored.rule, now, put);
  }

  private async restore(
    engine: AlertEngine,
    { rule, state, stateCondition }: StoredRule,
    stoppedAt: number | undefined,
    now: () => number,
    put: (rule: AlertRule) => void,
  ) {
    if (!rule.enabled) return;
    if (state === null) return this.putNew(engine, rule, now, put);
    const restart: Restart = {
      state: state as unknown as RuleState,
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
    };
    // A rule that was changed since its state was stored is first restored with the earlier condition and then changed.
    engine.put(engineRule({ ...rule, condition: stateCondition ?? rule.condition }), now(), restart);
    put(rule);
    await this.observeGroup(engine, rule, now);
    await this.observeCounted(engine, rule, now);
    if (Object.keys(restart.state.leaves).length === 0) await this.observeMembers(engine, rule, now);
    if (stateCondition !== null) await this.putNew(engine, rule, now, put);
  }

  /**
   * Adds a rule, and observes the entities that are already inside its geofences, so that they do not count as
   * entering.
   */
  private async putNew(
    engine: AlertEngine,
    rule: AlertRule,
    now: () => number,
    put: (rule: AlertRule) => void,
  ): Promise<void> {
    engine.put(engineRule(rule), now());
    put(rule);
    await this.observeGroup(engine, rule, now);
    await this.observeCounted(engine, rule, now);
    await this.observeMembers(engine, rule, now);
  }

  /** Observes the events of the log that a rule counts. */
  private async observeCounted(
    engine: AlertEngine,
    { accountId, id, condition }: AlertRule,
    now: () => number,
  ): Promise<void> {
    for (const counted of await this.current.counted(accountId, id, condition)) engine.observe(counted, now());
  }

  /** Observes the members of the group that a rule is about. */
  private async observeGroup(engine: AlertEngine, rule: AlertRule, now: () => number): Promise<void> {
    const group = groupOf(rule);
    if (group === undefined) return;
    for (const members of await this.sources.membersOf([group])) engine.observe(members, now());
  }

  /** Observes the entities that are inside the geofences of a rule. */
  async observeMembers(engine: AlertEngine, { accountId, condition }: AlertRule, now: () => number): Promise<void> {
    const fences = [...leavesOf(condition)].flatMap(({ condition: leaf }) =>
      leaf.type === 'geofence' ? [leaf.geofenceId] : [],
    );
    for (const fence of new Set(fences))
      for (const inside of await this.current.members(accountId, fence)) engine.observe(inside, now());
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
