import test from 'ava';
import { labelOf, nameOf } from '../../../src/features/auth/oidc/claims.js';

const identity = { iss: 'https://id.example', sub: '1' };

test('a new account has the name that the provider states, else the user name, else the part before the @', (t) => {
  const named = { ...identity, name: 'Ada Lovelace', preferred_username: 'ada' };
  t.is(nameOf(named, 'al@example.test'), 'Ada Lovelace');
  t.is(nameOf({ ...named, name: '' }, 'al@example.test'), 'ada');
  t.is(nameOf(identity, 'al@example.test'), 'al');
  t.is(labelOf({ ...named, email: 'al@example.test' }), 'al@example.test');
  t.is(labelOf(named), 'ada');
  t.is(labelOf(identity), null);
});

test('a name has at most 100 characters', (t) => {
  for (const length of [99, 100]) t.is(nameOf({ ...identity, name: 'x'.repeat(length) }, 'a@b.test').length, length);
  t.is(nameOf({ ...identity, name: 'x'.repeat(101) }, 'a@b.test').length, 100);
});
