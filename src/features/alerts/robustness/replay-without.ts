import { threadFunction } from '../../../threads/thread-call.js';
import { type Replayed, type ReplayInput, replay } from '../backtest/replay.js';
import type { Observation } from '../engine/observation.js';
import { compareAlerts, type FeedEffect } from './compare-alerts.js';

/** The data that only one feed carried. */
export interface Removal {
  feed: string;
  /** Indices of `observations` and `initial` of the replay, ascending. */
  observations: number[];
  initial: number[];
  /** Symbols whose prices and candles only this feed serves. */
  symbols: string[];
  /** Observations that hold from the start without the feed, such as that no feed of vessels is received. */
  added: Observation[];
}

export interface RobustnessInput {
  replay: ReplayInput;
  removals: Removal[];
}

export interface RobustnessOutput {
  all: Replayed;
  effects: Array<FeedEffect & { feed: string }>;
}

/** Replays a rule with all feeds, and without the data of each feed. @throws ReplayStopped */
export function replayWithout({ replay: input, removals }: RobustnessInput): RobustnessOutput {
  const all = replay(copied(input));
  const effects = removals.map((removal) => {
    const { alerts } = replay(copied(reduced(input, removal)));
    return { feed: removal.feed, ...compareAlerts(all.alerts, alerts) };
  });
  return { all, effects };
}

export const replayWithoutInThread = threadFunction<typeof replayWithout>(new URL(import.meta.url), 'replayWithout');

/** A replay may change the spans of its input. */
const copied = (input: ReplayInput): ReplayInput => ({
  ...input,
  recorded: input.recorded?.map((one) => ({ ...one, covered: one.covered.map((span) => ({ ...span })) })),
});

function reduced(input: ReplayInput, { observations, initial, symbols, added }: Removal): ReplayInput {
  const [gone, goneInitially, own] = [new Set(observations), new Set(initial), new Set(symbols)];
  return {
    ...input,
    observations: input.observations.filter((_, index) => !gone.has(index)),
    initial: [...added, ...input.initial.filter((_, index) => !goneInitially.has(index))],
    series: input.series.filter(({ symbol }) => !own.has(symbol)),
    recorded: input.recorded?.filter(({ key }) => !own.has(key.split(' ', 1)[0] as string)),
  };
}
