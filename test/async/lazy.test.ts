import test from 'ava';
import { lazy } from '../../src/async/lazy.js';

test('a value is created once, at its first use, and a failure is retried', (t) => {
  let calls = 0;
  const value = lazy(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return undefined;
  });
  t.is(calls, 0);
  t.throws(value, { message: 'not yet' });
  t.is(value(), undefined);
  t.is(value(), undefined);
  t.is(calls, 2);
});
