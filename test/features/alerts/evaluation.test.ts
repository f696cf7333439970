import test from 'ava';
import { AlertScene, alertEvents, alertsOf, startAlertService } from '../../support/alert-scene.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestService } from '../../support/test-service.js';

const above = (threshold: number, more: object = {}) => ({
  type: 'price',
  symbol: 'AAPL.US',
  operator: 'above',
  threshold,
  ...more,
});
const rule = (condition: object, more: object = {}) => ({ name: 'Apple', condition, ...more });

let service: TestService;
let scene: AlertScene;
test.before(async () => {
  service = await startAlertService();
  scene = await AlertScene.of(service);
});
test.after.always(async () => {
  await scene.stop();
  await service.close();
});

// The tests run one after another, because one evaluation serves all accounts.
test.serial('an alert fires once, explains itself, and is resolved when its condition is false', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post('/alerts/rules', rule(above(250), { severity: 'critical' }));
  await scene.settle();
  for (const price of [240, 251, 252, 249, 248]) await scene.quote('AAPL.US', price);
  const [alert, ...others] = await alertsOf(ada);
  t.deepEqual(others, []);
  t.like(alert, {
    ruleId: made.json.id,
    state: 'resolved',
    resolvedReason: 'condition',
    severity: 'critical',
    title: 'Apple',
    symbols: ['AAPL.US'],
    held: null,
  });
  t.deepEqual(await alertEvents(service, ada), ['alert.firing', 'alert.resolved']);
  const { json } = await ada.get(`/alerts/${alert?.id}`);
  t.like(json.explanation[0], {
    pointer: '',
    type: 'price',
    met: true,
    value: 251,
    threshold: 250,
    operator: 'above',
    distance: -1,
  });
  t.deepEqual(json.explanation[0].records, [{ type: 'symbol', id: 'AAPL.US', href: '/api/v1/markets/quotes/AAPL.US' }]);
  t.is((await ada.get(`/timeline?type=alert.*&symbol=AAPL.US`)).json.items.length, 2);
});

test.serial(
  'a change of the condition keeps an alert that is still true, and resolves any other with this reason',
  async (t) => {
    const ada = await service.signedIn();
    const { json } = await ada.post('/alerts/rules', rule(above(100)));
    await scene.quote('AAPL.US', 110);
    await ada.patch(`/alerts/rules/${json.id}`, { condition: above(105), severity: 'info' });
    await scene.quote('AAPL.US', 110);
    t.deepEqual(await alertEvents(service, ada), ['alert.firing']);
    await ada.patch(`/alerts/rules/${json.id}`, { condition: above(120) });
    await scene.settle();
    t.deepEqual(await alertEvents(service, ada), ['alert.firing', 'alert.resolved']);
    t.like((await alertsOf(ada))[0], { state: 'resolved', resolvedReason: 'rule_changed' });
  },
);

test.serial('disabling a rule resolves its alerts at once, and enabling it fires a new alert', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/alerts/rules', rule(above(100)));
  await scene.quote('AAPL.US', 110);
  await ada.post(`/alerts/rules/${json.id}/disable`);
  t.like((await alertsOf(ada))[0], { state: 'resolved', resolvedReason: 'rule_disabled' });
  await scene.quote('AAPL.US', 111);
  await ada.post(`/alerts/rules/${json.id}/enable`);
  await scene.settle();
  await scene.quote('AAPL.US', 112);
  t.deepEqual(
    (await alertsOf(ada)).map(({ state }) => state),
    ['resolved', 'firing'],
  );
  await ada.delete(`/alerts/rules/${json.id}`);
  await scene.settle();
  t.deepEqual(
    (await alertsOf(ada)).map(({ resolvedReason }) => resolvedReason),
    ['rule_disabled', 'rule_deleted'],
  );
});

test.serial(
  'acknowledging stops notifications until the alert is resolved, and a late or repeated action is a 409',
  async (t) => {
    const ada = await service.signedIn();
    await ada.post('/alerts/rules', rule(above(100)));
    await scene.quote('AAPL.US', 110);
    const [alert] = await alertsOf(ada);
    const path = `/alerts/${alert?.id}`;
    const etag = (await ada.get(path)).headers.get('etag') as string;
    t.like((await ada.post(`${path}/acknowledge`, undefined, { headers: { 'if-match': etag } })).json, {
      state: 'acknowledged',
    });
    isProblem(
      t,
      await ada.post(`${path}/resolve`, undefined, { headers: { 'if-match': etag } }),
      412,
      'precondition_failed',
    );
    t.regex((await ada.post(`${path}/acknowledge`)).json.detail, /^The alert is acknowledged already/);
    await scene.quote('AAPL.US', 111);
    await scene.quote('AAPL.US', 90);
    t.like((await alertsOf(ada))[0], { state: 'resolved', resolvedReason: 'condition' });
    t.deepEqual(await alertEvents(service, ada), ['alert.firing', 'alert.acknowledged', 'alert.resolved']);
    t.regex((await ada.post(`${path}/resolve`)).json.detail, /^The alert is resolved/);
  },
);

test.serial('an alert is assigned to a contact of its owner until it is resolved, and keeps its state', async (t) => {
  const ada = await service.signedIn();
  const bob = await service.signedIn();
  const contactOf = async (owner: typeof ada): Promise<string> =>
    (await owner.post('/alerts/contacts', { name: 'Desk', delivery: { channel: 'ntfy', topic: 'desk' } })).json.id;
  const [desk, foreign] = [await contactOf(ada), await contactOf(bob)];
  await ada.post('/alerts/rules', rule(above(100)));
  await scene.quote('AAPL.US', 110);
  const path = `/alerts/${(await alertsOf(ada))[0]?.id}`;
  const { version } = (await ada.get(path)).json;
  t.like((await ada.post(`${path}/assign`, { assigneeId: desk })).json, {
    state: 'firing',
    assigneeId: desk,
    version: version + 1,
  });
  const refused = await ada.post(`${path}/assign`, { assigneeId: foreign });
  isProblem(t, refused, 422, 'unprocessable');
  t.is(refused.json.errors[0].pointer, '/assigneeId');
  isProblem(t, await bob.post(`${path}/assign`, { assigneeId: foreign }), 404, 'not_found');
  await scene.quote('AAPL.US', 111);
  t.is((await ada.get(path)).json.assigneeId, desk);
  t.is((await ada.post(`${path}/assign`, { assigneeId: null })).json.assigneeId, null);
  await ada.post(`${path}/assign`, { assigneeId: desk });
  await ada.delete(`/alerts/contacts/${desk}`);
  t.is((await ada.get(path)).json.assigneeId, null);
  await scene.quote('AAPL.US', 90);
  t.regex((await ada.post(`${path}/assign`, { assigneeId: null })).json.detail, /^The alert is resolved/);
});

test.serial(
  'a snoozed alert fires again at the end of the snooze, and an alert that the account resolved waits for the next crossing',
  async (t) => {
    const ada = await service.signedIn();
    await ada.post('/alerts/rules', rule(above(100)));
    await scene.quote('AAPL.US', 110);
    const [alert] = await alertsOf(ada);
    t.like((await ada.post(`/alerts/${alert?.id}/snooze`, { durationSeconds: 60 })).json, { state: 'snoozed' });
    await scene.settle();
    await scene.quote('AAPL.US', 111, 61_000);
    t.like((await alertsOf(ada))[0], { state: 'firing', snoozedUntil: null });
    await ada.post(`/alerts/${alert?.id}/resolve`);
    await scene.settle();
    await scene.quote('AAPL.US', 112);
    await scene.quote('AAPL.US', 90);
    await scene.quote('AAPL.US', 113);
    t.deepEqual(
      (await alertsOf(ada)).map(({ state }) => state),
      ['resolved', 'firing'],
    );
    t.deepEqual(await alertEvents(service, ada), [
      'alert.firing',
      'alert.snoozed',
      'alert.firing',
      'alert.resolved',
      'alert.firing',
    ]);
  },
);

test.serial(
  'a pending alert is listed, fires after its delay, and is deleted if its condition becomes false before',
  async (t) => {
    const ada = await service.signedIn();
    await ada.post('/alerts/rules', rule(above(100), { pendingSeconds: 60 }));
    await scene.quote('AAPL.US', 110);
    t.like((await alertsOf(ada, '&state=pending'))[0], { state: 'pending', firedAt: null, groupId: null });
    await scene.quote('AAPL.US', 90);
    t.deepEqual(await alertsOf(ada), []);
    await scene.quote('AAPL.US', 110);
    service.clock.advance(60_000);
    await scene.settle();
    t.like((await alertsOf(ada))[0], { state: 'firing' });
    t.deepEqual(await alertEvents(service, ada), ['alert.firing']);
  },
);

test.serial('a one-shot rule is disarmed by its first alert and fires again once it is armed', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/alerts/rules', rule(above(100), { oneShot: true }));
  for (const price of [110, 90, 111, 90]) await scene.quote('AAPL.US', price);
  t.is((await alertsOf(ada)).length, 1);
  t.not((await ada.get(`/alerts/rules/${json.id}`)).json.disarmedAt, null);
  t.is((await ada.post(`/alerts/rules/${json.id}/rearm`)).json.disarmedAt, null);
  await scene.quote('AAPL.US', 112);
  t.is((await alertsOf(ada)).length, 2);
});

test.serial(
  'a silence delays the notification but not the alert, which is delivered at the end if it still fires',
  async (t) => {
    const ada = await service.signedIn();
    const { json } = await ada.post('/alerts/rules', rule(above(100)));
    await ada.post('/alerts/silences', { ruleId: json.id, to: new Date(service.clock.now() + 60_000).toISOString() });
    await scene.quote('AAPL.US', 110);
    await scene.quote('AAPL.US', 90);
    await scene.quote('AAPL.US', 111);
    t.like((await alertsOf(ada))[1], { state: 'firing', held: 'silence' });
    t.deepEqual(await alertEvents(service, ada), ['alert.firing quiet', 'alert.resolved quiet', 'alert.firing quiet']);
    await scene.quote('AAPL.US', 112, 61_000);
    t.like((await alertsOf(ada))[1], { state: 'firing', held: null });
    await scene.quote('AAPL.US', 90);
    t.deepEqual((await alertEvents(service, ada)).slice(3), ['alert.firing', 'alert.resolved']);
  },
);

test.serial('alerts during quiet hours are delivered as one digest at the end', async (t) => {
  const ada = await service.signedIn();
  const clock = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  await ada.patch('/users/me/preferences', { quietHours: { start: clock(-60_000), end: clock(180_000) } });
  await ada.post('/alerts/rules', rule(above(100)));
  await scene.quote('AAPL.US', 110);
  await scene.quote('AAPL.US', 90);
  await scene.quote('AAPL.US', 111);
  t.deepEqual(await alertEvents(service, ada), ['alert.firing quiet', 'alert.resolved quiet', 'alert.firing quiet']);
  await scene.quote('AAPL.US', 112, 240_000);
  t.deepEqual((await alertEvents(service, ada)).slice(3), ['alert.digest']);
  const [digest] = (await ada.get('/timeline?type=alert.digest')).json.items;
  t.deepEqual(
    [digest.data.count, digest.data.alerts.map(({ state }: { state: string }) => state)],
    [2, ['resolved', 'firing']],
  );
  await scene.settle();
  t.is((await alertEvents(service, ada)).length, 4);
});

test.serial('the digest of quiet hours lists alerts whose rules were disabled or deleted meanwhile', async (t) => {
  const ada = await service.signedIn();
  const clock = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  await ada.patch('/users/me/preferences', { quietHours: { start: clock(-60_000), end: clock(180_000) } });
  const [deleted, disabled] = [
    await ada.post('/alerts/rules', rule(above(100))),
    await ada.post('/alerts/rules', rule(above(100))),
  ];
  await scene.quote('AAPL.US', 110);
  await ada.delete(`/alerts/rules/${deleted.json.id}`);
  await ada.patch(`/alerts/rules/${disabled.json.id}`, { enabled: false });
  await scene.settle();
  await scene.quote('AAPL.US', 112, 240_000);
  const [digest] = (await ada.get('/timeline?type=alert.digest')).json.items;
  t.deepEqual(digest?.data.alerts.map(({ resolvedReason }: { resolvedReason: string }) => resolvedReason).sort(), [
    'rule_deleted',
    'rule_disabled',
  ]);
  await scene.settle();
  t.is((await alertEvents(service, ada)).filter((type) => type === 'alert.digest').length, 1);
});

test.serial('an alert stream that resumes after an event sends every later one once, and then new ones', async (t) => {
  const [ada, carl] = [await service.signedIn(), await service.signedIn()];
  for (const owner of [ada, carl]) await owner.post('/alerts/rules', rule(above(100)));
  const opened = await ada.stream('/alerts/stream');
  t.is((await opened.next()).event, 'ready');
  await scene.quote('AAPL.US', 110);
  const first = await opened.next();
  await opened.close();
  await scene.quote('AAPL.US', 90);
  await scene.quote('AAPL.US', 111);
  const resumed = await ada.stream('/alerts/stream', { headers: { 'last-event-id': first.id } });
  const received = [first];
  for (let next = await resumed.next(); next.event !== 'ready'; next = await resumed.next()) received.push(next);
  await scene.quote('AAPL.US', 91);
  received.push(await resumed.next());
  await resumed.close();
  t.deepEqual(
    received.map(({ event }) => event),
    ['alert.firing', 'alert.resolved', 'alert.firing', 'alert.resolved'],
  );
  const logged = (await ada.get('/timeline?type=alert.*&order=asc')).json.items;
  t.deepEqual(
    received.map(({ id }) => id),
    logged.map(({ id }: { id: string }) => id),
  );
  t.deepEqual(JSON.parse(received[1]?.data ?? ''), logged[1]);
});

test.serial('alerts that fire together share a group, and later ones have another', async (t) => {
  const ada = await service.signedIn();
  for (const threshold of [100, 105]) await ada.post('/alerts/rules', rule(above(threshold)));
  await ada.post('/alerts/rules', rule(above(120)));
  await scene.quote('AAPL.US', 110);
  await scene.quote('AAPL.US', 121, 60_000);
  const groups = (await alertsOf(ada)).map(({ groupId }) => groupId);
  t.deepEqual([groups[0] === groups[1], groups[1] === groups[2], groups.length], [true, false, 3]);
});

test.serial(
  'the evaluation shows values and the distance to the threshold, and a preview stores nothing',
  async (t) => {
    const ada = await service.signedIn();
    const { json } = await ada.post(
      '/alerts/rules',
      rule({
        type: 'all',
        conditions: [above(100), { type: 'entity_silent', entity: 'vessel:219024336', seconds: 60 }],
      }),
    );
    await scene.quote('AAPL.US', 110);
    const { status, json: shown } = await ada.get(`/alerts/rules/${json.id}/evaluation`);
    t.is(status, 200);
    t.deepEqual(
      shown.instances[0].results.map(({ type, status }: { type: string; status: string }) => [type, status]),
      [
        ['price', 'no_data'],
        ['entity_silent', 'no_data'],
      ],
    );
    const preview = await ada.post('/alerts/rules/preview', rule(above(1)));
    t.is(preview.status, 200, preview.text);
    t.deepEqual(await alertsOf(ada), []);
  },
);

test.serial(
  'comments are in the alert, oldest first, and the usage counts rules, silences and evaluation',
  async (t) => {
    const ada = await service.signedIn();
    await ada.post('/alerts/rules', rule(above(100)));
    await scene.quote('AAPL.US', 110);
    const [alert] = await alertsOf(ada);
    for (const text of ['Seen.', 'Called.'])
      t.is((await ada.post(`/alerts/${alert?.id}/comments`, { text })).status, 201);
    t.deepEqual(
      (await ada.get(`/alerts/${alert?.id}`)).json.comments.map(({ text }: { text: string }) => text),
      ['Seen.', 'Called.'],
    );
    const { resources } = (await ada.get('/users/me/usage')).json;
    t.deepEqual(
      resources.filter(({ name }: { name: string }) => name.startsWith('alert_')),
      [
        { name: 'alert_contacts', used: 0, limit: 50, hasOwnLimit: false },
        { name: 'alert_evaluation_units', used: 0, limit: 100_000 },
        { name: 'alert_on_call_schedules', used: 0, limit: 20, hasOwnLimit: false },
        { name: 'alert_policies', used: 0, limit: 50, hasOwnLimit: false },
        { name: 'alert_rules', used: 1, limit: 200, hasOwnLimit: false },
        { name: 'alert_silences', used: 0, limit: 100, hasOwnLimit: false },
      ],
    );
  },
);
