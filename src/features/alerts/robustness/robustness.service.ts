import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, SECOND_MS } from '../../../time/durations.js';
import { FeedHistory } from '../../../upstream/feed-history.js';
import { type PreparedBacktest, RuleBacktests } from '../backtest/backtest.service.js';
import { BacktestDataService } from '../backtest/backtest-data.service.js';
import type { MissingData } from '../backtest/missing-data.js';
import type { ReplayedAlert } from '../backtest/replay.js';
import { stopReplay } from '../backtest/replay-control.js';
import type { AlertRule } from '../rules/rule.js';
import { RulesService } from '../rules/rules.records.js';
import type { FeedEffect } from './compare-alerts.js';
import { FeedDependence } from './feed-dependence.service.js';
import { replayWithoutInThread } from './replay-without.js';
import { MAX_FEEDS, MAX_RULES } from './robustness-limits.js';

/** Rules that have not begun after this time (ms) are left out, so that the request ends before its deadline. */
const BUDGET_MS = 20 * SECOND_MS;

export interface RobustnessRequest {
  days: number;
  ruleIds?: readonly string[];
}

/** The effect of each feed on one alert. */
export interface JudgedAlert extends ReplayedAlert {
  /** False if a true leaf of the alert depends on data that cannot be attributed to feeds. */
  isJudged: boolean;
  /** Feeds without which it would not have fired. */
  singlePoints: string[];
  late: Array<{ feed: string; delayMs: number }>;
}

export interface RuleRobustness {
  rule: Pick<AlertRule, 'id' | 'name'>;
  alerts: JudgedAlert[];
  isCut: boolean;
  wrong: Array<{ feed: string; key: string; firedAt: number }>;
  /** Feeds that carried data of the rule. */
  feeds: string[];
  unjudged: MissingData[];
  missing: MissingData[];
  notes: string[];
}

export interface FeedWorth {
  feed: string;
  rules: number;
  missing: number;
  late: number;
  wrong: number;
  /** Fraction of the judged alerts that would be missing or late without the feed; null without a judged alert. */
  worth: number | null;
}

export interface Robustness {
  from: number;
  to: number;
  rules: RuleRobustness[];
  /** Rules that were not evaluated, with the reason. */
  left: Array<{ rule: Pick<AlertRule, 'id' | 'name'>; detail: string }>;
  feeds: FeedWorth[];
}

/** Evaluates rules again over the last days, without one feed each. */
@Service()
export class RuleRobustnesses {
  constructor(
    private readonly rules: RulesService,
    private readonly backtests: RuleBacktests,
    private readonly data: BacktestDataService,
    private readonly dependence: FeedDependence,
    private readonly history: FeedHistory,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` for an unknown rule, `overloaded` */
  async assess(owner: LongRequest, { days, ruleIds }: RobustnessRequest): Promise<Robustness> {
    const to = this.clock.now();
    const from = to - days * DAY_MS;
    const chosen = await this.chosen(owner.accountId, ruleIds);
    const assessed: RuleRobustness[] = [];
    const left = chosen
      .slice(MAX_RULES)
      .map((rule) => ({ rule, detail: `Only ${MAX_RULES} rules are evaluated at once.` }));
    const startedAt = performance.now();
    for (const rule of chosen.slice(0, MAX_RULES)) {
      if (performance.now() - startedAt > BUDGET_MS) {
        left.push({ rule, detail: 'The time of the request was used up by other rules; name fewer rules or days.' });
        continue;
      }
      try {
        assessed.push(await this.assessRule(owner, rule, from, to));
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'overloaded') throw error;
        left.push({ rule, detail: `It cannot be evaluated: ${error.detail ?? error.code}`.slice(0, 500) });
      }
    }
    return { from, to, rules: assessed, left, feeds: worths(assessed, await this.feedNames(from, assessed)) };
  }

  private async chosen(accountId: string, ruleIds: readonly string[] | undefined): Promise<AlertRule[]> {
    if (ruleIds === undefined) return this.rules.list(accountId, MAX_RULES + 80);
    return Promise.all([...new Set(ruleIds)].map((id) => this.rules.get(accountId, id)));
  }

  private async assessRule(owner: LongRequest, rule: AlertRule, from: number, to: number): Promise<RuleRobustness> {
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const prepared = await this.backtests.prepare(owner.accountId, { ruleId: rule.id, ...range });
    const { control } = prepared;
    const stop = () => stopReplay(control);
    owner.signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.heavy.run(owner, (inThread) => this.replayed(owner, prepared, rule, inThread));
    } finally {
      owner.signal.removeEventListener('abort', stop);
    }
  }

  private async replayed(
    { signal }: LongRequest,
    { rule: engineRule, range, needs, groups, stored, control }: PreparedBacktest,
    { id, name, condition }: AlertRule,
    inThread: Parameters<Parameters<HeavyWork['run']>[1]>[0],
  ): Promise<RuleRobustness> {
    const data = await this.data.read({ rule: engineRule, needs, stored }, range, signal);
    const { removals, feeds, unjudged, notes } = await this.dependence.of(condition, needs, data);
    const { missing, origins: _, ...input } = data;
    const replay = { rule: engineRule, ...range, ...input, groups, control };
    const kept = removals.slice(0, MAX_FEEDS);
    const { all, effects } = await inThread(replayWithoutInThread, { replay, removals: kept });
    if (kept.length < removals.length)
      notes.push(`Only the first ${MAX_FEEDS} feeds of ${removals.length} are evaluated.`);
    return {
      rule: { id, name },
      alerts: all.alerts.map((alert, index) => judged(alert, index, effects, unjudged)),
      isCut: all.isCut,
      wrong: effects.flatMap(({ feed, wrong }) => wrong.map((one) => ({ feed, ...one }))),
      feeds,
      unjudged,
      missing,
      notes,
    };
  }

  /** Returns the feeds that were watched since a time, and those that carried data. */
  private async feedNames(since: number, rules: readonly RuleRobustness[]): Promise<string[]> {
    const watched = (await this.history.lifetimes()).filter(({ until }) => until >= since).map(({ feed }) => feed);
    return [...new Set([...watched, ...rules.flatMap(({ feeds }) => feeds)])].sort();
  }
}

type NamedEffect = FeedEffect & { feed: string };

function judged(
  alert: ReplayedAlert,
  index: number,
  effects: readonly NamedEffect[],
  unjudged: readonly MissingData[],
): JudgedAlert {
  const unknown = new Set(unjudged.map(({ pointer }) => pointer));
  return {
    ...alert,
    isJudged: !alert.explanation.some(({ pointer, isTrue }) => isTrue !== false && unknown.has(pointer)),
    singlePoints: effects.filter(({ missing }) => missing.includes(index)).map(({ feed }) => feed),
    late: effects.flatMap(({ feed, late }) =>
      late.filter((one) => one.index === index).map(({ delayMs }) => ({ feed, delayMs })),
    ),
  };
}

/** Returns the worth of each feed, the greatest first. */
function worths(rules: readonly RuleRobustness[], feeds: readonly string[]): FeedWorth[] {
  const judgedCount = rules.reduce((sum, { alerts }) => sum + alerts.filter(({ isJudged }) => isJudged).length, 0);
  const all = feeds.map((feed): FeedWorth => {
    let [missing, late, wrong, lost] = [0, 0, 0, 0];
    for (const rule of rules) {
      wrong += rule.wrong.filter((one) => one.feed === feed).length;
      for (const alert of rule.alerts) {
        const isMissing = alert.singlePoints.includes(feed);
        const isLate = alert.late.some((one) => one.feed === feed);
        if (isMissing) missing += 1;
        if (isLate) late += 1;
        if (alert.isJudged && (isMissing || isLate)) lost += 1;
      }
    }
    const used = rules.filter((rule) => rule.feeds.includes(feed)).length;
    return { feed, rules: used, missing, late, wrong, worth: judgedCount === 0 ? null : lost / judgedCount };
  });
  return all.sort(
    (one, other) =>
      (other.worth ?? 0) - (one.worth ?? 0) || other.missing - one.missing || (one.feed < other.feed ? -1 : 1),
  );
}
