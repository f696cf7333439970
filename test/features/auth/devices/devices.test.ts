import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../../src/events/event-log.js';
import { deviceFingerprint } from '../../../../src/features/auth/devices/device-fingerprint.js';
import { ForgetDevicesJob } from '../../../../src/features/auth/devices/forget-devices.job.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import { PASSWORD, type TestService } from '../../../support/test-service.js';

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** Returns a new account that has signed in with Firefox, and a function that signs in from another device. */
async function ada(service: TestService) {
  const email = `${Math.random().toString(36).slice(2)}@watchfloor.test`;
  const { json } = await service.client().post('/auth/register', { email, password: PASSWORD, displayName: 'Ada' });
  const signIn = async (userAgent: string) => {
    const client = service.client();
    const answer = await client.post(
      '/auth/login',
      { email, password: PASSWORD },
      { headers: { 'user-agent': userAgent } },
    );
    client.token = answer.json.accessToken;
    return client;
  };
  const owner = await signIn(firefox(140));
  const news = async () => {
    await service.settle();
    return (await service.services.get(EventLog).timeline(json.id, { types: ['session.new_device'] }, 50)).map(
      ({ data }) => data,
    );
  };
  return { owner, signIn, news };
}

test('the first device of an account causes no event, and another device causes one, once', async (t) => {
  const service = await serviceFor(t);
  const { owner, signIn, news } = await ada(service);
  t.deepEqual(await news(), []);
  const phone = await signIn(safari);
  const { items } = (await phone.get('/auth/sessions')).json;
  const sessionId = items.find(({ current }: { current: boolean }) => current).id;
  await signIn(safari);
  t.deepEqual(await news(), [{ sessionId, userAgent: safari, addressClass: 'loopback' }]);
  const [event] = (await owner.get('/timeline?type=session.*')).json.items;
  t.is(event.subject, `session:${sessionId}`);
  t.false(
    JSON.stringify({ ...event, source: undefined }).includes('127.0.0.1'),
    'the address of the device is nowhere',
  );
});

test('a browser update is not a new device; a device without a user agent is one', async (t) => {
  const service = await serviceFor(t);
  const { signIn, news } = await ada(service);
  await signIn(firefox(145));
  t.deepEqual(await news(), []);
  await signIn('');
  t.deepEqual(
    (await news()).map(({ userAgent }) => userAgent),
    [null],
  );
});

test('devices are identified by account and by network, not by version numbers', (t) => {
  const known = deviceFingerprint('ada', firefox(140), 'public');
  t.is(deviceFingerprint('ada', firefox(7).toUpperCase(), 'public'), known);
  for (const other of [
    deviceFingerprint('eve', firefox(140), 'public'),
    deviceFingerprint('ada', firefox(140), 'private'),
    deviceFingerprint('ada', safari, 'public'),
  ])
    t.not(other, known);
});

test('a device unseen for 180 days is deleted and new when it returns; devices in use and the last device of an account are kept', async (t) => {
  const service = await serviceFor(t);
  const { signIn, news } = await ada(service);
  const job = service.services.get(ForgetDevicesJob);
  await signIn(safari);
  service.clock.advance(100 * DAY);
  await signIn(firefox(150));
  service.clock.advance(81 * DAY);
  await job.run();
  await signIn(firefox(150));
  t.is((await news()).length, 1);
  await signIn(safari);
  t.is((await news()).length, 2);
  service.clock.advance(400 * DAY);
  await job.run();
  await signIn('a stranger');
  t.is((await news()).length, 3);
});

test('two concurrent sign-ins from a new device cause one event', async (t) => {
  const service = await serviceFor(t);
  const { signIn, news } = await ada(service);
  await Promise.all([signIn(safari), signIn(safari), signIn(safari)]);
  t.is((await news()).length, 1);
});

test('a sign-in that cannot be recorded creates neither a session nor a device nor an event', async (t) => {
  const service = await serviceFor(t);
  const { owner, signIn, news } = await ada(service);
  await service.database.database.query('alter table audit_entries rename to lost');
  await signIn(safari);
  await service.database.database.query('alter table lost rename to audit_entries');
  t.is((await owner.get('/auth/sessions')).json.items.length, 1);
  t.is((await service.database.database.query('select 1 from known_devices')).rowCount, 1);
  t.deepEqual(await news(), []);
});

test('the owner is notified when a refresh token is used twice', async (t) => {
  const { signedIn, settle, services } = await serviceFor(t);
  const owner = await signedIn();
  const [first, sid] = [
    owner.cookie,
    JSON.parse(Buffer.from((owner.token as string).split('.')[1] as string, 'base64url').toString()).sid,
  ];
  await owner.refresh();
  t.is((await owner.fresh().post('/auth/refresh', undefined, { cookie: first })).json.code, 'refresh_reused');
  await settle();
  const [event, ...others] = await services
    .get(EventLog)
    .timeline(owner.accountId, { types: ['session.reuse_detected'] }, 10);
  t.deepEqual(
    [event?.data, event?.severity, event?.audience, others.length],
    [{ sessionId: sid, userAgent: 'node' }, 4, 'owner', 0],
  );
});
