import type { MonteCarloResult } from './monte-carlo.js';
import type { Positions } from './position.js';
import type { MissingTreatment, ReplayReport } from './replay.js';
import type { Shock, ShockReport } from './shocks.js';
import type { SimulationHistory } from './simulation-input.js';

export interface ShockScenario {
  type: 'shocks';
  shocks: Shock[];
}

export interface ReplayScenario {
  type: 'replay';
  /** Plain dates, both inclusive: returns after the close of `startDay` until the close of `endDay` are used. */
  startDay: string;
  endDay: string;
  missingPrices: MissingTreatment;
}

export interface MonteCarloScenario {
  type: 'monte_carlo';
  seed: number;
  pathCount: number;
  horizonMonths: number;
  /** Length of a block, in weekdays. */
  blockDays: number;
  historyYears: number;
  rebalanced: boolean;
  confidence: number;
}

export type Scenario = ShockScenario | ReplayScenario | MonteCarloScenario;

export interface ScenarioRequest {
  scenario: Scenario;
  /** Day of the holdings (a plain date). Default: today. */
  asOf?: string;
  /** Currency of the report. Default: the portfolio's base currency. */
  currency?: string;
}

export type ScenarioOutcome =
  | { type: 'shocks'; report: ShockReport }
  | { type: 'replay'; fromDay: number; toDay: number; report: ReplayReport }
  | {
      type: 'monte_carlo';
      scenario: MonteCarloScenario;
      history: Omit<SimulationHistory, 'growth' | 'values'>;
      result: MonteCarloResult;
    };

export interface ScenarioReport {
  positions: Positions;
  outcome: ScenarioOutcome;
}
