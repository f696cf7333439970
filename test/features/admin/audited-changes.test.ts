import 'reflect-metadata';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { Upstreams } from '../../../src/upstream/upstreams.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { contentsOf } from '../../support/database-contents.js';
import { DAY, SECOND, serviceFor } from '../../support/service-for.js';
import { endpointOf } from '../../support/webhook-service.js';

const FEED = 'markets.sample';

test('a change by an operator is not stored without its audit record', async (t) => {
  const service = await serviceFor(t, {
    env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  const [operator, ada] = [await service.signedIn('operator', 'operator'), await service.signedIn()];
  const { json: key } = await ada.post('/auth/keys', {
    name: 'Report',
    scopes: ['markets:read'],
    expiresAt: new Date(service.clock.now() + DAY).toISOString(),
  });
  const { json: announcement } = await operator.post('/admin/announcements', {
    text: 'Maintenance',
    severity: 'warning',
  });
  t.truthy(key.id);
  const { id: endpointId } = await endpointOf(ada, 'http://127.0.0.1:9/hook');
  const account = `/admin/users/${ada.accountId}`;
  const changes: Array<[method: string, path: string, body?: unknown]> = [
    ['POST', '/admin/announcements', { text: 'More maintenance', severity: 'warning' }],
    ['PATCH', `/admin/announcements/${announcement.id}`, { text: 'Changed' }],
    ['DELETE', `/admin/announcements/${announcement.id}`],
    ['PATCH', `/admin/feeds/${FEED}`, { enabled: false }],
    ['POST', `/admin/feeds/${FEED}/refresh`],
    ['POST', '/admin/jobs/auth.sweep-sessions/run'],
    ['POST', '/admin/retention/run', { dryRun: false }],
    ['PATCH', '/admin/settings', { rateLimit: 400 }],
    ['POST', '/admin/users', { email: 'new@watchfloor.test', displayName: 'New', invite: false }],
    ['PATCH', account, { role: 'operator' }],
    ['PATCH', account, { disabled: true }],
    ['DELETE', account],
    ['DELETE', `${account}/keys/${key.id}`],
    ['POST', `${account}/revoke-sessions`],
    ['POST', `${account}/reset-password`],
    ['POST', `${account}/reset-mfa`],
    ['POST', `/admin/webhooks/endpoints/${endpointId}/disable`],
  ];
  service.services
    .get(Upstreams as Injectable<Upstreams>)
    .open({ feed: FEED, provider: 'sample', baseUrl: 'http://127.0.0.1:9' });
  service.clock.advance(SECOND);
  const { url, database } = service.database;
  const query = (sql: string) => database.query(sql);
  const faults: unknown[] = [];
  for (const [method, path, body] of changes) {
    const before = (await contentsOf(url)).tables;
    await query('alter table audit_entries rename to audit_entries_away');
    const { status, text } = await operator.call(method, path, { body });
    await query('alter table audit_entries_away rename to audit_entries');
    if (status !== 500) faults.push([method, path, text]);
    const after = (await contentsOf(url)).tables;
    for (const [name, sum] of after) if (!isDeepStrictEqual(sum, before.get(name))) faults.push([method, path, name]);
  }
  t.deepEqual(faults, []);
});
