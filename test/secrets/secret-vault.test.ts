import { randomBytes } from 'node:crypto';
import test from 'ava';
import { CannotOpen, SecretVault } from '../../src/secrets/secret-vault.js';

const secret = () => randomBytes(32).toString('base64url');
const [first, second] = [secret(), secret()];
const vault = new SecretVault(first);

test('encrypted text is decrypted for the place that it was encrypted for, and does not contain the text', (t) => {
  const sealed = vault.seal('a secret – ünïcode', 'endpoint 1');
  t.is(vault.open(sealed, 'endpoint 1'), 'a secret – ünïcode');
  t.notRegex(sealed, /secret/);
  t.is(vault.open(vault.seal('', 'x'), 'x'), '');
});

test('the same text is encrypted differently each time', (t) => {
  t.not(vault.seal('the same', 'endpoint 1'), vault.seal('the same', 'endpoint 1'));
});

test('text cannot be decrypted for another place, with another key, or after one character was changed', (t) => {
  const sealed = vault.seal('a secret', 'endpoint 1');
  t.throws(() => vault.open(sealed, 'endpoint 2'), { instanceOf: CannotOpen, message: /belongs somewhere else/ });
  t.throws(() => new SecretVault(second).open(sealed, 'endpoint 1'), {
    instanceOf: CannotOpen,
    message: /is not among the data secrets/,
  });
  for (let at = sealed.lastIndexOf('.') + 1; at < sealed.length - 1; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    t.throws(
      () => vault.open(changed, 'endpoint 1'),
      { instanceOf: CannotOpen, message: /it was changed/ },
      `at ${at}`,
    );
  }
  for (const nonsense of ['', 'sealed', 'sealed.', 'whsec_plain', `${vault.currentPrefix}AAAA`]) {
    t.throws(() => vault.open(nonsense, 'endpoint 1'), { instanceOf: CannotOpen }, nonsense);
  }
});

test('after a change of the secret the earlier one still decrypts, and no longer encrypts', (t) => {
  const sealed = vault.seal('a secret', 'endpoint 1');
  const changed = new SecretVault(second, [first]);
  t.is(changed.open(sealed, 'endpoint 1'), 'a secret');
  t.deepEqual(
    [vault.isCurrent(sealed), changed.isCurrent(sealed), changed.isCurrent(changed.seal('a secret', 'endpoint 1'))],
    [true, false, true],
  );
});

test('text encrypted by an earlier version is decrypted', (t) => {
  const sealed = 'sealed.e4fa51f71309.2ROu5gpc3PYpOFlmPm3hDPqgy8AU0_HZOb3CKbkMDrX6HsgT';
  t.is(new SecretVault('a test secret of more than thirty-two bytes').open(sealed, 'endpoint 1'), 'a secret');
});
