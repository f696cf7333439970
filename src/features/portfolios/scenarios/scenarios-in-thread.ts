import type { ChartLook } from '../../../charts/chart-frame.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { type FanChartSpec, fanChart } from './fan-chart.js';
import { type MonteCarloInput, type MonteCarloResult, simulate } from './monte-carlo.js';
import type { Positions } from './position.js';
import { type MissingTreatment, type ReplayReport, replayWindow } from './replay.js';
import { type SimulationHistory, simulationHistory } from './simulation-input.js';
import type { ValueHistory } from './value-history.service.js';

/** Holdings with the series of a range of days (both inclusive). */
export interface SentHistory {
  positions: Positions;
  history: ValueHistory;
  fromDay: number;
  toDay: number;
}

export type SimulationParameters = Omit<MonteCarloInput, 'values' | 'growth' | 'constant'>;
export type SimulatedPast = Omit<SimulationHistory, 'values' | 'growth'>;

/** Returns the buffers that are transferred to a thread, not copied. */
export const buffersOf = ({ history: { holdings, rates } }: SentHistory): ArrayBuffer[] => [
  ...new Set(
    [...holdings.values(), ...rates.values()].flatMap(({ values, asOf }) => [
      values.buffer as ArrayBuffer,
      asOf.buffer as ArrayBuffer,
    ]),
  ),
];

/** Computes a replay. Runs in a thread. */
export const replaySent = ({
  positions,
  history,
  fromDay,
  toDay,
  missing,
}: SentHistory & { missing: MissingTreatment }): ReplayReport =>
  replayWindow(positions, history, toDay - fromDay + 1, missing, fromDay);

/** Runs a simulation. Runs in a thread. @throws RunStopped */
export function simulateSent({
  positions,
  history,
  fromDay,
  toDay,
  parameters,
}: SentHistory & { parameters: SimulationParameters }): {
  past: SimulatedPast;
  result: MonteCarloResult;
} {
  const { values, growth, ...past } = simulationHistory(positions, history, fromDay, toDay);
  return { past, result: simulate({ ...parameters, values, growth, constant: past.constant }) };
}

/** Simulates and draws the fan chart. Runs in a thread. @returns an SVG document @throws RunStopped */
export function drawSent({
  frame,
  ...sent
}: SentHistory & {
  parameters: SimulationParameters;
  frame: ChartLook & Omit<FanChartSpec, 'months' | keyof ChartLook>;
}): Promise<string> {
  return fanChart({ ...frame, months: simulateSent(sent).result.months });
}

const here = new URL(import.meta.url);
export const replayInThread = threadFunction<typeof replaySent>(here, 'replaySent');
export const simulationInThread = threadFunction<typeof simulateSent>(here, 'simulateSent');
export const fanChartInThread = threadFunction<typeof drawSent>(here, 'drawSent');
