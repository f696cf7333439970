import test from 'ava';
import type { UpstreamForm } from '../../../src/upstream/upstreams.js';
import { receiverFor, replyWith } from '../../support/receiver.js';
import { failureOf, upstreamFor } from '../../support/upstream-for.js';

const form: UpstreamForm<unknown> = {
  path: '/token',
  form: { grant_type: 'client_credentials', client_secret: 'a&b=ü' },
  parse: (body) => body,
};

test('a form is posted URL-encoded, and its response is read like any other', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '{"access_token":"x"}'));
  const { upstream } = upstreamFor(t, vendor.url);
  t.deepEqual(await upstream.post(form), { access_token: 'x' });
  const [received] = vendor.received;
  t.is(received?.headers['content-type'], 'application/x-www-form-urlencoded');
  t.is(received?.body.toString(), 'grant_type=client_credentials&client_secret=a%26b%3D%C3%BC');
});

test('a form is never posted twice, and its values are not logged', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(503));
  const { upstream, logged } = upstreamFor(t, vendor.url);
  t.is((await failureOf(upstream.post(form))).code, 'server_error');
  t.is(vendor.received.length, 1);
  t.false(logged.join('').includes('a&b'));
});

test('a body of JSON is posted once, and its values are not logged', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '[1]'));
  const { upstream, logged } = upstreamFor(t, vendor.url);
  const request = { path: '/mapping', json: [{ idValue: 'US0378331005' }], parse: (body: unknown) => body };
  t.deepEqual(await upstream.post(request), [1]);
  const [received] = vendor.received;
  t.is(received?.headers['content-type'], 'application/json');
  t.is(received?.body.toString(), '[{"idValue":"US0378331005"}]');
  vendor.reply(replyWith(503));
  t.is((await failureOf(upstream.post(request))).code, 'server_error');
  t.is(vendor.received.length, 2);
  t.false(logged.join('').includes('US0378331005'));
});

test('a call that may not be repeated is made once, also if the connection breaks', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(503));
  const { upstream } = upstreamFor(t, vendor.url, { repeats: false });
  await failureOf(upstream.get({ path: '/', parse: (body) => body }));
  t.is(vendor.received.length, 1);
});

test('headers of a call are sent with that call only', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '{}'));
  const { upstream } = upstreamFor(t, vendor.url);
  await upstream.get({ path: '/', headers: { authorization: 'Bearer x' }, parse: (body) => body });
  await upstream.get({ path: '/', parse: (body) => body });
  t.deepEqual(
    vendor.received.map(({ headers }) => headers.authorization),
    ['Bearer x', undefined],
  );
});
