import 'reflect-metadata';
import test from 'ava';
import { policyScene } from '../../../support/policy-scene.js';
import { replyWith } from '../../../support/receiver.js';
import type { Json } from '../../../support/test-client.js';

const titles = (items: readonly Json[]) =>
  items.map(
    ({ contactName, kind, step, repeatCount, status }) => `${contactName} ${kind} ${step}.${repeatCount} ${status}`,
  );

test('a policy notifies, repeats, escalates, and stops when the alert is acknowledged', async (t) => {
  const { contact, policy, price, pass, sent, notifications, alert, ada } = await policyScene(t);
  const [desk, boss] = [await contact('desk'), await contact('boss')];
  await policy({
    steps: [
      { contactIds: [desk], repeatMinutes: 2, escalateAfterMinutes: 5 },
      { contactIds: [desk, boss], repeatMinutes: 10, escalateAfterMinutes: 60 },
    ],
  });
  await price(110);
  t.deepEqual(sent(), ['desk: Apple']);
  await pass(4);
  t.deepEqual(sent(), ['desk: Apple', 'desk: Apple', 'desk: Apple']);
  await pass(1);
  t.deepEqual(sent().slice(3).sort(), ['boss: Apple', 'desk: Apple']);
  await ada.post(`/alerts/${(await alert()).id}/acknowledge`);
  await pass(1);
  t.deepEqual(sent().slice(5).sort(), ['boss: Acknowledged: Apple', 'desk: Acknowledged: Apple']);
  await pass(30, 15);
  t.is(sent().length, 7);
  await price(90);
  t.deepEqual(sent().slice(7).sort(), ['boss: Resolved: Apple', 'desk: Resolved: Apple']);
  t.deepEqual(titles(await notifications()).slice(0, 4), [
    'desk firing 1.0 sent',
    'desk firing 1.1 sent',
    'desk firing 1.2 sent',
    'desk firing 2.0 sent',
  ]);
});

test('a backtest on the past returns the notifications that a policy has decided, and notifies no contact', async (t) => {
  const { contact, policy, price, pass, sent, ada, service } = await policyScene(t);
  const steps = [
    { contactIds: [await contact('desk')], repeatMinutes: 2, escalateAfterMinutes: 5 },
    { contactIds: [await contact('boss')] },
  ];
  const live = await policy({ steps, notifyWhenHandled: false });
  const off = await policy({ steps: steps.slice(1), enabled: false });
  const from = new Date(service.clock.now() - 1_000).toISOString();
  await price(110);
  await pass(7);
  await price(90);
  const before = sent();
  const range = { from, to: new Date(service.clock.now() + 1_000).toISOString() };
  const backtest = async (id: string, body: object = range) =>
    (await ada.post(`/alerts/policies/${id}/backtest`, body)).json;
  const shown = ({ items }: Json) => items.map((one: Json) => `${one.contactNames}: ${one.title}`);
  const { alertCount, isComplete, items } = await backtest(live.id);
  t.deepEqual([alertCount, isComplete], [1, true]);
  t.deepEqual(shown({ items }), before);
  t.deepEqual(
    items.map(({ at }: Json) => (Date.parse(at) - Date.parse(items[0].at)) / 60_000),
    [0, 2, 4, 5],
  );
  t.deepEqual(shown(await backtest(off.id)), ['boss: Apple']);
  t.is((await backtest(live.id, { from: range.to, to: range.from })).errors[0].pointer, '/to');
  t.deepEqual(sent(), before);
});

test('an escalation ends after its last step, and a later firing begins another', async (t) => {
  const { contact, policy, price, pass, sent } = await policyScene(t);
  await policy({ steps: [{ contactIds: [await contact('desk')] }], notifyWhenHandled: false });
  await price(110);
  await pass(60, 30);
  t.deepEqual(sent(), ['desk: Apple']);
  await price(90);
  await price(110);
  t.deepEqual(sent(), ['desk: Apple', 'desk: Apple']);
});

test('a policy follows only alerts of its routes, and none while it is disabled', async (t) => {
  const { contact, policy, price, sent, rule, service } = await policyScene(t, {
    severity: 'critical',
    tags: ['Desk'],
  });
  t.deepEqual(rule.tags, ['desk']);
  const hour = new Date(service.clock.now()).getUTCHours();
  const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  const hours = (from: number, to: number) => ({ timeZone: 'UTC', periods: [{ from: clock(from), to: clock(to) }] });
  const routes: Record<string, object[]> = {
    all: [],
    severity: [{ severity: ['critical'] }],
    otherSeverity: [{ severity: ['info', 'warning'] }],
    rule: [{ ruleIds: [rule.id] }],
    tag: [{ tags: ['DESK'] }],
    otherTag: [{ tags: ['ship'] }],
    second: [{ tags: ['ship'] }, { severity: ['critical'] }],
    both: [{ tags: ['ship'], severity: ['critical'] }],
    placeless: [{ bbox: [-180, -90, 180, 90] }],
    now: [{ hours: hours(0, 2) }],
    later: [{ hours: hours(2, 4) }],
  };
  for (const [name, list] of Object.entries(routes))
    await policy({ name, routes: list, steps: [{ contactIds: [await contact(name)] }] });
  await policy({ name: 'off', enabled: false, steps: [{ contactIds: [await contact('off')] }] });
  await price(110);
  t.deepEqual(
    sent()
      .map((one) => one.split(':')[0])
      .sort(),
    ['all', 'now', 'rule', 'second', 'severity', 'tag'],
  );
});

test('an open alert with a tag holds back the policy about other alerts, and not about itself', async (t) => {
  const { contact, policy, price, pass, sent, ada } = await policyScene(t);
  const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 120 };
  await ada.post('/alerts/rules', { name: 'Outage', condition, tags: ['outage'] });
  await policy({
    steps: [{ contactIds: [await contact('desk')] }],
    inhibitedBy: { tags: ['outage'] },
    notifyWhenHandled: false,
  });
  await price(130);
  await pass(1);
  t.deepEqual(sent(), ['desk: Outage']);
  await price(110);
  await pass(1);
  t.deepEqual(sent(), ['desk: Outage', 'desk: Apple']);
});

test('policies whose alerts would hold back each other notify about the one that fired first, then the other', async (t) => {
  const { contact, policy, price, pass, sent, ada } = await policyScene(t, { tags: ['a'] });
  const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 120 };
  const other = (await ada.post('/alerts/rules', { name: 'Other', condition, tags: ['b'] })).json;
  const steps = [{ contactIds: [await contact('desk')], repeatMinutes: 5, escalateAfterMinutes: 30 }];
  const mutual = [
    { name: 'A', steps, routes: [{ tags: ['a'] }], inhibitedBy: { tags: ['b'] }, notifyWhenHandled: false },
    { name: 'B', steps, routes: [{ tags: ['b'] }], inhibitedBy: { tags: ['a'] }, notifyWhenHandled: false },
  ];
  const made = [];
  for (const one of mutual) made.push(await policy(one));
  await price(110);
  await price(130);
  await pass(11);
  t.deepEqual(sent(), ['desk: Apple', 'desk: Apple', 'desk: Apple']);
  const range = { from: new Date(Date.now() - 1e12).toISOString(), to: '2100-01-01T00:00:00.000Z' };
  const items = async (id: string) => (await ada.post(`/alerts/policies/${id}/backtest`, range)).json.items;
  t.true((await items(made[0]?.id)).length > 0);
  t.is((await items(made[1]?.id)).length, 0, 'held back while the first is open');
  const first = (await ada.get('/alerts')).json.items.find((one: { ruleId: string }) => one.ruleId !== other.id);
  await ada.post(`/alerts/${first.id}/resolve`);
  await pass(1);
  t.is(sent().at(-1), 'desk: Other');
});

test('a failed message is repeated, and a rejected one is given up', async (t) => {
  const { contact, policy, price, pass, notifications, service } = await policyScene(t);
  service.receiver.reply(replyWith(503), '/down');
  service.receiver.reply(replyWith(403), '/no');
  const at = (path: string) => ({ channel: 'ntfy', topic: 'x', url: `${service.receiver.url}${path}` });
  const contactIds = [await contact('down', at('/down')), await contact('no', at('/no'))];
  await policy({ steps: [{ contactIds }] });
  await price(110);
  const results = async () =>
    Object.fromEntries(
      (await notifications()).map(({ contactName, status, attemptCount }) => [contactName, [status, attemptCount]]),
    );
  t.deepEqual(await results(), { down: ['pending', 1], no: ['failed', 1] });
  service.receiver.reply(replyWith(200), '/down');
  await pass(1);
  t.deepEqual((await results()).down, ['sent', 2]);
});

test('a test message reaches a contact, and the latest one is kept until the contact is deleted', async (t) => {
  const { contact, ada, service, sent, notifications } = await policyScene(t);
  const id = await contact('desk');
  const { status, json } = await ada.post(`/alerts/contacts/${id}/test`);
  t.is(status, 202);
  t.like(json, { contactId: id, alertId: null, policyId: null, kind: 'test', step: 0, status: 'pending' });
  await service.deliver();
  t.deepEqual(sent(), ['desk: Test message']);
  await ada.post(`/alerts/contacts/${id}/test`);
  await service.deliver();
  t.deepEqual(titles(await notifications()), ['desk test 0.0 sent']);
  await ada.delete(`/alerts/contacts/${id}`);
  t.deepEqual(await notifications(), []);
});

test('the endpoint of a webhook contact is tested instead of the contact', async (t) => {
  const { contact, ada, service } = await policyScene(t);
  const { json } = await ada.post('/webhooks/endpoints', { url: `${service.receiver.url}/hook` });
  const id = await contact('hook', { channel: 'webhook', endpointId: json.id });
  const answer = await ada.post(`/alerts/contacts/${id}/test`);
  t.is(answer.status, 409);
  t.regex(answer.json.detail, new RegExp(`/webhooks/endpoints/${json.id}/test`));
});

test('a webhook endpoint among the contacts receives the event of the notification', async (t) => {
  const { contact, policy, price, ada, service, notifications } = await policyScene(t);
  const { json } = await ada.post('/webhooks/endpoints', { url: `${service.receiver.url}/hook` });
  const id = await contact('hook', { channel: 'webhook', endpointId: json.id });
  await policy({
    steps: [{ contactIds: [id] }],
    titleTemplate: '{{alert.severity}}: {{alert.title}} {{alert.symbols}}',
  });
  await price(110);
  const events = service.receiver.received.map(({ body }) => JSON.parse(body.toString()));
  t.deepEqual(
    events.map(({ type, title }) => [type, title]),
    [['alert.notified', 'warning: Apple AAPL.US']],
  );
  t.deepEqual(titles(await notifications()), ['hook firing 1.0 sent']);
});

test('a policy without an end, with an unreachable step or unknown objects is rejected', async (t) => {
  const { contact, ada } = await policyScene(t);
  const contactIds = [await contact('desk')];
  const gone = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
  const answer = async (fields: object) => {
    const { status, json } = await ada.post('/alerts/policies', { name: 'P', steps: [{ contactIds }], ...fields });
    return `${status} ${json.errors?.[0]?.pointer ?? ''}`;
  };
  const steps = (...list: object[]) => ({ steps: list.map((one) => ({ contactIds, ...one })) });
  t.is(await answer(steps({ repeatMinutes: 5 })), '422 /steps/0');
  t.is(await answer(steps({}, {})), '422 /steps/0');
  t.is(await answer(steps({ repeatMinutes: 1, escalateAfterMinutes: 500 })), '201 ');
  t.is(await answer(steps({ repeatMinutes: 1, escalateAfterMinutes: 501 })), '422 /steps');
  t.is(await answer({ steps: [{ contactIds: [gone] }] }), '422 /steps/0/contactIds/0');
  t.is(await answer({ routes: [{ ruleIds: [gone] }] }), '422 /routes/0/ruleIds/0');
  t.is(await answer({ routes: [{ geofenceId: gone }] }), '422 /routes/0/geofenceId');
  t.is(await answer({ routes: [{ bbox: [0, 50, 10, 40] }] }), '422 /routes/0/bbox');
  t.is(
    await answer({ routes: [{ hours: { timeZone: 'Mars/Olympus', periods: [{ from: '08:00', to: '09:00' }] } }] }),
    '422 /routes/0/hours/timeZone',
  );
  t.is(await answer({ titleTemplate: '{{alert.secret}}' }), '422 /titleTemplate');
  t.is(await answer({ textTemplate: '{{#each alerts}}' }), '422 /textTemplate');
  t.is(await answer({ inhibitedBy: {} }), '422 /inhibitedBy');
});

test('policies and contacts are in the audit record, and secrets are in no response', async (t) => {
  const { contact, policy, ada, service } = await policyScene(t);
  const id = await contact('desk', { channel: 'ntfy', topic: 'desk', token: 'tk_secret' });
  await policy({ steps: [{ contactIds: [id] }] });
  t.notRegex((await ada.get(`/alerts/contacts/${id}`)).text, /tk_secret/);
  await ada.delete(`/alerts/contacts/${id}`);
  const { rows } = await service.database.database.query<{ action: string }>(
    `select action from audit_entries where actor_id = $1 and action like 'alert_%' order by sequence`,
    [ada.accountId],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['alert_contact.created', 'alert_policy.created', 'alert_contact.deleted'],
  );
});
