import { createGzip, gzipSync } from 'node:zlib';
import test from 'ava';
import { badAnswer } from '../../../src/upstream/upstream-error.js';
import type { UpstreamRequest } from '../../../src/upstream/upstreams.js';
import { hang, receiverFor, replyWith } from '../../support/receiver.js';
import { failureOf, until, upstreamFor } from '../../support/upstream-for.js';

const price: UpstreamRequest<number> = {
  path: '/price',
  parse(body) {
    const { price } = body as { price: unknown };
    if (typeof price !== 'number') throw badAnswer('price is no number');
    return price;
  },
};

test('a response of the documented format is returned as parsed', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '{"price":231.41}'));
  const { upstream, feed } = upstreamFor(t, `${vendor.url}/api`, {
    query: { token: 'a key' },
    headers: { 'x-token': 'other' },
  });
  t.is(await upstream.get({ ...price, query: { s: 'A&B' } }), 231.41);
  t.is(vendor.received[0]?.path, '/api/price?s=A%26B&token=a+key');
  t.is(vendor.received[0]?.headers['user-agent'], 'Watchfloor/test');
  t.is(vendor.received[0]?.headers['x-token'], 'other');
  const { status, records, consecutiveFailures, lastSuccessAt } = feed();
  t.deepEqual([status, records, consecutiveFailures], ['ok', 1, 0]);
  t.truthy(lastSuccessAt);
});

test('compressed responses are decompressed', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"price":1}')));
  t.is(await upstreamFor(t, vendor.url).upstream.get(price), 1);
});

test('bytes are returned as they were sent, text or not, up to the limit', async (t) => {
  const vendor = await receiverFor(t);
  const sent = Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]);
  vendor.reply((response) => response.writeHead(200).end(sent));
  const { upstream } = upstreamFor(t, vendor.url, { maxBytes: sent.length });
  const bytes: UpstreamRequest<Buffer> = { path: '/file.zip', as: 'bytes', parse: (body) => body as Buffer };
  t.deepEqual(await upstream.get(bytes), sent);
  t.is(vendor.received[0]?.headers.accept, '*/*');
  vendor.reply((response) => response.writeHead(200).end(Buffer.concat([sent, sent])));
  t.is((await failureOf(upstream.get(bytes))).code, 'too_large');
  vendor.reply((response) => response.writeHead(404).end(sent));
  t.is((await failureOf(upstream.get(bytes))).code, 'not_found');
});

const broken: Record<string, string> = {
  'a page in HTML': '<!doctype html><title>Sign in</title>',
  'JSON that ends in the middle': '{"price":23',
  'NaN, which is no JSON': '{"price":NaN}',
  'the word NA in place of a number': '{"price":"NA"}',
  'an empty body': '',
  'null where an object should be': 'null',
};
for (const [what, body] of Object.entries(broken)) {
  test(`${what} is a bad response, and is counted as one`, async (t) => {
    const vendor = await receiverFor(t);
    vendor.reply(replyWith(200, { 'content-type': 'application/json' }, body));
    const { upstream, failures, feed, logged } = upstreamFor(t, vendor.url);
    const failure = await failureOf(upstream.get(price));
    t.is(failure.code, 'bad_answer');
    t.is(failures('bad_answer'), 1);
    t.is(feed().consecutiveFailures, 1);
    if (body !== '')
      t.false(`${failure.stack}${failure.cause}${logged.join()}`.includes(body), 'nothing of it is repeated');
  });
}

test('bytes that are not UTF-8 are a bad response', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])));
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(price))).code, 'bad_answer');
});

test('an encoding that was not requested, and one that does not match the content, are bad responses', async (t) => {
  const vendor = await receiverFor(t);
  const { upstream } = upstreamFor(t, vendor.url);
  for (const encoding of ['compress', 'gzip, gzip', 'gzip', 'br', 'constructor', 'toString']) {
    vendor.reply(replyWith(200, { 'content-encoding': encoding }, '{"price":1}'));
    t.is((await failureOf(upstream.get(price))).code, 'bad_answer', encoding);
    vendor.reply(replyWith(200, {}, '{"price":1}'));
    await upstream.get(price);
  }
});

test('a body of 50 MB is cut off when it exceeds the limit', async (t) => {
  const vendor = await receiverFor(t);
  let sent = 0;
  vendor.reply((response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(1_000_000, ' ');
    const more = () => {
      while (sent < 50 && !response.destroyed) {
        sent += 1;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  const { upstream, failures } = upstreamFor(t, vendor.url, { maxBytes: 200_000 });
  t.is((await failureOf(upstream.get(price))).code, 'too_large');
  t.is(failures('too_large'), 1);
  t.true(sent < 50, 'the rest is not even sent');
});

test('a body that decompresses without end is cut off', async (t) => {
  const vendor = await receiverFor(t);
  let isGone = false;
  vendor.reply((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const bomb = createGzip();
    bomb.pipe(response);
    const blank = Buffer.alloc(100_000, ' ');
    const more = () => {
      if (!isGone) bomb.write(blank, more);
    };
    response.on('close', () => {
      isGone = true;
      bomb.destroy();
    });
    more();
  });
  t.is((await failureOf(upstreamFor(t, vendor.url, { maxBytes: 1_000_000 }).upstream.get(price))).code, 'too_large');
  await until(() => isGone);
  t.pass();
});

test('a vendor that sends nothing, and one that never finishes, time out', async (t) => {
  const vendor = await receiverFor(t);
  const { upstream, failures } = upstreamFor(t, vendor.url, { timeoutMs: 150 });
  vendor.reply(hang);
  t.is((await failureOf(upstream.get(price))).code, 'timeout');
  vendor.reply((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  });
  t.is((await failureOf(upstream.get(price))).code, 'timeout');
  vendor.reply((response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => response.socket?.write('X-Slow: 1\r\n'), 10);
    response.on('close', () => clearInterval(drip));
  });
  t.is((await failureOf(upstream.get(price))).code, 'timeout');
  t.is(failures('timeout'), 3);
  t.true(vendor.received.length <= 3, 'whoever was waited for in vain is not asked a second time');
});

test('a call whose connection breaks is retried once', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => response.socket?.destroy());
  const { upstream, failures, measured } = upstreamFor(t, vendor.url);
  t.is((await failureOf(upstream.get(price))).code, 'unreachable');
  t.is(vendor.received.length, 2);
  t.is(failures('unreachable'), 2);
  t.is(measured(), 2, 'failed calls are measured, too');
  vendor.reply((response) => {
    vendor.reply(replyWith(200, {}, '{"price":2}'));
    response.socket?.resetAndDestroy();
  });
  t.is(await upstream.get(price), 2);
});

test('a body shorter than its Content-Length is an error', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"price":1}');
    response.socket?.end();
  });
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(price))).code, 'unreachable');
});

test('data that is not HTTP is a bad response, and endless headers are too long', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'));
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(price))).code, 'bad_answer');
  vendor.reply((response) => void response.socket?.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`));
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(price))).code, 'too_large');
});

test('a redirect is not followed', async (t) => {
  const vendor = await receiverFor(t);
  for (const status of [301, 302, 307, 308]) vendor.reply(replyWith(status, { location: '/elsewhere' }), `/${status}`);
  const { upstream } = upstreamFor(t, vendor.url);
  for (const status of [301, 302, 307, 308])
    t.is((await failureOf(upstream.get({ ...price, path: `/${status}` }))).code, 'bad_answer');
  t.false(vendor.received.some(({ path }) => path === '/elsewhere'));
});

test('a closed port is reported as unreachable', async (t) => {
  t.is((await failureOf(upstreamFor(t, 'http://127.0.0.1:1').upstream.get(price))).code, 'unreachable');
});

test('neither the API key nor the query is in the log or in an error', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply((response) => response.socket?.destroy());
  const { upstream, logged } = upstreamFor(t, vendor.url, { query: { api_token: 'very-secret' } });
  const failure = await failureOf(upstream.get({ ...price, path: '/quote/SEARCHED' }));
  t.true(logged.length > 0);
  const all = JSON.stringify([logged, failure, failure.stack, failure.cause, (failure.cause as Error).message]);
  t.false(/very-secret|SEARCHED/.test(all));
});

test('shutdown aborts calls in progress, and later ones are not made', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(hang);
  const { upstream, upstreams } = upstreamFor(t, vendor.url);
  const call = failureOf(upstream.get(price));
  await vendor.count(1);
  await upstreams.close();
  t.is((await call).code, 'stopped');
  t.is((await failureOf(upstream.get(price))).code, 'stopped');
  t.is(vendor.received.length, 1);
});

test('a caller that aborts ends its call', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(hang);
  const { upstream, feed } = upstreamFor(t, vendor.url);
  const leave = new AbortController();
  const call = failureOf(upstream.get({ ...price, signal: leave.signal }));
  await vendor.count(1);
  leave.abort();
  t.is((await call).code, 'stopped');
  t.is(feed().consecutiveFailures, 0, 'which says nothing of the vendor');
});
