import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { endOf } from '../engine/candle-source.js';
import type { Evaluation, RuleState } from '../engine/engine-rule.js';
import { GroupEngine } from '../engine/group-engine.js';
import { engineRule } from '../rules/engine-rule-of.js';
import type { AlertRule } from '../rules/rule.js';
import { RuleRepository } from '../rules/rule.repository.js';
import { RuleChecks } from '../rules/rule-checks.service.js';
import { type RuleInput, settingsOf } from '../rules/rule-request.js';
import { RulesService } from '../rules/rules.records.js';
import { CurrentObservations } from '../sources/current-observations.service.js';
import { RuleSources } from '../sources/rule-sources.js';

/** The current state of a rule. */
export interface PreviewedRule {
  evaluation: Evaluation;
  evaluatedAt: Date;
}

const NO_ID = '00000000-0000-7000-8000-000000000000';

/** Evaluates one rule against current data, with the engine that evaluates live rules. */
@Service()
export class PreviewService {
  constructor(
    private readonly rules: RulesService,
    private readonly repository: RuleRepository,
    private readonly checks: RuleChecks,
    private readonly current: CurrentObservations,
    private readonly sources: RuleSources,
    private readonly clock: Clock,
  ) {}

  /** Returns the state that an unsaved rule would have now. @throws Problem `unprocessable` */
  async preview(accountId: string, input: RuleInput): Promise<PreviewedRule> {
    const settings = settingsOf(input);
    await this.checks.demand(accountId, settings);
    const now = new Date(this.clock.now());
    return this.evaluate({
      ...settings,
      id: NO_ID,
      accountId,
      disarmedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Returns the current state of a stored rule. @throws Problem `not_found` */
  async evaluation(accountId: string, id: string): Promise<PreviewedRule> {
    const rule = await this.rules.get(accountId, id);
    const [stored] = await this.repository.byIds([id]);
    return this.evaluate(rule, stored?.stateCondition === null ? (stored.state as unknown as RuleState | null) : null);
  }

  private async evaluate(rule: AlertRule, state: RuleState | null = null): Promise<PreviewedRule> {
    const { current } = this;
    const now = this.clock.now();
    const engine = new GroupEngine({ now, onTransition: () => undefined });
    // The expiry is removed, so that an expired rule is evaluated too.
    engine.put({ ...engineRule(rule), expiresAt: null }, now, state === null ? undefined : { state, stoppedAt: now });
    for (const members of await this.sources.membersOf(engine.needs.groups)) engine.observe(members, now);
    const { symbols, candles, priceWindows, entities, geofences, feeds, coverage, hasGeoEvents, geoEventSeconds } =
      engine.needs;
    for (const [symbol, seconds] of priceWindows)
      engine.warmPrices(symbol, await ifAvailable(current.pricesOf(symbol, seconds)));
    for (const need of candles.values()) {
      const final = (await ifAvailable(current.candles(need))).filter((candle) => endOf(candle, need.interval) <= now);
      engine.warmCandles(need.symbol, need.interval, final);
    }
    const observations = [
      ...[...coverage].map((entityType) => current.coverage(entityType)),
      ...current.feedStates(feeds),
      ...[...entities].flatMap((entity) => current.position(entity) ?? []),
      ...(await Promise.all([...geofences].map((id) => current.members(rule.accountId, id)))).flat(),
      ...(await current.counted(rule.accountId, rule.id, rule.condition)),
      ...(hasGeoEvents ? await current.geoEvents(geoEventSeconds) : []),
      ...(await current.quotes([...symbols])),
      ...(await Promise.all(this.sources.all.map((source) => source.current?.(engine.needs) ?? []))).flat(),
    ];
    for (const observation of observations) engine.observe(observation, now);
    engine.advance(now);
    return { evaluation: engine.evaluation(rule.id) as Evaluation, evaluatedAt: new Date(now) };
  }
}

/** Returns what was read; empty if it cannot be read, so that a preview shows the other conditions. */
const ifAvailable = <Value>(reading: Promise<Value[]>): Promise<Value[]> => reading.catch(() => []);
