import test from 'ava';
import { AddressRules } from '../../../src/upstream/outbound/address-rules.js';
import fc from '../../support/properties.js';

const rules = new AddressRules();

/** First and last address of each range that is not public, and single addresses of interest in it. */
const closed = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private, 10', '10.0.0.0', '10.255.255.255'],
  ['shared by carriers', '100.64.0.0', '100.127.255.255'],
  ['the metadata service of Alibaba', '100.100.100.200'],
  ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['the virtual address of Azure', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['private, 172', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private, 192', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['class E and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback IPv6', '::', '::1', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible IPv6', '::8.8.8.8', '::127.0.0.1'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '::FFFF:10.0.0.1', '::ffff:0.0.0.1'],
  ['translated', '::ffff:0:8.8.8.8'],
  ['NAT64 of private', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::', '64:ff9b::10.0.0.1'],
  ['NAT64 for local use', '64:ff9b:1::', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::1'],
  ['Teredo', '2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['protocol assignments of IPv6', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
  [
    'documentation of IPv6',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ['6to4', '2002::', '2002:7f00:1::1', '2002:808:808::1', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::1'],
  [
    'unique local, with metadata services',
    'fc00::',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ['link-local IPv6', 'fe80::', 'fe80::1', 'fe80::1%eth0', 'febf:ffff::1'],
  ['site-local', 'fec0::1'],
  ['multicast of IPv6', 'ff00::', 'ff02::1'],
  ['never given out', '1fff:ffff::1', '4000::1', 'e000::1'],
  ['no address', '', 'localhost', '1.2.3', '127.1', '0x7f.0.0.1', '1.2.3.4.5', ':::', '[::1]'],
] as const;
for (const [what, ...addresses] of closed) {
  test(`${what}: not public`, (t) => {
    for (const address of addresses) t.is(rules.judge(address), 'private', address);
  });
}

const open = [
  [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
  ],
  [
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
  ],
  [
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
  ],
  ['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  [
    '2000::1',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700:4700::1111',
    '3ffe:ffff::1',
    '3fff:1000::1',
  ],
].flat();
test('the addresses directly before and after every range are public', (t) => {
  for (const address of open) t.is(rules.judge(address), 'public', address);
});

test('an allowed address or range is allowed in every notation, and no address next to it', (t) => {
  const allowing = new AddressRules(['127.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8', '10.9.9.9/24']);
  for (const address of [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '10.1.255.255',
    '::1',
    '0:0::1',
    'fd12::1',
    '10.9.9.1',
    '64:ff9b::10.1.2.3',
  ]) {
    t.is(allowing.judge(address), 'allowed', address);
  }
  for (const address of ['127.0.0.2', '10.2.0.0', '10.0.255.255', 'fc00::1', '::2', '192.168.0.1'])
    t.is(allowing.judge(address), 'private', address);
  t.is(allowing.judge('8.8.8.8'), 'public');
});

test('a public address may be allowed, too', (t) => {
  t.is(new AddressRules(['8.8.8.0/24']).judge('8.8.8.8'), 'allowed');
});

test('all notations of an IPv4 address have the same result', (t) => {
  // Half of the addresses are near the edges of ranges, where random ones rarely are.
  const edges = closed.flatMap(([, ...addresses]) => addresses).filter((address) => /^\d+(\.\d+){3}$/.test(address));
  const near = fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 }))
    .map(([edge, by]) => (numberOf(edge) + by) >>> 0);
  const allowing = new AddressRules(['10.1.0.0/16', '127.0.0.1']);
  fc.assert(
    fc.property(fc.oneof(fc.nat({ max: 0xffffffff }), near), (number) => {
      const bytes = [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
      const dotted = bytes.join('.');
      const [high, low] = [(number >>> 16).toString(16), (number & 0xffff).toString(16)];
      const hosts = [
        `${number}`,
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
        dotted,
      ];
      const sixes = [
        `::ffff:${dotted}`,
        `::ffff:${high}:${low}`,
        `0:0:0:0:0:FFFF:${high}:${low}`,
        `64:ff9b::${dotted}`,
        `64:ff9b:0:0:0:0:${high}:${low}`,
      ];
      const notations = [...hosts.map((host) => new URL(`http://${host}/`).hostname), ...sixes];
      for (const judge of [rules, allowing]) {
        const verdicts = new Set(notations.map((notation) => judge.judge(notation)));
        if (verdicts.size !== 1) throw new Error(`${notations.join(' ')}: ${[...verdicts].join(' ')}`);
      }
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

const numberOf = (address: string) => address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);
