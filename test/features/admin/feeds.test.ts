import 'reflect-metadata';
import test from 'ava';
import { Log } from '../../../src/logging/log.js';
import { StoredSettingsRunner } from '../../../src/settings/stored-settings.runner.js';
import { FeedRegistry } from '../../../src/upstream/feed-status.js';
import { FeedSupervisor } from '../../../src/upstream/supervisor/feed-supervisor.js';
import { pollSource } from '../../../src/upstream/supervisor/poll-source.js';
import { type UpstreamError } from '../../../src/upstream/upstream-error.js';
import { type Upstream, Upstreams } from '../../../src/upstream/upstreams.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem } from '../../support/is-problem.js';
import { ManualTimers } from '../../support/manual-timers.js';
import { settled } from '../../support/supervised.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/upstream-for.js';

const POLLED = 'events.sample';
const CALLED = 'markets.sample';

let service: TestService;
let operator: TestClient & { accountId: string };
let timers: ManualTimers;
let supervisor: FeedSupervisor;
let upstream: Upstream;
let polls = 0;
test.before(async () => {
  service = await startTestService();
  operator = await service.signedIn('operator', 'operator');
  const { clock, services } = service;
  const feeds = services.get(FeedRegistry);
  timers = new ManualTimers(clock);
  const ask = async () => {
    polls += 1;
    return 1;
  };
  const source = pollSource({ feed: POLLED, provider: 'sample', everyMs: 60_000, stallMs: 10_000, clock, timers, ask });
  supervisor = new FeedSupervisor(source, { feeds, clock, timers, log: services.get(Log as Injectable<Log>) });
  upstream = services
    .get(Upstreams as Injectable<Upstreams>)
    .open({ feed: CALLED, provider: 'sample', baseUrl: 'http://127.0.0.1:9' });
  supervisor.start();
  await settled();
});
test.after.always(async () => {
  await supervisor.stop();
  await service.close();
});

const feed = async (name: string) =>
  (await operator.get('/admin/feeds')).json.items.find((one: { feed: string }) => one.feed === name);
const audited = async (action: string) => (await operator.get(`/admin/audit?action=${action}`)).json.items[0];
const failureOf = async () =>
  (await upstream.get({ path: '/', parse: () => 1 }).catch((error: UpstreamError) => error.code)) as string;

test.serial('feeds are listed with the settings of their configuration until an operator changes them', async (t) => {
  t.like(await feed(POLLED), { provider: 'sample', status: 'ok', enabled: true, intervalSeconds: null, budget: null });
  t.like(await feed('markets.eodhd'), { status: 'not_configured', enabled: true });
  t.is(polls, 1);
});

test.serial('a changed interval applies to the running feed, and a refresh polls at once', async (t) => {
  const { status, json } = await operator.patch(`/admin/feeds/${POLLED}`, { intervalSeconds: 5 });
  t.is(status, 200);
  t.like(json, { intervalSeconds: 5, enabled: true });
  await settled();
  await timers.advance(66_000);
  const before = polls;
  await timers.advance(20_000);
  t.true(polls - before >= 3, `${polls - before} polls in 20 s`);
  const last = polls;
  t.is((await operator.post(`/admin/feeds/${POLLED}/refresh`)).status, 202);
  await settled();
  t.is(polls, last + 1);
  t.like(await audited('feed.changed'), {
    subject: POLLED,
    actorId: operator.accountId,
    detail: { intervalSeconds: 5 },
  });
  t.like(await audited('feed.refresh_requested'), { subject: POLLED });
});

test.serial('a disabled feed is not polled, and an enabled one is polled again', async (t) => {
  await operator.patch(`/admin/feeds/${POLLED}`, { enabled: false });
  await settled();
  const before = polls;
  await timers.advance(120_000);
  t.is(polls, before);
  t.like(await feed(POLLED), { enabled: false, status: 'disabled', intervalSeconds: 5 });
  await operator.patch(`/admin/feeds/${POLLED}`, { enabled: true, intervalSeconds: null });
  await settled();
  t.true(polls > before);
  t.like(await feed(POLLED), { enabled: true, status: 'ok', intervalSeconds: null });
});

test.serial('a disabled provider is not called, and a call budget is obeyed', async (t) => {
  await operator.patch(`/admin/feeds/${CALLED}`, { enabled: false });
  t.deepEqual([await failureOf(), upstream.pausedMs > 0], ['circuit_open', true]);
  await operator.patch(`/admin/feeds/${CALLED}`, { enabled: true, budget: { limit: 2, windowSeconds: 3600 } });
  t.deepEqual([await failureOf(), await failureOf()], ['unreachable', 'budget_spent']);
  t.deepEqual((await feed(CALLED)).budget, { limit: 2, windowSeconds: 3600 });
  t.is(
    (await operator.patch(`/admin/feeds/${CALLED}`, { intervalSeconds: 5 })).json.errors[0].pointer,
    '/intervalSeconds',
  );
});

test.serial('a change stored by another process applies here as soon as its notification arrives', async (t) => {
  const runner = service.services.get(StoredSettingsRunner);
  await runner.start();
  const { database } = service.database;
  await database.query('update feed_settings set is_enabled = false where feed = $1', [POLLED]);
  const { controls } = service.services.get(FeedRegistry);
  // The notification is repeated until the change applies: one that is sent before the connection listens is lost.
  await until(async () => {
    await database.query("select pg_notify('watchfloor_feed_settings', $1)", [POLLED]);
    return !controls.of(POLLED).isEnabled;
  });
  await runner.stop();
  await settled();
  const before = polls;
  await timers.advance(120_000);
  t.is(polls, before);
});

test.serial('an unknown feed is a 404, and a feed without an upstream a 409', async (t) => {
  isProblem(t, await operator.patch('/admin/feeds/no.such', { enabled: false }), 404, 'not_found');
  isProblem(t, await operator.post('/admin/feeds/no.such/refresh'), 404, 'not_found');
  t.is((await operator.patch('/admin/feeds/markets.simulator', { enabled: false })).json.code, 'conflict');
});
