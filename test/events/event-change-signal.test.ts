import { getEventListeners } from 'node:events';
import test from 'ava';
import { EventChangeSignal } from '../../src/events/event-change-signal.js';

test('waiting for a change leaves no listener, however it ends', async (t) => {
  const signal = new EventChangeSignal();
  const stop = new AbortController();
  const listeners = () => getEventListeners(stop.signal, 'abort').length;
  await signal.next(0, 1, stop.signal);
  t.is(listeners(), 0, 'after the time');
  const notified = signal.next(0, 60_000, stop.signal);
  t.is(listeners(), 1);
  signal.notify();
  await notified;
  t.is(listeners(), 0, 'after a notification');
  const aborted = signal.next(1, 60_000, stop.signal);
  stop.abort();
  await aborted;
  t.is(listeners(), 0, 'after the end');
  await signal.next(1, 60_000, stop.signal);
});
