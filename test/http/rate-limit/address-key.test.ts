import test from 'ava';
import { addressKey } from '../../../src/http/rate-limit/address-key.js';

test('an IPv4 address has the same key when written as IPv6', (t) => {
  t.is(addressKey('192.0.2.7'), '192.0.2.7');
  t.is(addressKey('::ffff:192.0.2.7'), '192.0.2.7');
  t.is(addressKey('::FFFF:192.0.2.7'), '192.0.2.7');
});

test('the key of an IPv6 address is its first 64 bits in canonical form', (t) => {
  for (const address of [
    '2001:db8::1',
    '2001:DB8:0:0::',
    '2001:0db8:0000:0000:ffff:ffff:ffff:ffff',
    '2001:db8::1:2:3:4',
    '2001:db8::192.0.2.1',
  ]) {
    t.is(addressKey(address), '2001:db8:0:0::/64', address);
  }
  t.is(addressKey('2001:db8:0:1::1'), '2001:db8:0:1::/64');
  t.is(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
  t.is(addressKey('::1'), '0:0:0:0::/64');
  t.is(addressKey('1::2:3:4:5:6:7'), '1:0:2:3::/64');
  t.is(addressKey('1:2:3:4:5:6:7:8'), '1:2:3:4::/64');
});

test('an invalid address is returned unchanged', (t) => {
  t.is(addressKey('unknown'), 'unknown');
  t.is(addressKey(''), '');
});
