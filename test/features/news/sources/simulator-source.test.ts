import test from 'ava';
import { simulatorSource } from '../../../../src/features/news/simulator/simulator-source.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/durations.js';

const START = Date.UTC(2026, 10, 20, 12);

interface Call {
  from: number;
  to: number;
}

interface FullCall extends Call {
  onlyComments: boolean;
}

/** Returns the periods that the source reads, as `calls`. */
const periods = async (...at: number[]): Promise<Call[]> => (await calls(at)).map(({ from, to }) => ({ from, to }));

/**
 * Runs the source with a clock that is set to the next of `at` after each pause.
 * @returns what the source reads
 */
async function calls(at: number[], maxAgeMs = 30 * DAY_MS): Promise<FullCall[]> {
  const calls: FullCall[] = [];
  const abort = new AbortController();
  const clock = { time: START, now: () => clock.time };
  const times = [...at];
  const timers = {
    after(_ms: number, run: () => void) {
      const next = times.shift();
      if (next === undefined) abort.abort();
      else clock.time = next;
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const source = simulatorSource('simulator', {
    config: { simulatorSeed: 1 },
    reader: { run: async (_task: unknown, call: FullCall) => calls.push(call) },
    intake: { store: async () => [], maxAgeMs },
    clock,
    timers,
  } as never);
  await source?.run({ signal: abort.signal, accepted: () => undefined } as never);
  return calls;
}

test('other values of the setting create no simulator source', (t) =>
  t.is(simulatorSource('builtin', {} as never), undefined));

test('the past is read up to now in ranges of at most six hours, without a gap', async (t) => {
  const calls = await periods();
  t.is(calls.at(-1)?.to, START);
  for (const [index, { from, to }] of calls.entries()) {
    t.true(to > from && to - from <= 6 * HOUR_MS);
    if (index > 0) t.is(from, calls[index - 1]?.to as number);
  }
  t.true(START - (calls[0]?.from ?? START) >= 24 * HOUR_MS);
});

test('after a pause the articles since the last reading are read once', async (t) => {
  t.deepEqual((await periods(START + MINUTE_MS)).slice(-1), [{ from: START, to: START + MINUTE_MS }]);
});

test('nothing is read again while the clock does not advance', async (t) => {
  t.deepEqual((await periods(START)).slice(-1), [{ from: START, to: START }]);
});

test('after the clock was set back the last minute is read', async (t) => {
  const back = START - HOUR_MS;
  t.deepEqual((await periods(back)).slice(-1), [{ from: back - MINUTE_MS, to: back }]);
});

test('before the last day only comments on companies are read, for two weeks or as long as articles are kept', async (t) => {
  for (const [kept, days] of [
    [30 * DAY_MS, 14],
    [3 * DAY_MS, 3],
    [DAY_MS, 1],
  ] as const) {
    const all = await calls([], kept);
    t.is(START - (all[0]?.from as number), days * DAY_MS);
    for (const { to, onlyComments } of all) t.is(onlyComments, to <= START - DAY_MS);
  }
});
