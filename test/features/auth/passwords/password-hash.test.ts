import test from 'ava';
import { decodePasswordHash, encodePasswordHash } from '../../../../src/features/auth/passwords/password-hash.js';

// The hash was made with the command line of the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1, as in
// its own test suite.
const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

test('parsing and formatting a hash returns the same text', (t) => {
  t.is(encodePasswordHash(decodePasswordHash(known)), known);
  t.like(decodePasswordHash(known), { memory: 65_536, passes: 2, parallelism: 1, salt: Buffer.from('somesalt') });
});

test('anything but an argon2id hash of version 19 is rejected without repeating it in the error', (t) => {
  const wrong = [
    '',
    'secret',
    known.replace('argon2id', 'argon2i'),
    known.replace('v=19', 'v=16'),
    known.replace('m=65536', 'm=99999999'),
    `${known}\n`,
  ];
  wrong.push(
    known.replace('t=2', 't=0'),
    known.replace('m=65536,t=2', 't=2,m=65536'),
    `${known}=`,
    known.replace(/\$[^$]*$/, ''),
  );
  for (const text of wrong) {
    const error = t.throws(() => decodePasswordHash(text), { instanceOf: TypeError, message: /not an argon2id hash/ });
    t.false(text.length > 0 && error.message.includes(text));
  }
});
