import test from 'ava';
import { checksumOf, generateKey, hintOf, isKey } from '../../../../src/features/auth/keys/key-text.js';

test('the checksum is computed as in a published token of the same format', (t) => {
  t.is(checksumOf('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ'), '0mLq17');
  t.true(isKey('wfk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'));
});

test('generated keys match the published pattern, have a valid checksum and differ', (t) => {
  const keys = Array.from({ length: 200 }, generateKey);
  t.is(new Set(keys).size, keys.length);
  for (const key of keys) {
    t.regex(key, /^wfk_[0-9A-Za-z]{36}$/);
    t.true(isKey(key));
    t.is(hintOf(key), key.slice(0, 8));
  }
});

test('a key with any one character changed, missing or added is not a key', (t) => {
  const key = generateKey();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    t.false(isKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`), `character ${at}`);
    t.false(isKey(key.slice(0, at) + key.slice(at + 1)));
  }
  for (const text of [
    '',
    'wfk_',
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    'x'.repeat(10_000),
    `wfk_${'é'.repeat(36)}`,
  ])
    t.false(isKey(text));
});
