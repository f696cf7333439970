import 'reflect-metadata';
import test from 'ava';
import { Clock } from '../../../../src/clock.js';
import { RuleBacktests } from '../../../../src/features/alerts/backtest/backtest.service.js';
import type { BacktestDataService } from '../../../../src/features/alerts/backtest/backtest-data.service.js';
import { ReplayStopped, reach } from '../../../../src/features/alerts/backtest/replay-control.js';
import type { RuleChecks } from '../../../../src/features/alerts/rules/rule-checks.service.js';
import type { RulesService } from '../../../../src/features/alerts/rules/rules.service.js';
import { ClientGone, type Requester } from '../../../../src/http/requester.js';
import type { HeavyWork } from '../../../../src/threads/heavy-work.js';
import { above, ruleOf } from '../engine/engine-rules.js';

test('a client that leaves stops the thread that evaluates its backtest', async (t) => {
  const started = Promise.withResolvers<void>();
  const inThread = () => {
    started.resolve();
    return new Promise(() => undefined);
  };
  const backtests = new RuleBacktests(
    { get: async () => ruleOf(above(1)) } as unknown as RulesService,
    {} as RuleChecks,
    { read: async () => ({ series: [], initial: [], observations: [], missing: [] }) } as unknown as BacktestDataService,
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
