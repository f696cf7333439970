import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { leavesOf } from '../condition.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { Restart, RuleState } from '../engine/engine-rule.js';
import { engineRule } from '../rules/engine-rule-of.js';
import type { AlertRule } from '../rules/rule.js';
import { RuleRepository, type StoredRule } from '../rules/rule.repository.js';
import type { AlertRuleChangedDto } from '../rules/rules.events.js';
import { CurrentObservations } from '../sources/current-observations.service.js';

const PAGE = 500;

/** Puts the rules of the database into an engine. */
@Service()
export class RuleLoader {
  constructor(
    private readonly repository: RuleRepository,
    private readonly current: CurrentObservations,
  ) {}

  /** Puts all enabled rules, as they were when the evaluation stopped. @param put remembers what an engine has */
  async load(engine: AlertEngine, stoppedAt: number, now: () => number, put: (rule: AlertRule) => void): Promise<void> {
    for (let after = NO_ID; ; ) {
      const page = await this.repository.page(PAGE, after);
      for (const stored of page) {
        await this.restore(engine, stored, stoppedAt, now, put);
        // A page of large rules would block the event loop.
        await setImmediate();
      }
      if (page.length < PAGE) break;
      after = page.at(-1)?.rule.id ?? after;
    }
  }

  /** Applies a change of a rule. @returns the rule as it is now; undefined if it is not evaluated any more */
  async apply(
    engine: AlertEngine,
    { ruleId, change }: AlertRuleChangedDto,
    now: () => number,
    put: (rule: AlertRule) => void,
  ): Promise<void> {
    const [stored] = await this.repository.byIds([ruleId]);
    // Also when it was enabled again since: it begins as a new rule then.
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
    // A rule that was changed since continues with the condition that its state is of, and is then changed.
    engine.put(engineRule({ ...rule, condition: stateCondition ?? rule.condition }), now(), restart);
    put(rule);
    if (Object.keys(restart.state.leaves).length === 0) await this.observeMembers(engine, rule, now);
    if (stateCondition !== null) await this.putNew(engine, rule, now, put);
  }

  /** Puts a rule, and what is inside its geofences already: those objects do not enter. */
  private async putNew(
    engine: AlertEngine,
    rule: AlertRule,
    now: () => number,
    put: (rule: AlertRule) => void,
  ): Promise<void> {
    engine.put(engineRule(rule), now());
    put(rule);
    await this.observeMembers(engine, rule, now);
  }

  private async observeMembers(
    engine: AlertEngine,
    { accountId, condition }: AlertRule,
    now: () => number,
  ): Promise<void> {
    const fences = [...leavesOf(condition)].flatMap(({ condition: leaf }) =>
      leaf.type === 'geofence' ? [leaf.geofenceId] : [],
    );
    for (const fence of new Set(fences))
      for (const inside of await this.current.members(accountId, fence)) engine.observe(inside, now());
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
