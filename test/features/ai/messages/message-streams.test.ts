import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { LiveAnswer } from '../../../../src/features/ai/messages/live-answer.js';
import type { Message } from '../../../../src/features/ai/messages/message.js';
import { MessageStreams } from '../../../../src/features/ai/messages/message-streams.service.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';

/** Waits for an answer that has the text `So far` and is still being written. */
function waiting(signal: AbortSignal) {
  const timers = new ManualTimers(new ManualClock());
  const streams = new MessageStreams({} as never, {} as never, { deadlineMs: 10_000 } as never, timers);
  const message = { status: 'running', content: '' } as Message;
  const live = new LiveAnswer(message);
  live.write('So far');
  const result: Message[] = [];
  const returned = streams.wait({ message, live } as never, signal).then((one) => void result.push(one));
  return { timers, live, result, returned };
}

test('a client that has already disconnected gets a running answer as it is, and no timer remains', async (t) => {
  const { timers, result, returned } = waiting(AbortSignal.abort());
  await setImmediate();
  t.like(result, [{ status: 'running', content: 'So far' }]);
  t.is(timers.size, 0);
  await returned;
});

test('a client that disconnects gets a running answer as it is, and no timer remains', async (t) => {
  const controller = new AbortController();
  const { timers, result, returned } = waiting(controller.signal);
  await timers.advance(6_999);
  t.deepEqual(result, []);
  controller.abort();
  await returned;
  t.like(result, [{ content: 'So far' }]);
  t.is(timers.size, 0);
});

test('a running answer is returned as it is three seconds before the deadline', async (t) => {
  const { timers, result, returned } = waiting(new AbortController().signal);
  await timers.advance(6_999);
  t.deepEqual(result, []);
  await timers.advance(1);
  await returned;
  t.like(result, [{ status: 'running', content: 'So far' }]);
});
