import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { actingForAccount } from '../../../async/account-context.js';
import { unlessRunning } from '../../../async/unless-running.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import type { LeafProblem, Observation, RuleNeeds, RuleSource } from '../../alerts/alerts.api.js';
import { isExpression, type Leaf, MEMBER_SYMBOL } from '../../alerts/condition.js';
import { type Interval, intradayMs } from '../../markets/interval.js';
import { parseSeries } from '../expression/parse-series.js';
import type { ChartDefinition } from '../saved/chart.js';
import { ChartValuesService } from './chart-values.service.js';

/** Interval at which expressions are evaluated, and those of daily candles. */
const CHECK_MS = MINUTE_MS;
const DAILY_CHECK_MS = 10 * MINUTE_MS;
/** Maximum number of expressions of an account that one run evaluates. */
const MAX_AT_ONCE = 100;
/** Range from which `rebase` and `drawdown` start, in days before now, with intraday and with daily candles. */
const INTRADAY_DAYS = 5;
const DAILY_DAYS = 40;

type Observe = (observation: Observation) => void;
type Range = { from: number; to: number };

/** The times (ms) and values of an expression. */
interface Points {
  times: number[];
  values: Array<number | null>;
}

/** Evaluates the expressions that alert rules compare with thresholds, at the final candles of their interval. */
@Service()
export class ExpressionRules implements RuleSource {
  constructor(
    private readonly charts: ChartValuesService,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async check(accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    if (!isExpression(leaf)) return [];
    const { interval, symbol } = leaf;
    // Any symbol shows whether an expression about each member of a group can be read.
    const isGrouped = symbol === MEMBER_SYMBOL;
    const expression = leaf.expression.replaceAll(MEMBER_SYMBOL, isGrouped ? 'AAPL.US' : symbol);
    try {
      parseSeries([{ expression }], interval);
      if (!isGrouped) await this.points(accountId, interval, expression);
      return [];
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const [first] = error.errors ?? [];
      return [{ pointer: '/expression', detail: first?.detail ?? error.detail ?? 'cannot be evaluated' }];
    }
  }

  start(needs: () => RuleNeeds, observe: Observe): () => void {
    const due = new Map<string, number>();
    const run = unlessRunning(async () => {
      const { figures } = needs();
      for (const figure of due.keys()) if (!figures.has(figure)) due.delete(figure);
      for (const figure of inTurns(figures, due, this.clock.now())) {
        const isDaily = intradayMs(intervalOf(figure)) === undefined;
        due.set(figure, this.clock.now() + (isDaily ? DAILY_CHECK_MS : CHECK_MS));
        const latest = await this.latest(figure);
        if (latest !== undefined) observe(latest);
      }
    });
    void run();
    return this.timers.every(CHECK_MS, () => void run());
  }

  async current({ figures }: RuleNeeds): Promise<Observation[]> {
    const observations: Observation[] = [];
    for (const figure of figures) observations.push(...[(await this.latest(figure)) ?? []].flat());
    return observations;
  }

  async stored(range: Range, limit: number, { figures }: RuleNeeds): Promise<Observation[]> {
    const observations: Observation[] = [];
    for (const figure of figures) {
      const [accountId, interval, expression] = partsOf(figure);
      const { times, values } = await this.points(accountId, interval, expression, range);
      for (const [index, time] of times.entries()) {
        const at = time + lengthOf(interval);
        if (at < range.to) observations.push({ kind: 'figure', figure, value: values[index] ?? null, at });
      }
    }
    return observations.sort((one, other) => one.at - other.at).slice(0, limit);
  }

  /** Returns the value of an expression at its latest final candle; undefined if it cannot be read now. */
  private async latest(figure: string): Promise<Observation | undefined> {
    const [accountId, interval, expression] = partsOf(figure);
    const now = this.clock.now();
    try {
      const { times, values } = await this.points(accountId, interval, expression);
      const last = times.findLastIndex((time, index) => time + lengthOf(interval) <= now && values[index] != null);
      if (last < 0) return { kind: 'figure', figure, value: null, at: now };
      return {
        kind: 'figure',
        figure,
        value: values[last] as number,
        at: (times[last] as number) + lengthOf(interval),
      };
    } catch (error) {
      // An expression about a deleted portfolio, for example, has no value.
      if (error instanceof Problem && error.status < 500) return { kind: 'figure', figure, value: null, at: now };
      this.log.warn({ err: error, component: 'alerts', expression }, 'Expression of alert rules failed; retrying.');
      return undefined;
    }
  }

  private async points(accountId: string, interval: Interval, expression: string, range?: Range): Promise<Points> {
    const definition: ChartDefinition = {
      series: [{ name: 'value', expression, axis: 'left', style: 'line' }],
      interval,
      from: range === undefined ? null : new Date(range.from).toISOString(),
      to: range === undefined ? null : new Date(range.to).toISOString(),
      lastDays: intradayMs(interval) === undefined ? DAILY_DAYS : INTRADAY_DAYS,
      join: 'last_known',
      adjustment: 'splits',
      scale: 'linear',
      overlay: [],
      panel: [],
      compare: [],
      marks: [],
    };
    const owner = { accountId, signal: new AbortController().signal, releaseProcessSlot: () => undefined };
    // Own instruments are those of the account of the rule.
    const read = () => this.charts.write(owner, definition, { head: () => ({}), items: [{}] });
    const written = await actingForAccount(accountId, read);
    const { times, items } = JSON.parse(written.toString()) as { times: string[]; items: [Pick<Points, 'values'>] };
    return { times: times.map(Date.parse), values: items[0].values };
  }
}

const lengthOf = (interval: Interval): number => intradayMs(interval) ?? DAY_MS;
const intervalOf = (figure: string): Interval => partsOf(figure)[1];

/**
 * Returns the figures that are due, the longest due first, for each account at most `MAX_AT_ONCE`, so that one account
 * does not delay the others. The rest follow in the next runs.
 */
function inTurns(figures: ReadonlySet<string>, due: ReadonlyMap<string, number>, now: number): string[] {
  const dueAt = (figure: string) => due.get(figure) ?? 0;
  const ready = [...figures].filter((figure) => dueAt(figure) <= now).sort((a, b) => dueAt(a) - dueAt(b));
  return [...Map.groupBy(ready, (figure) => partsOf(figure)[0]).values()].flatMap((own) => own.slice(0, MAX_AT_ONCE));
}

/** Returns the account, the interval and the expression of a figure. */
function partsOf(figure: string): [string, Interval, string] {
  const [accountId = '', interval = '', ...words] = figure.split(' ');
  return [accountId, interval as Interval, words.join(' ')];
}
