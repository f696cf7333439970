import test from 'ava';
import { Log } from '../../../src/logging/log.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { SECRET } from '../../support/test-service.js';

test('an operator collects versions, settings, sizes, feeds and the last errors, without secrets', async (t) => {
  const { services, signedIn, jobs } = await serviceFor(t, {
    env: {
      SVC_TRUSTED_PROXIES: '2',
      SVC_SMTP_URL: 'smtp://ada:hunter22secret@mail.watchfloor.test:587',
      SVC_SMTP_FROM: 'watchfloor@watchfloor.test',
    },
  });
  const [operator, ada] = [await signedIn('operator', 'operator'), await signedIn()];
  isProblem(t, await ada.post('/admin/diagnostics'), 403, 'forbidden');
  const log = services.get(Log as Injectable<Log>);
  log.info({ component: 'test' }, 'not a problem');
  for (let index = 0; index < 101; index += 1)
    log.warn({ component: 'test', password: 'hunter22secret', err: new Error(`failure ${index}`) }, 'Source failed.');
  await jobs.send('webhooks.deliver', {});
  const { status, json, text } = await operator.post('/admin/diagnostics');
  t.is(status, 200, text);
  t.like(json.process, { node: process.version, openStreams: 0, connectionsWaiting: 0 });
  t.true(json.process.residentBytes > 50_000_000 && json.process.heapLimitBytes > json.process.heapUsedBytes);
  t.regex(json.databaseVersion, /^1\d/);
  t.deepEqual(
    json.configuration.filter(({ name }: { name: string }) => /^SVC_(TRUSTED|JWT_SECRET)/.test(name)),
    [
      { name: 'SVC_TRUSTED_PROXIES', value: '2' },
      { name: 'SVC_JWT_SECRET', value: '[set]' },
    ].sort((a, b) => text.indexOf(a.name) - text.indexOf(b.name)),
  );
  for (const secret of [SECRET, 'hunter22secret', operator.token as string]) t.false(text.includes(secret));
  t.true(json.feeds.some(({ feed, status }: never) => feed === 'markets.eodhd' && status === 'not_configured'));
  t.is(json.problems.length, 100, 'the oldest of 101 is gone');
  const problem = { level: 'warn', component: 'test', message: 'Source failed.', requestId: null };
  t.like(json.problems[0], { ...problem, error: 'failure 100' });
  t.like(json.problems[99], { ...problem, error: 'failure 1' });
  const { items } = (await operator.get('/admin/audit?action=diagnostics.collected')).json;
  t.deepEqual(
    items.map(({ actorId }: { actorId: string }) => actorId),
    [operator.accountId],
  );
});
