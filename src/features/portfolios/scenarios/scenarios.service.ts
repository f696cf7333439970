import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatNumber } from '../../../charts/scale.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { HeavyWork, type InThread } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../day.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { Positions } from './position.js';
import { PositionsReader } from './positions.service.js';
import { newRunControl, type RunControl, stopRun } from './run-control.js';
import type {
  MonteCarloScenario,
  ReplayScenario,
  ScenarioOutcome,
  ScenarioReport,
  ScenarioRequest,
} from './scenario.js';
import {
  buffersOf,
  fanChartInThread,
  replayInThread,
  type SentHistory,
  type SimulationParameters,
  simulationInThread,
} from './scenarios-in-thread.js';
import { ShockScenarios } from './shocks.service.js';
import { ValueHistories } from './value-history.service.js';

const MAX_REPLAY_DAYS = 3_660;
const DAYS_PER_YEAR = 365.25;

/** A scenario whose request was checked. */
export interface PreparedScenario {
  portfolioId: string;
  portfolioName: string;
  request: ScenarioRequest;
  control: RunControl;
}

/** Evaluates what-if scenarios of portfolios. Nothing is stored. */
@Service()
export class Scenarios {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly positions: PositionsReader,
    private readonly shocks: ShockScenarios,
    private readonly histories: ValueHistories,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** Checks a request. @throws Problem `not_found`, `invalid_request` for an invalid window or shock */
  async prepare(accountId: string, portfolioId: string, request: ScenarioRequest): Promise<PreparedScenario> {
    const { name } = await this.portfolios.get(accountId, portfolioId);
    if (request.scenario.type === 'replay') this.windowOf(request.scenario);
    if (request.scenario.type === 'shocks') await this.shocks.check(request.scenario.shocks);
    return { portfolioId, portfolioName: name, request, control: newRunControl() };
  }

  /**
   * Computes a scenario. It stops when the owner's signal aborts.
   * @throws Problem `not_found`, `unprocessable`, `unavailable`, `overloaded`
   */
  run(owner: LongRequest, prepared: PreparedScenario): Promise<ScenarioReport> {
    return this.inTurn(owner, prepared, async (positions, inThread) => ({
      positions,
      outcome: await this.outcome(positions, prepared, inThread, owner.signal),
    }));
  }

  /** Draws a simulation. @returns an SVG document @throws Problem as `run` */
  draw(owner: LongRequest, prepared: PreparedScenario, scenario: MonteCarloScenario, look: ChartLook): Promise<string> {
    return this.inTurn(owner, prepared, async (positions, inThread) => {
      const sent = await this.pastOf(positions, scenario, owner.signal);
      const { currency, providers } = positions;
      const frame = {
        title: prepared.portfolioName,
        subtitle: `Simulated value · ${formatNumber(scenario.pathCount, 0)} paths, seed ${scenario.seed}`,
        notice: simulatedNotice(providers),
        start: new Date(positions.day * DAY_MS),
        currency,
      };
      const input = { ...sent, parameters: parametersOf(scenario, prepared.control), frame: { ...look, ...frame } };
      return inThread(fanChartInThread, input, buffersOf(sent));
    });
  }

  private inTurn<Result>(
    owner: LongRequest,
    { portfolioId, request, control }: PreparedScenario,
    work: (positions: Positions, inThread: InThread) => Promise<Result>,
  ): Promise<Result> {
    owner.signal.addEventListener('abort', () => stopRun(control), { once: true });
    const { asOf, currency } = request;
    return this.heavy.run(owner, async (inThread) =>
      work(await this.positions.read(owner.accountId, portfolioId, { asOf, currency }, owner.signal), inThread),
    );
  }

  private async outcome(
    positions: Positions,
    { request: { scenario }, control }: PreparedScenario,
    inThread: InThread,
    signal: AbortSignal,
  ): Promise<ScenarioOutcome> {
    if (scenario.type === 'shocks')
      return { type: 'shocks', report: await this.shocks.run(positions, scenario.shocks, signal) };
    if (scenario.type === 'replay') {
      const { fromDay, toDay } = this.windowOf(scenario);
      const sent = { positions, history: await this.histories.read(positions, fromDay, toDay, signal), fromDay, toDay };
      return {
        type: 'replay',
        fromDay,
        toDay,
        report: await inThread(replayInThread, { ...sent, missing: scenario.missingPrices }, buffersOf(sent)),
      };
    }
    const sent = await this.pastOf(positions, scenario, signal);
    const { past, result } = await inThread(
      simulationInThread,
      { ...sent, parameters: parametersOf(scenario, control) },
      buffersOf(sent),
    );
    return { type: 'monte_carlo', scenario, history: past, result };
  }

  private async pastOf(
    positions: Positions,
    { historyYears }: MonteCarloScenario,
    signal: AbortSignal,
  ): Promise<SentHistory> {
    const [fromDay, toDay] = [positions.day - Math.round(historyYears * DAYS_PER_YEAR), positions.day];
    return { positions, history: await this.histories.read(positions, fromDay, toDay, signal), fromDay, toDay };
  }

  private windowOf({ startDay, endDay }: ReplayScenario): { fromDay: number; toDay: number } {
    const [fromDay, toDay] = [dayOf(new Date(startDay)), dayOf(new Date(endDay))];
    const refuse = (pointer: string, detail: string) =>
      new Problem('invalid_request', {
        detail: 'Some fields are not valid; see errors.',
        errors: [{ pointer, detail }],
      });
    if (toDay > dayOf(new Date(this.clock.now()))) throw refuse('/scenario/endDay', 'must not be in the future');
    if (fromDay >= toDay) throw refuse('/scenario/endDay', 'must be after `startDay`');
    if (toDay - fromDay > MAX_REPLAY_DAYS)
      throw refuse('/scenario/startDay', `must be at most ${MAX_REPLAY_DAYS} days before \`endDay\``);
    return { fromDay, toDay };
  }
}

function parametersOf(scenario: MonteCarloScenario, control: RunControl): SimulationParameters {
  const {
    pathCount: paths,
    horizonMonths: months,
    blockDays: blockLength,
    seed,
    rebalanced: isRebalanced,
    confidence,
  } = scenario;
  return { paths, months, blockLength, seed, isRebalanced, confidence, control };
}
