import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { EngineRule, Needs } from '../engine/engine-rule.js';
import { GroupEngine } from '../engine/group-engine.js';
import type { GroupObservation } from '../engine/observation.js';
import type { AlertRule, RuleSettings } from '../rules/rule.js';
import { RuleChecks } from '../rules/rule-checks.service.js';
import { type RuleInput, settingsOf } from '../rules/rule-request.js';
import { RulesService } from '../rules/rules.records.js';
import { RuleSources } from '../sources/rule-sources.js';
import { BacktestDataService } from './backtest-data.service.js';
import type { MissingData } from './missing-data.js';
import type { ReplayedAlert } from './replay.js';
import { newReplayControl, type ReplayControl, reachedMs, stopReplay } from './replay-control.js';
import { replayInThread } from './replay-in-thread.js';

const MAX_DAYS = 90;

/** The rule of a backtest (a stored rule by its id, or an unsaved one) and its range. */
export interface BacktestRequest {
  rule?: RuleInput;
  ruleId?: string;
  from: string;
  to: string;
}

/** A validated backtest, ready to run. */
export interface PreparedBacktest {
  rule: EngineRule;
  /** Range of the backtest in milliseconds; the end is exclusive. */
  range: { from: number; to: number };
  needs: Needs;
  /** The members of the group that the rule is about. */
  groups: GroupObservation[];
  /** The stored rule; undefined for an unsaved one. */
  stored: AlertRule | undefined;
  control: ReplayControl;
}

export interface BacktestProgress {
  /** The fraction of the range that is evaluated, 0 to 1. */
  fraction: number;
  /** The time (ms) up to which the rule is evaluated. */
  at: number;
}

export interface RuleBacktest {
  alerts: ReplayedAlert[];
  observations: number;
  isCut: boolean;
  missing: MissingData[];
}

/** Evaluates a rule against stored observations, with the engine of live rules. */
@Service()
export class RuleBacktests {
  constructor(
    private readonly rules: RulesService,
    private readonly checks: RuleChecks,
    private readonly data: BacktestDataService,
    private readonly sources: RuleSources,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Validates a request and prepares its backtest. @throws Problem `invalid_request` for an invalid range or request,
   * `not_found`, `unprocessable`
   */
  async prepare(accountId: string, request: BacktestRequest): Promise<PreparedBacktest> {
    const range = readRange(request, this.clock.now());
    const { settings, stored } = await this.settingsOf(accountId, request);
    const rule = engineRule(accountId, settings);
    const probe = new GroupEngine({ now: range.from, onTransition: () => undefined });
    probe.put(rule, range.from);
    const groups = await this.sources.membersOf(probe.needs.groups);
    for (const members of groups) probe.observe(members, range.from);
    return { rule, range, needs: probe.needs, groups, stored, control: newReplayControl() };
  }

  /**
   * Runs a prepared backtest; stops early if the owner's signal aborts. @throws Problem `not_found`, `unavailable`,
   * `overloaded`
   */
  run(owner: LongRequest, { rule, range, needs, groups, stored, control }: PreparedBacktest): Promise<RuleBacktest> {
    const { signal } = owner;
    signal.addEventListener('abort', () => stopReplay(control), { once: true });
    return this.heavy.run(owner, async (inThread) => {
      const { missing, origins: _, ...data } = await this.data.read({ rule, needs, stored }, range, signal);
      const buffers = data.series.map(({ numbers }) => numbers.buffer);
      if (groups.length > 0)
        missing.push({ pointer: '', detail: 'The members of the group are those of today, not those of this time.' });
      return { ...(await inThread(replayInThread, { rule, ...range, ...data, groups, control }, buffers)), missing };
    });
  }

  private async settingsOf(
    accountId: string,
    { rule, ruleId }: BacktestRequest,
  ): Promise<{ settings: RuleSettings; stored: AlertRule | undefined }> {
    if ((rule === undefined) === (ruleId === undefined))
      throw invalid({ pointer: '/ruleId', detail: 'exactly one of `rule` and `ruleId` must be sent' });
    if (ruleId !== undefined) {
      const stored = await this.rules.get(accountId, ruleId);
      return { settings: stored, stored };
    }
    const settings = settingsOf(rule as RuleInput);
    await this.checks.demand(accountId, settings, { condition: settings.condition });
    return { settings, stored: undefined };
  }
}

export function progressOf({ range: { from, to }, control }: PreparedBacktest): BacktestProgress {
  const at = Math.min(to, from + reachedMs(control));
  return { fraction: (at - from) / (to - from), at };
}

/** Returns the rule for the engine without its expiry: a backtest evaluates disabled and expired rules too. */
const engineRule = (
  accountId: string,
  { condition, pendingSeconds, recoverySeconds, cooldownSeconds, oneShot, noData }: RuleSettings,
): EngineRule => ({
  id: 'backtest',
  accountId,
  condition,
  pendingSeconds,
  recoverySeconds,
  cooldownSeconds,
  oneShot,
  noData,
  expiresAt: null,
});

function readRange({ from, to }: BacktestRequest, now: number): { from: number; to: number } {
  const range = { from: Date.parse(from), to: Math.min(Date.parse(to), now) };
  if (range.from >= now) throw invalid({ pointer: '/from', detail: 'must be in the past' });
  if (range.to <= range.from) throw invalid({ pointer: '/to', detail: 'must be after `from`' });
  if (range.to - range.from > MAX_DAYS * DAY_MS)
    throw invalid({ pointer: '/to', detail: `must be at most ${MAX_DAYS} days after \`from\`` });
  return range;
}

const invalid = (problem: FieldProblem) =>
  new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: [problem] });
