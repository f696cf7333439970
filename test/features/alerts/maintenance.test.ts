import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { AlertEvaluationRunner } from '../../../src/features/alerts/run/alert-evaluation.runner.js';
import { createLog } from '../../../src/logging/log.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';
import { SECOND } from '../../support/service-for.js';

test('a failing release of held alerts is logged once in an outage, while other maintenance succeeds', async (t) => {
  const timers = new ManualTimers(new ManualClock());
  const lines: string[] = [];
  let isDown = true;
  const evaluation = {
    ...{ begin: async () => undefined, follow: async () => false, flush: async () => undefined, advance() {} },
    ...{ touch: async () => undefined, saveUsage: async () => undefined, saveTicks: async () => undefined },
    ...{ end: async () => undefined },
  };
  const held = {
    release: async () => {
      if (isDown) throw new Error('no database');
    },
  };
  const changes = {
    count: 0,
    next: (_: number, __: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  };
  const runner = new AlertEvaluationRunner(
    { create: () => evaluation } as never,
    held as never,
    changes as never,
    timers,
    createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) }),
  );
  await runner.start();
  const pass = async (seconds: number) => {
    for (let count = 0; count < seconds; count += 1) {
      await timers.advance(SECOND);
      await setImmediate();
    }
  };
  await pass(30);
  t.is(lines.length, 1);
  isDown = false;
  await pass(5);
  isDown = true;
  await pass(30);
  t.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    Array(2).fill('Alert maintenance failed; retrying.'),
  );
  await runner.stop();
});
