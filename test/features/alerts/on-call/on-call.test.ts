import 'reflect-metadata';
import test from 'ava';
import { policyScene } from '../../../support/policy-scene.js';
import { DAY, HOUR } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const iso = (time: number) => new Date(time).toISOString();

/** A scene whose schedule has daily turns of two contacts at midnight UTC, since yesterday: the first is on call. */
async function onCallScene(t: Parameters<typeof policyScene>[0]) {
  const scene = await policyScene(t);
  const contacts = { even: await scene.contact('even'), odd: await scene.contact('odd') };
  const now = scene.service.clock.now();
  const rotation = {
    contactIds: [contacts.even, contacts.odd],
    period: 'daily',
    startsOn: day(now - 2 * DAY),
    handOverAt: '00:00',
  };
  const body = { name: 'Desk', timeZone: 'UTC', rotation };
  const { status, json } = await scene.ada.post('/alerts/on-call', body);
  t.is(status, 201, JSON.stringify(json));
  return { ...scene, contacts, body, schedule: json, path: `/alerts/on-call/${json.id}`, now };
}

test('a step notifies the contact on call at that moment, and each repetition the one on call then', async (t) => {
  const { policy, price, pass, sent, schedule, ada, path, contacts, body, now } = await onCallScene(t);
  const overrides = [{ contactId: contacts.odd, from: iso(now + 5 * 60_000), to: iso(now + 15 * 60_000) }];
  // The next turn begins in 12 hours, so that the test passes at any time of the day.
  const begin = iso(now - 60 * HOUR);
  const rotation = { ...body.rotation, startsOn: begin.slice(0, 10), handOverAt: begin.slice(11, 16) };
  t.is((await ada.patch(path, { rotation, overrides })).status, 200);
  await policy({ steps: [{ onCallIds: [schedule.id], repeatMinutes: 10, escalateAfterMinutes: 60 }] });
  await price(110);
  await pass(22);
  t.deepEqual(sent(), ['even: Apple', 'odd: Apple', 'even: Apple']);
});

test('a contact that is named and on call is notified once, and a step without a contact leads to the next', async (t) => {
  const { policy, price, pass, sent, schedule, ada, path, contacts } = await onCallScene(t);
  const boss = contacts.odd;
  await policy({
    notifyWhenHandled: false,
    steps: [
      { contactIds: [contacts.even], onCallIds: [schedule.id], escalateAfterMinutes: 5 },
      { onCallIds: [schedule.id], escalateAfterMinutes: 30 },
      { contactIds: [boss] },
    ],
  });
  await price(110);
  t.deepEqual(sent(), ['even: Apple']);
  t.is((await ada.delete(path)).status, 204);
  await pass(6);
  t.deepEqual(sent(), ['even: Apple', 'odd: Apple'], 'the second step has no contact and does not wait');
});

test('shifts say who is on call now and in a time, and gaps are a warning', async (t) => {
  const { ada, path, contacts, now } = await onCallScene(t);
  const { json } = await ada.get(`${path}/shifts`);
  t.is(json.currentContact, 'even');
  t.is(json.shifts[0].from, iso(now));
  t.is(Date.parse(json.shifts.at(-1).to) - now, 14 * DAY);
  t.deepEqual([json.gaps, json.warning], [[], null]);
  const earlier = await ada.get(`${path}/shifts?from=${day(now - 3 * DAY)}&to=${day(now - DAY)}`);
  t.deepEqual(
    earlier.json.shifts.map(({ contactName }: Json) => contactName),
    ['even'],
  );
  t.is(earlier.json.gaps.length, 1);
  t.regex(earlier.json.warning, /^No contact is on call from 20\S+Z to 20\S+Z\.$/);
  await ada.delete(`/alerts/contacts/${contacts.odd}`);
  const gone = (await ada.get(`${path}/shifts`)).json;
  t.is(gone.gaps.length, 7, 'a deleted contact leaves gaps');
  t.regex(gone.warning, /, and in 6 later gaps\.$/);
  t.is((await ada.get('/users/me/export')).json.alertOnCallSchedules[0].name, 'Desk');
});

test('the time of shifts ends after it begins, by at most 92 days; otherwise 400', async (t) => {
  const { ada, path, now } = await onCallScene(t);
  const status = async (from: number, to: number) =>
    (await ada.get(`${path}/shifts?from=${iso(from)}&to=${iso(to)}`)).status;
  t.is(await status(now, now + 92 * DAY), 200);
  t.is(await status(now, now + 92 * DAY + 1), 400);
  t.is(await status(now, now), 400);
  t.is(await status(now, now - 1), 400);
  t.is((await ada.get(`${path}/shifts?from=nonsense`)).status, 400);
});

test('a schedule that cannot be followed is a 422 that names the field, and nothing changes', async (t) => {
  const { ada, service, path, body, contacts, now } = await onCallScene(t);
  const bob = await service.signedIn();
  const delivery = { channel: 'ntfy', topic: 'bob', url: `${service.receiver.url}/ntfy` };
  const foreign = (await bob.post('/alerts/contacts', { name: 'Bob', delivery })).json.id;
  const over = (contactId: string, from: number, to: number) => ({
    contactId,
    from: iso(now + from),
    to: iso(now + to),
  });
  const pointer = async (changes: object) => {
    const { status, json } = await ada.patch(path, changes);
    return `${status} ${json.errors?.[0].pointer}`;
  };
  t.is(await pointer({ timeZone: 'Mars/Olympus' }), '422 /timeZone');
  t.is(
    await pointer({ rotation: { ...body.rotation, contactIds: [contacts.even, foreign] } }),
    '422 /rotation/contactIds/1',
  );
  t.is(await pointer({ overrides: [over(foreign, 0, HOUR)] }), '422 /overrides/0/contactId');
  t.is(await pointer({ overrides: [over(contacts.odd, HOUR, HOUR)] }), '422 /overrides/0/to');
  t.is(
    await pointer({ overrides: [over(contacts.odd, 0, HOUR), over(contacts.even, HOUR - 1, DAY)] }),
    '422 /overrides/1',
  );
  t.is(await pointer({ overrides: [over(contacts.odd, 0, HOUR), over(contacts.even, HOUR, DAY)] }), '200 undefined');
  t.is(await pointer({ rotation: { ...body.rotation, contactIds: [] } }), '400 /rotation/contactIds');
  t.is(await pointer({ rotation: { ...body.rotation, handOverAt: '24:00' } }), '400 /rotation/handOverAt');
  t.is(await pointer({ rotation: { ...body.rotation, period: 'yearly' } }), '400 /rotation/period');
  t.is((await ada.get(path)).json.version, 2);
  for (const one of [await bob.get(path), await bob.get(`${path}/shifts`), await bob.delete(path)])
    t.is(one.status, 404);
  const { status, json } = await bob.post('/alerts/policies', {
    name: 'Desk',
    steps: [{ onCallIds: [path.split('/').at(-1)] }],
  });
  t.deepEqual([status, json.errors[0].pointer], [422, '/steps/0/onCallIds/0']);
  const empty = await bob.post('/alerts/policies', { name: 'Desk', steps: [{}] });
  t.deepEqual([empty.status, empty.json.errors[0].pointer], [422, '/steps/0']);
});

test('a backtest names the contact that was on call at the time of each notification', async (t) => {
  const { policy, price, ada, schedule, now } = await onCallScene(t);
  const made = await policy({ steps: [{ onCallIds: [schedule.id] }] });
  await price(110);
  const range = { from: iso(now - DAY), to: iso(now + DAY) };
  const { items } = (await ada.post(`/alerts/policies/${made.id}/backtest`, range)).json;
  t.deepEqual(
    items.map(({ contactNames }: Json) => contactNames),
    [['even']],
  );
});

test('shifts are also an iCalendar file, whose entries stay the same when it is read again', async (t) => {
  const { ada, path, contacts, schedule, now, service } = await onCallScene(t);
  const midnight = Math.floor(now / DAY) * DAY;
  const override = { contactId: contacts.odd, from: iso(midnight + 30 * HOUR), to: iso(midnight + 31 * HOUR) };
  t.is((await ada.patch(path, { overrides: [override] })).status, 200);
  const read = async () => {
    const { status, text, headers } = await ada.get(`${path}/shifts?format=ics&to=${iso(midnight + 3 * DAY)}`);
    t.deepEqual([status, headers.get('content-type')], [200, 'text/calendar; charset=utf-8']);
    return { text, ids: [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, id]) => id) };
  };
  const { text, ids } = await read();
  t.is(ids.length, 5, 'the override splits the second of three turns');
  t.is(ids[0], `on-call:${schedule.id}:${midnight}@watchfloor`, 'the turn under way is whole');
  t.regex(text, /SUMMARY:On call for Desk: odd\r\nDESCRIPTION:Override\r\n/);
  service.clock.advance(1_000);
  t.deepEqual((await read()).ids, ids);
  await ada.delete(`/alerts/contacts/${contacts.odd}`);
  t.regex((await read()).text, /SUMMARY:On call for Desk: no contact\r\n/);
});
