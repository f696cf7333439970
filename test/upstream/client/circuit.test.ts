import test from 'ava';
import { Circuit } from '../../../src/upstream/client/circuit.js';
import { ManualClock } from '../../support/manual-clock.js';

function opened() {
  const clock = new ManualClock();
  const circuit = new Circuit(clock);
  for (let failure = 0; failure < 5; failure += 1) circuit.failed();
  return { clock, circuit };
}

test('a circuit opens for five seconds at the fifth consecutive failure', (t) => {
  const circuit = new Circuit(new ManualClock());
  for (let failure = 0; failure < 4; failure += 1) circuit.failed();
  t.deepEqual([circuit.waitMs, circuit.enter(), circuit.isTrying], [0, true, false]);
  circuit.failed();
  t.deepEqual([circuit.waitMs, circuit.enter()], [5_000, false]);
});

test('one call at a time tests a circuit whose pause is over; the others wait for a second', (t) => {
  const { clock, circuit } = opened();
  clock.advance(4_999);
  t.deepEqual([circuit.waitMs, circuit.enter(), circuit.isTrying], [1, false, false]);
  clock.advance(1);
  t.deepEqual([circuit.waitMs, circuit.enter(), circuit.isTrying], [0, true, true]);
  t.deepEqual([circuit.waitMs, circuit.enter()], [1_000, false]);
  circuit.left();
  t.deepEqual([circuit.waitMs, circuit.isTrying, circuit.enter()], [0, false, true]);
});

test('the pause doubles with each failed test up to a minute, and a success resets it', (t) => {
  const { clock, circuit } = opened();
  const rests = [10_000, 20_000, 40_000, 60_000, 60_000].map((expected) => {
    clock.advance(circuit.waitMs);
    t.true(circuit.enter());
    circuit.failed();
    t.false(circuit.isTrying);
    return [circuit.waitMs, expected];
  });
  for (const [rest, expected] of rests) t.is(rest, expected);
  circuit.succeeded();
  t.deepEqual([circuit.waitMs, circuit.isTrying], [0, false]);
  for (let failure = 0; failure < 4; failure += 1) circuit.failed();
  t.is(circuit.waitMs, 0, 'failures before the success do not count');
  circuit.failed();
  t.is(circuit.waitMs, 5_000);
});
