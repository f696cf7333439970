import 'reflect-metadata';
import test from 'ava';
import { RuleBacktests } from '../../../../src/features/alerts/backtest/backtest.service.js';
import type { BacktestDataService } from '../../../../src/features/alerts/backtest/backtest-data.service.js';
import {
  type BacktestStreamItem,
  BacktestStreams,
} from '../../../../src/features/alerts/backtest/backtest-stream.service.js';
import { newReplayControl, ReplayStopped, reach } from '../../../../src/features/alerts/backtest/replay-control.js';
import type { RuleChecks } from '../../../../src/features/alerts/rules/rule-checks.service.js';
import type { RulesService } from '../../../../src/features/alerts/rules/rules.records.js';
import { RuleSources } from '../../../../src/features/alerts/sources/rule-sources.js';
import { type Requester } from '../../../../src/http/requester.js';
import { type EventStream, StreamEnded } from '../../../../src/http/stream/event-stream.js';
import type { StreamHub } from '../../../../src/http/stream/stream-hub.js';
import type { StreamSource } from '../../../../src/http/stream/stream-reply.js';
import type { HeavyWork } from '../../../../src/threads/heavy-work.js';
import { ClientGone, type LongRequest } from '../../../../src/threads/long-request.js';
import { Clock } from '../../../../src/time/clock.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { above, ruleOf } from '../engine/engine-rules.js';

test('a stream whose client disconnects ends its backtest, which is not an error', async (t) => {
  const abort = new AbortController();
  const backtests = {
    prepare: async () => ({ range: { from: 0, to: 1_000 }, control: newReplayControl() }),
    run: ({ signal }: LongRequest) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  } as unknown as RuleBacktests;
  let source: StreamSource<BacktestStreamItem> = async () => undefined;
  const hub = {
    open: (fill: typeof source) => {
      source = fill;
    },
  } as unknown as StreamHub;
  const timers = new ManualTimers(new ManualClock());
  await new BacktestStreams(hub, backtests, timers).open({ accountId: 'account' } as Requester, { from: '', to: '' });
  const sent: unknown[] = [];
  const running = source({
    signal: abort.signal,
    send: (item: unknown) => sent.push(item),
  } as unknown as EventStream<BacktestStreamItem>);
  abort.abort(new StreamEnded());
  await t.throwsAsync(running, { instanceOf: StreamEnded });
  t.deepEqual(sent, [{ fraction: 0, at: 0 }]);
  t.is(timers.size, 0);
});

test('a client that disconnects stops the thread that evaluates its backtest', async (t) => {
  const started = Promise.withResolvers<void>();
  const inThread = () => {
    started.resolve();
    return new Promise(() => undefined);
  };
  const backtests = new RuleBacktests(
    { get: async () => ruleOf(above(1)) } as unknown as RulesService,
    {} as RuleChecks,
    {
      read: async () => ({ series: [], initial: [], observations: [], missing: [] }),
    } as unknown as BacktestDataService,
    new RuleSources(),
    { run: (_: Requester, work: (run: typeof inThread) => unknown) => work(inThread) } as unknown as HeavyWork,
    { now: () => Date.UTC(2026, 10, 22) } as Clock,
  );
  const prepared = await backtests.prepare('account', { ruleId: 'rule', from: '2026-11-01', to: '2026-11-02' });
  const abort = new AbortController();
  void backtests.run({ accountId: 'account', signal: abort.signal } as Requester, prepared);
  await started.promise;
  t.notThrows(() => reach(prepared.control, 0));
  abort.abort(new ClientGone());
  t.throws(() => reach(prepared.control, 0), { instanceOf: ReplayStopped });
});
