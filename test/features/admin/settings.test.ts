import 'reflect-metadata';
import test from 'ava';
import { readConfig } from '../../../src/config/read-config.js';
import { Log } from '../../../src/logging/log.js';
import { OperatorSettings } from '../../../src/settings/operator-settings.js';
import { StoredSettingsRunner } from '../../../src/settings/stored-settings.runner.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { FeedSettingsStore } from '../../../src/upstream/feed-settings.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/upstream-for.js';

interface Shown {
  [field: string]: unknown;
  name: string;
}

let service: TestService;
let operator: TestClient & { accountId: string };
test.before(async () => {
  service = await startTestService({ env: { SVC_RATE_LIMIT: '500' } });
  operator = await service.signedIn('operator', 'operator');
});
test.after.always(() => service.close());

const shown = async (name: string) =>
  (await operator.get('/admin/settings')).json.items.find((one: Shown) => one.name === name) as Shown;

test.serial(
  'each setting has a value, its source and its bounds, and the update has a field with the same bounds',
  async (t) => {
    const { json } = await operator.get('/admin/settings');
    const items: Shown[] = json.items;
    const { properties } = service.app.document.components.schemas.OperatorSettingChanges as {
      properties: Record<string, { minimum?: number; maximum?: number; enum?: unknown[] }>;
    };
    t.deepEqual(items.map(({ name }) => name).sort(), Object.keys(properties).sort());
    for (const { name, minValue, maxValue, choices } of items) {
      const field = properties[name]!;
      const listed = field.enum?.filter((one) => one !== null) ?? [];
      t.deepEqual([field.minimum ?? null, field.maximum ?? null, listed], [minValue, maxValue, choices], name);
    }
    t.like(await shown('rateLimit'), {
      type: 'integer',
      value: 500,
      configuredValue: 500,
      source: 'environment',
      variable: 'SVC_RATE_LIMIT',
    });
    t.like(await shown('rateWindowSeconds'), { value: 60, source: 'default' });
    t.deepEqual([json.version, json.updatedAt], [1, null]);
  },
);

test.serial('a change applies at once, is audited with both values, and null restores the configuration', async (t) => {
  const user = await service.signedIn();
  const { status, json } = await operator.patch('/admin/settings', {
    rateLimit: 50,
    rateWindowSeconds: 30,
    registration: 'closed',
    aiDailyTokenLimit: 7,
  });
  t.deepEqual([status, json.version], [200, 2]);
  t.like(await shown('rateLimit'), { value: 50, configuredValue: 500, source: 'operator' });
  const usage = await user.get('/users/me/usage');
  t.like(usage.json.rateLimit, { limit: 50, windowSeconds: 30 });
  t.is(usage.headers.get('ratelimit-policy'), '"default";q=50;w=30');
  t.is((await user.get('/ai/usage')).json.dailyTokenLimit, 7);
  const visitor = { email: 'new@watchfloor.test', password: 'correct horse battery staple', displayName: 'New' };
  t.is((await service.client().post('/auth/register', visitor)).json.code, 'registration_closed');
  t.notRegex(await (await fetch(service.url)).text(), /register/i);
  const [entry] = (await operator.get('/admin/audit?action=settings.changed')).json.items;
  t.deepEqual(entry.detail.rateLimit, { old: 500, new: 50 });
  t.deepEqual(entry.detail.registration, { old: 'open', new: 'closed' });
  t.is(entry.actorId, operator.accountId);

  const restored = await operator.patch('/admin/settings', {
    rateLimit: null,
    rateWindowSeconds: null,
    registration: null,
  });
  t.is(restored.json.version, 3);
  t.like(await shown('rateLimit'), { value: 500, source: 'environment' });
  t.like(await shown('aiDailyTokenLimit'), { value: 7, source: 'operator' });
  t.is((await service.client().post('/auth/register', visitor)).status, 201);
  t.regex(await (await fetch(service.url)).text(), /register/i);
  t.is(
    (await operator.patch('/admin/settings', { rateLimit: null })).json.version,
    3,
    'what changes nothing is no change',
  );
});

test.serial('a required second factor and the log level apply to the next request', async (t) => {
  const user = await service.signedIn();
  await operator.patch('/admin/settings', { mfaRequired: 'all', logLevel: 'warn' }, { headers: { 'If-Match': '*' } });
  t.is((await user.get('/users/me/preferences')).json.code, 'mfa_enrollment_required');
  const lines = service.logged.length;
  await user.get('/auth/mfa');
  t.is(service.logged.length, lines);
  // The operator has no second factor either and is locked out, so the settings are reset without the API, as by
  // another process.
  await service.services.get(OperatorSettings).change({ mfaRequired: null, logLevel: null }, () => {});
  t.is((await user.get('/users/me/preferences')).status, 200);
  t.true(service.logged.length > lines);
});

test.serial(
  'a change with an outdated version is rejected, and so are unknown names and values out of bounds',
  async (t) => {
    const { version } = (await operator.get('/admin/settings')).json;
    isProblem(
      t,
      await operator.patch('/admin/settings', { rateLimit: 5 }, { headers: { 'If-Match': '"1:settings"' } }),
      412,
      'precondition_failed',
    );
    t.is(
      (
        await operator.patch(
          '/admin/settings',
          { accountConcurrencyLimit: 30 },
          { headers: { 'If-Match': `"${version}:settings"` } },
        )
      ).json.version,
      version + 1,
    );
    const refused = await operator.patch('/admin/settings', { rateLimit: 0, logLevel: 'silent', port: 1 });
    t.is(refused.status, 400);
    t.deepEqual(refused.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
      '/logLevel',
      '/port',
      '/rateLimit',
    ]);
    const user = await service.signedIn();
    t.regex((await user.get('/admin/settings')).json.detail, /^Only the role operator may do this/);
  },
);

test.serial('a change in one process applies in another process, and in one that starts later', async (t) => {
  const { services, clock, database } = service;
  const other = await readConfig({ SVC_ENV: 'test' });
  const settings = new OperatorSettings(other, database.database, clock);
  await operator.patch('/admin/settings', { newsRetentionDays: 3 });
  const log = services.get(Log as Injectable<Log>);
  const runner = new StoredSettingsRunner(
    settings,
    services.get(FeedSettingsStore),
    database.database,
    new SystemTimers(),
    log,
  );
  await runner.start();
  const news = other.settings.find(({ name }) => name === 'newsRetentionDays')!;
  t.is(news.value, 3);
  // The notification is repeated until the change applies: one that is sent before the connection listens is lost.
  let rateLimit = 100;
  await until(async () => {
    rateLimit += 1;
    await operator.patch('/admin/settings', { rateLimit });
    return other.limits.rateLimit > 100;
  });
  await operator.patch('/admin/settings', { rateLimit: 9, processConcurrencyLimit: 8 });
  await until(() => other.limits.rateLimit === 9);
  t.deepEqual([other.limits.processConcurrency, other.limits.minProcessConcurrency], [8, 8]);
  await runner.stop();
});
