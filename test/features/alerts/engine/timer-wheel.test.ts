import assert from 'node:assert/strict';
import test from 'ava';
import { newTimer, TimerWheel } from '../../../../src/features/alerts/engine/timer-wheel.js';
import fc from '../../../support/properties.js';

const start = 1_700_000_000_000;
const noop = () => undefined;

test('timers fire once, on time and in order, however far ahead', (t) => {
  const delays = fc.array(fc.oneof(fc.nat(200), fc.nat(100_000), fc.nat(40_000_000), fc.nat(2 ** 31)), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(delays, fc.array(fc.nat(2 ** 31), { maxLength: 10 }), (dues, stops) => {
      const wheel = new TimerWheel(start);
      const fired: number[] = [];
      for (const due of dues)
        wheel.start(
          newTimer((at) => fired.push(at - start)),
          start + due,
        );
      for (const stop of stops.sort((a, b) => a - b)) {
        const next = wheel.nextDue();
        assert.ok(
          next === undefined ||
            next - start === Math.min(...dues.filter((due) => due > (fired.at(-1) ?? -1) || !fired.includes(due))),
        );
        wheel.advance(start + stop, noop);
        assert.deepEqual(
          fired,
          dues.filter((due) => due <= stop).sort((a, b) => a - b),
        );
      }
      wheel.advance(start + 2 ** 32, noop);
      assert.deepEqual(
        fired,
        dues.sort((a, b) => a - b),
      );
      assert.equal(wheel.size, 0);
    }),
    { numRuns: 200 },
  );
  t.pass();
});

test('a canceled timer does not fire, and a moved one fires at its new time only', (t) => {
  const wheel = new TimerWheel(start);
  const fired: string[] = [];
  const [cancelled, moved] = [
    newTimer(() => fired.push('cancelled')),
    newTimer((due) => fired.push(`moved ${due - start}`)),
  ];
  wheel.start(cancelled, start + 10);
  wheel.start(moved, start + 20);
  wheel.start(moved, start + 5_000);
  wheel.cancel(cancelled);
  wheel.advance(start + 10_000, noop);
  t.deepEqual(fired, ['moved 5000']);
});

test('timers of one moment are handled together, including those started meanwhile', (t) => {
  const wheel = new TimerWheel(start);
  const seen: string[] = [];
  const late = newTimer(() => seen.push('late'));
  wheel.start(
    newTimer(() => seen.push('first')),
    start + 10,
  );
  wheel.start(
    newTimer(() => seen.push('second')),
    start + 10,
  );
  wheel.advance(start + 20, () => {
    if (seen.push('settled') === 3) wheel.start(late, start + 10);
  });
  t.deepEqual(seen, ['first', 'second', 'settled', 'late', 'settled']);
});

test('a timer whose time has passed fires at once, before timers that are due soon', (t) => {
  const wheel = new TimerWheel(start);
  const fired: number[] = [];
  const note = (at: number) => void fired.push(at - start);
  for (const due of [start + 10, start - 5_000]) wheel.start(newTimer(note), due);
  wheel.advance(start + 20, noop);
  t.deepEqual(fired, [-5_000, 10]);
});
