import test from 'ava';
import { CircuitBreaker } from '../../src/cache/circuit-breaker.js';

test('commands pass until three consecutive responses are missing', (t) => {
  const breaker = new CircuitBreaker();
  breaker.missed(0);
  breaker.missed(0);
  breaker.answered();
  breaker.missed(0);
  breaker.missed(0);
  t.true(breaker.lets(0));
  breaker.missed(0);
  t.false(breaker.lets(1));
});

test('after three missing responses one command a second passes, and a response closes the circuit', (t) => {
  const breaker = new CircuitBreaker();
  for (let count = 0; count < 3; count += 1) breaker.missed(0);
  t.false(breaker.lets(999));
  t.true(breaker.lets(1_000));
  t.false(breaker.lets(1_001));
  t.true(breaker.lets(2_000));
  breaker.answered();
  t.true(breaker.lets(2_001));
  t.true(breaker.lets(2_001));
});
