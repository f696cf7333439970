import test from 'ava';
import { GradientLimit, UsualLatency } from '../../../src/http/load/gradient-limit.js';

const options = { initial: 100, min: 8, max: 1_000 };

/** Adds windows of samples with one latency. Default: as many requests in flight as the limit allows. */
function feed(
  limit: GradientLimit,
  usual: UsualLatency,
  ms: number,
  { windows = 1, inFlight = () => limit.current, from = 0 } = {},
): void {
  for (let window = 0; window < windows; window += 1)
    for (let sample = 0; sample < 20; sample += 1)
      limit.sample(usual, ms, inFlight(), from + window * 200 + sample * 10);
}

function learned(limit: GradientLimit, ms: number): UsualLatency {
  const usual = new UsualLatency();
  feed(limit, usual, ms, { inFlight: () => 1 });
  return usual;
}

test('the limit decreases while latency is much higher than usual, down to its minimum', (t) => {
  const limit = new GradientLimit(options);
  const usual = learned(limit, 10);
  const seen = [limit.current];
  for (let window = 0; window < 60; window += 1) {
    feed(limit, usual, 400, { from: 1_000 + window * 200 });
    seen.push(limit.current);
  }
  t.true(seen.every((value, index) => index === 0 || value <= (seen[index - 1] as number)));
  t.is(Math.round(limit.current), 8);
});

test('the limit increases when latency is normal again, and only as far as it is used', (t) => {
  const limit = new GradientLimit({ ...options, initial: 10 });
  const usual = learned(limit, 10);
  feed(limit, usual, 10, { windows: 50, from: 1_000, inFlight: () => 4 });
  t.is(limit.current, 10);
  feed(limit, usual, 10, { windows: 50, from: 20_000 });
  t.true(limit.current > 40, `${limit.current}`);
  feed(limit, usual, 10, { windows: 10_000, from: 100_000 });
  t.is(limit.current, 1_000);
});

test('the latency of a lasting queue does not become the usual one', (t) => {
  const limit = new GradientLimit(options);
  const usual = learned(limit, 10);
  feed(limit, usual, 1_000, { windows: 3_000, from: 1_000 });
  t.is(Math.round(usual.ms), 10);
  t.true(limit.current < 9);
});

test('operations that are always slow do not count as a sign of a queue if others are fast', (t) => {
  const limit = new GradientLimit(options);
  const [quick, slow] = [learned(limit, 1), learned(limit, 3_000)];
  for (let window = 0; window < 50; window += 1) {
    feed(limit, quick, 1, { from: 1_000 + window * 400 });
    feed(limit, slow, 3_000, { from: 1_200 + window * 400 });
  }
  t.true(limit.current > 100, `${limit.current}`);
});

test('a few milliseconds above a very low latency are no sign of a queue', (t) => {
  const limit = new GradientLimit(options);
  const usual = learned(limit, 0.2);
  feed(limit, usual, 20, { windows: 50, from: 1_000 });
  t.true(limit.current > 100, `${limit.current}`);
});

test('the limit increases by a fifth at a time until latency rises, and slowly from then on', (t) => {
  const limit = new GradientLimit({ ...options, initial: 20 });
  const usual = learned(limit, 10);
  feed(limit, usual, 10, { windows: 5, from: 1_000 });
  t.is(Math.round(limit.current), Math.round(20 * 1.2 ** 10));
  feed(limit, usual, 400, { windows: 10, from: 3_000 });
  const shrunk = limit.current;
  feed(limit, usual, 10, { windows: 5, from: 6_000 });
  t.true(limit.current > shrunk && limit.current < shrunk + 9, `${shrunk} to ${limit.current}`);
});

test('an operation first measured with a queue counts with its minimum latency', (t) => {
  const limit = new GradientLimit(options);
  const usual = new UsualLatency();
  for (const ms of [900, 30, 700]) usual.add(ms, false);
  t.is(usual.ms, 30);
  feed(limit, usual, 900, { windows: 20, from: 1_000 });
  t.true(limit.current < 40, `${limit.current}`);
  usual.add(5, true);
  t.is(usual.ms, 5);
});

test('one of ten upstreams that hangs leaves capacity for the others', (t) => {
  const limit = new GradientLimit(options);
  const usual = learned(limit, 10);
  for (let sample = 0; sample < 5_000; sample += 1)
    limit.sample(usual, sample % 10 === 0 ? 8_000 : 10, limit.current, 1_000 + sample * 10);
  t.true(limit.current > 50, `${limit.current}`);
});
