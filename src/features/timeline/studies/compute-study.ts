import { keyOf } from '../../../simulation/noise.js';
import { threadFunction } from '../../../threads/thread-call.js';
import {
  distributionOf,
  holm,
  MIN_CASES,
  type PriceDays,
  type StudyFigures,
  type StudyInput,
  type StudyResult,
} from './event-study.js';
import { permutationTest } from './permutation-test.js';
import { caseWindows, startAfter } from './study-windows.js';

/** Computes the results of a study, one for each target and window in their order; to be run in a thread. */
export function computeStudy(input: StudyInput): StudyResult[] {
  const results = input.targets.flatMap((_, target) => input.windows.map((window) => resultOf(input, target, window)));
  const computed = results.flatMap(({ figures }) => figures ?? []);
  const adjusted = holm(computed.map(({ pValue }) => pValue));
  for (const [index, figures] of computed.entries()) figures.adjustedPValue = adjusted[index] as number;
  return results;
}

function resultOf({ targets, times, from, to, permutationCount, seed }: StudyInput, target: number, window: number) {
  const { name, days } = targets[target] as StudyInput['targets'][number];
  const { outcomes, starts } = caseWindows(days, times, window);
  const calendar = calendarOf(days, from, to, window);
  const result = { target, window, outcomes, caseCount: starts.length, startCount: calendar[1] - calendar[0] + 1 };
  if (starts.length < MIN_CASES) return { ...result, figures: null };
  const returns = Float64Array.from(outcomes.flatMap((one) => one.return ?? []));
  const key = keyOf(seed, `${name}|${window}`);
  const random = permutationTest(days, starts, window, calendar, permutationCount, key);
  const figures: StudyFigures = { cases: distributionOf(returns), ...random, adjustedPValue: 1 };
  return { ...result, figures };
}

/** Returns the first and the last day on which a window that starts from `from` to `to` can start and is over. */
function calendarOf(days: PriceDays, from: number, to: number, window: number): [number, number] {
  const last = Math.min(startAfter(days, to).day, days.close.length - window);
  return [Math.min(startAfter(days, from).day, last + 1), last];
}

/** Returns the buffers that are transferred to a thread, not copied. */
export const buffersOf = ({ targets }: StudyInput): ArrayBuffer[] =>
  targets.flatMap(({ days }) => Object.values(days).map(({ buffer }) => buffer as ArrayBuffer));

export const studyInThread = threadFunction<typeof computeStudy>(new URL(import.meta.url), 'computeStudy');
