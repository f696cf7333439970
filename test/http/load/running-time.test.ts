import test from 'ava';
import { RunningTime, type Share } from '../../../src/http/load/running-time.js';

/** Runs one request that takes `ms`. */
function run(times: RunningTime, share: Share, from: number, ms: number): void {
  times.begin(share, from);
  times.end(share, from + ms);
}

test('the account with the most running time is the heaviest, however many light ones exist', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const [heavy, between] = [times.of('heavy'), times.of('between')];
  run(times, heavy, 0, 20_000);
  for (let index = 0; index < 1_000; index += 1) run(times, times.of(`light ${index}`), 0, 5);
  run(times, between, 0, 400);
  t.true(times.heaviness(heavy, 0) >= 1);
  t.true(times.heaviness(between, 0) < 0.05, `${times.heaviness(between, 0)}`);
  t.is(times.heaviness(times.of('new'), 0), 0);
});

test('equal accounts are equally heavy', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const shares = Array.from({ length: 10 }, (_, index) => times.of(`account ${index}`));
  for (const share of shares) run(times, share, 0, 100);
  for (const share of shares) t.true(Math.abs(times.heaviness(share, 0) - 1) < 1e-9);
});

test('running requests count, each of several concurrent ones', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const [hangs, other] = [times.of('hangs'), times.of('other')];
  for (let index = 0; index < 10; index += 1) times.begin(hangs, 0);
  run(times, other, 0, 200);
  t.true(times.heaviness(hangs, 1_000) > 0.9);
  t.true(Math.abs(times.heaviness(other, 1_000) - 0.02) < 0.001, `${times.heaviness(other, 1_000)}`);
});

test('older running time counts less', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const [before, now] = [times.of('before'), times.of('now')];
  run(times, before, 0, 1_000);
  times.advance(20_000);
  run(times, now, 20_000, 1_000);
  t.true(times.heaviness(before, 21_000) < 0.2 * times.heaviness(now, 21_000));
});

test('a heavy account that has disconnected does not make others lighter', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const [left, present] = [times.of('left'), times.of('present')];
  run(times, left, 0, 20_000);
  run(times, present, 22_000, 400);
  t.is(times.heaviness(present, 22_400), 1);
});

test('rejected requests count toward the account', (t) => {
  const times = new RunningTime();
  times.advance(0);
  const [asks, runs] = [times.of('asks'), times.of('runs')];
  for (let index = 0; index < 10; index += 1) times.charge(asks, 50, index * 50);
  run(times, runs, 0, 500);
  t.true(Math.abs(times.heaviness(asks, 500) - 1) < 0.01, `${times.heaviness(asks, 500)}`);
});

test('an account without current or recent running time is removed from memory', (t) => {
  const times = new RunningTime();
  for (let second = 0; second < 600; second += 1) {
    times.advance(second * 1_000);
    for (let index = 0; index < 10; index += 1) run(times, times.of(`address ${second} ${index}`), second * 1_000, 1);
  }
  t.true(times.size < 1_500, `${times.size}`);
  const busy = times.of('busy');
  times.begin(busy, 600_000);
  times.advance(10_000_000);
  t.is(times.of('busy'), busy);
});
