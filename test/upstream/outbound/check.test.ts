import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../src/config/config.js';
import { OutboundConfig } from '../../../src/config/outbound-config.js';
import type { GuardedOutboundOptions } from '../../../src/upstream/outbound/guarded-outbound.js';
import { OutboundRefused, type RefusalReason } from '../../../src/upstream/outbound.js';
import { failureOf, outboundFor } from '../../support/peer.js';

const names: Record<string, string[]> = {
  'hook.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed6.example': ['2606:2800:220:1::1', '::ffff:10.0.0.1'],
  'half.example': ['127.0.0.1', '93.184.216.34'],
  localhost: ['127.0.0.1', '::1'],
};
const resolve = async (name: string) => {
  const addresses = names[name];
  if (!addresses) throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  return addresses;
};

const reasonFor = async (t: ExecutionContext, url: string, options: Partial<GuardedOutboundOptions> = {}) =>
  (await failureOf(t, OutboundRefused, outboundFor(t, { resolve, ...options }).check(url))).reason;

const refused: Array<[RefusalReason, ...string[]]> = [
  [
    'malformed',
    '',
    'hook.example',
    '/hook',
    'https://',
    'https://.',
    'https://a..b/',
    'https://hook.example:99999/',
    'https://[::1',
    'https://1.2.3.4.5/',
  ],
  [
    'malformed',
    ' https://hook.example/',
    'https://hook.example/a b',
    'https://hook\n.example/',
    'https://hook.example/\u0000',
    `https://${'a'.repeat(64)}.example/`,
  ],
  [
    'malformed',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://256.1.1.1/',
    'https://hook.0x7f000001.0x1ff/',
    'https://exa%00mple.com/',
  ],
  ['length', `https://hook.example/${'a'.repeat(2028)}`],
  [
    'scheme',
    'http://hook.example/',
    'ftp://hook.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://hook.example/',
    'ws://hook.example/',
    'data:,x',
  ],
  [
    'userinfo',
    'https://user@hook.example/',
    'https://user:pw@hook.example/',
    'https://:pw@hook.example/',
    'https://hook.example@10.0.0.1/',
  ],
  [
    'port',
    'https://hook.example:22/',
    'https://hook.example:80/',
    'https://hook.example:8443/',
    'https://hook.example:0/',
    'https://8.8.8.8:22/',
  ],
  [
    'host',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
  ],
  [
    'host',
    'https://router.home.arpa/',
    'https://home.arpa/',
    'https://intranet/',
    'https://com./',
    'https://x.onion/',
    'https://ⓛocalhost/',
    'https://%6cocalhost/',
  ],
  [
    'address',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
  ],
  [
    'address',
    'https://0/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://0x7f.0.0.1/',
    'https://127.0.0.1./',
  ],
  [
    'address',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fc00::1]/',
    'https://[fe80::1]/',
  ],
  [
    'address',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
  ],
  [
    'address',
    'https://127.0.0.1:22/',
    'http://10.0.0.1/',
    'https://inside.example/',
    'https://mixed.example/',
    'https://mixed6.example/',
    'https://half.example/',
  ],
];
for (const [reason, ...urls] of refused) {
  test(`in production rejected for its ${reason}: ${urls[0]?.slice(0, 60)} and similar ones`, async (t) => {
    for (const url of urls) t.is(await reasonFor(t, url), reason, url);
  });
}

test('a permitted URL is returned in its normal form', async (t) => {
  const outbound = outboundFor(t, { resolve });
  const forms = {
    'https://hook.example/': 'https://hook.example/',
    'HTTPS://Hook.EXAMPLE:443/a?b=c': 'https://hook.example/a?b=c',
    'https://hook.example./x': 'https://hook.example/x',
    'https://8.8.8.8/': 'https://8.8.8.8/',
    'https://0x08080808/': 'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/': 'https://[2606:4700:4700::1111]/',
    [`https://hook.example/${'a'.repeat(2027)}`]: `https://hook.example/${'a'.repeat(2027)}`,
  };
  for (const [given, normal] of Object.entries(forms)) t.is((await outbound.check(given)).href, normal);
});

test('a name that cannot be resolved now is accepted', async (t) => {
  t.is((await outboundFor(t, { resolve }).check('https://not-yet.example/')).hostname, 'not-yet.example');
});

test('a name whose name servers do not respond is accepted after the connect timeout', async (t) => {
  const outbound = outboundFor(t, { resolve: () => new Promise(() => undefined), connectMs: 20 });
  t.is((await outbound.check('https://silent.example/')).hostname, 'silent.example');
});

test('outside production plain http and common ports are permitted for public addresses only', async (t) => {
  const development = { plainHttp: true, ports: [80, 443, 8443] };
  for (const url of ['http://hook.example/', 'https://hook.example:8443/', 'http://8.8.8.8/']) {
    await t.notThrowsAsync(outboundFor(t, { resolve, ...development }).check(url), url);
  }
  t.is(await reasonFor(t, 'http://hook.example:8080/', development), 'port');
  t.is(await reasonFor(t, 'http://localhost/', development), 'host');
  t.is(await reasonFor(t, 'http://127.0.0.1/', development), 'address');
  t.is(await reasonFor(t, 'http://inside.example/', development), 'address');
});

test('the configured ports replace the default ones', async (t) => {
  await t.notThrowsAsync(outboundFor(t, { resolve, ports: [9443] }).check('https://hook.example:9443/'));
  t.is(await reasonFor(t, 'https://hook.example/', { ports: [9443] }), 'port');
});

test('an allowed address may use any port and plain http, also by a name that has only this address', async (t) => {
  const outbound = outboundFor(t, { resolve, allow: ['127.0.0.1', '::1', '10.0.0.0/24'] });
  for (const url of [
    'http://127.0.0.1:3001/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://localhost:8080/',
    'http://inside.example:81/',
    'http://[::1]:9/',
  ]) {
    await t.notThrowsAsync(outbound.check(url), url);
  }
});

test('an allowed address permits no other address', async (t) => {
  const allow = ['127.0.0.1'];
  t.is(await reasonFor(t, 'http://localhost/', { allow }), 'host', '::1 is not allowed');
  t.is(await reasonFor(t, 'http://half.example/', { allow }), 'scheme', 'only one of its addresses is allowed');
  t.is(await reasonFor(t, 'https://half.example:81/', { allow }), 'port');
  t.is(await reasonFor(t, 'http://not-yet.example/', { allow }), 'scheme');
  t.is(await reasonFor(t, 'http://127.0.0.2/', { allow }), 'address');
  t.is(await reasonFor(t, 'http://8.8.8.8/', { allow }), 'scheme');
  t.is(await reasonFor(t, 'https://user@127.0.0.1/', { allow }), 'userinfo');
  await t.notThrowsAsync(
    outboundFor(t, { resolve, allow }).check('https://half.example/'),
    'each address may be reached by https',
  );
});

test('every error describes a remedy, and none reveals the address of a name', async (t) => {
  for (const [, url] of refused) {
    const { message } = await failureOf(t, OutboundRefused, outboundFor(t, { resolve }).check(url as string));
    t.regex(message, /^The .+(?:: give|must|leave out|at most).*\.$/);
  }
  const { message } = await failureOf(t, OutboundRefused, outboundFor(t, { resolve }).check('https://inside.example/'));
  t.notRegex(message, /10\.0\.0\.7/);
});

test('a private name is not looked up if no address is allowed', async (t) => {
  const asked: string[] = [];
  const outbound = outboundFor(t, { resolve: async (name) => [String(asked.push(name))] });
  t.is((await failureOf(t, OutboundRefused, outbound.check('https://db.internal/'))).reason, 'host');
  t.is((await failureOf(t, OutboundRefused, outbound.check('https://hook.example:22/'))).reason, 'port');
  t.deepEqual(asked, []);
});

test('the configuration permits http and three ports outside production, and only port 443 in it', (t) => {
  const secret = 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A';
  const of = (values: Record<string, string>): OutboundConfig =>
    new Config({ SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret, ...values }).outbound;
  t.deepEqual({ ...of({}) }, { plainHttp: true, allow: [], ports: [80, 443, 8443] });
  t.deepEqual({ ...of({ SVC_ENV: 'production' }) }, { plainHttp: false, allow: [], ports: [443] });
  t.deepEqual(of({ SVC_ENV: 'production', SVC_OUTBOUND_PORTS: '80, 443' }).ports, [80, 443]);
  t.deepEqual(of({ SVC_OUTBOUND_ALLOW: '127.0.0.1, 10.1.0.0/16,fd00::/8' }).allow, [
    '127.0.0.1',
    '10.1.0.0/16',
    'fd00::/8',
  ]);
});
