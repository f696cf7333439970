import 'reflect-metadata';
import test from 'ava';
import { ComposerPreparationRunner } from '../../../../src/features/ai/composer/composer-preparation.runner.js';
import { type ChatModel, ChatModels } from '../../../../src/features/ai/models/chat-model.js';
import type { ToolCatalogue } from '../../../../src/features/ai/tools/tool.js';
import type { Log } from '../../../../src/logging/log.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';

function runnerOf(models: readonly ChatModel[]) {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const found: string[] = [];
  const catalogue = { prepare: async () => void found.push('tools') } as unknown as ToolCatalogue;
  const log = { warn: () => found.push('failed') } as unknown as Log;
  return {
    timers,
    found,
    runner: new ComposerPreparationRunner(new ChatModels(models), catalogue, clock, timers, log),
  };
}

test('the composer is prepared some seconds after the start, and only if it answers questions', async (t) => {
  const { timers, found, runner } = runnerOf([]);
  await runner.start();
  await timers.advance(1_000);
  t.deepEqual(found, []);
  await timers.advance(10_000);
  await runner.prepared;
  t.deepEqual(found, ['tools']);
  await runner.stop();
  const other = runnerOf([{} as ChatModel]);
  await other.runner.start();
  t.is(other.timers.size, 0);
});

test('a shutdown during the preparation ends it without a warning', async (t) => {
  const { timers, found, runner } = runnerOf([]);
  await runner.start();
  await timers.advance(10_000);
  await runner.stop();
  t.false(found.includes('failed'));
  t.is(timers.size, 0);
});
