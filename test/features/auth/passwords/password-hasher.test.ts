import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { PasswordHasher } from '../../../../src/features/auth/passwords/password-hasher.js';

const cheap = { memory: 64, passes: 1, parallelism: 1 };

function open(
  t: { teardown(work: () => Promise<void>): void },
  options: ConstructorParameters<typeof PasswordHasher>[0] = { cost: cheap },
): PasswordHasher {
  const hasher = new PasswordHasher(options);
  t.teardown(() => hasher.close());
  return hasher;
}

test('only the correct password verifies, and two hashes of one password differ', async (t) => {
  const hasher = open(t, {});
  const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
  t.regex(one!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  t.not(one, other);
  t.true(await hasher.verify('correct horse', one!));
  t.false(await hasher.verify('correct horsf', one!));
});

test('a hash of the reference implementation verifies', async (t) => {
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const hasher = open(t);
  t.true(await hasher.verify('password', known));
  t.true(hasher.needsRehash(known));
});

test('long passwords that differ only at the end, and all Unicode characters, are distinguished', async (t) => {
  const hasher = open(t);
  const long = 'x'.repeat(100);
  const hash = await hasher.hash(long);
  t.true(await hasher.verify(long, hash));
  t.false(await hasher.verify(`${long.slice(0, 89)}y${long.slice(90)}`, hash));
  const astral = '𝔭𝔞𝔰𝔰🔑é';
  t.true(await hasher.verify(astral, await hasher.hash(astral)));
  t.false(await hasher.verify(astral.normalize('NFD'), await hasher.hash(astral)));
});

test('a hash with another cost needs rehashing and still verifies', async (t) => {
  const before = await open(t).hash('correct horse');
  const hasher = open(t, { cost: { ...cheap, passes: 2 } });
  t.true(hasher.needsRehash(before));
  t.true(await hasher.verify('correct horse', before));
  t.false(hasher.needsRehash(await hasher.hash('correct horse')));
});

test('the check for an unknown account fails after the same work as for an existing one', async (t) => {
  const derivations: unknown[] = [];
  const three = Promise.withResolvers<void>();
  const channel = new BroadcastChannel('derivations');
  t.teardown(() => channel.close());
  channel.onmessage = ({ data }) => {
    derivations.push(data);
    if (derivations.length === 3) three.resolve();
  };
  const hasher = open(t, { threads: 1, module: new URL('../../../support/recording-derivation.js', import.meta.url) });
  const phc = await hasher.hash('correct horse');
  t.false(await hasher.verify('a guess', phc));
  t.false(await hasher.verifyDummy('a guess'));
  await three.promise;
  const [, wrong, unknown] = derivations;
  t.deepEqual(wrong, { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, passwordLength: 7, saltLength: 16 });
  t.deepEqual(unknown, wrong);
});

test('requests beyond the queue limit are rejected at once, and the others are served', async (t) => {
  const hasher = open(t, { cost: cheap, threads: 1, waiting: 3 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('correct horse')));
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 4);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  t.is(refused.length, 6);
  t.true(
    refused.every(
      (error) => error instanceof Problem && error.code === 'unavailable' && error.headers['Retry-After'] === '1',
    ),
  );
});

test('when a thread dies its own request fails with a clear error, and queued requests are served', async (t) => {
  const module = new URL('../../../support/fragile-derivation.js', import.meta.url);
  const hasher = open(t, { cost: cheap, threads: 1, module });
  const [fatal, waiting] = await Promise.allSettled([
    hasher.hash('the thread dies at this'),
    hasher.hash('correct horse'),
  ]);
  t.like(fatal, { status: 'rejected', reason: { message: 'The thread that derives passwords ended early' } });
  t.is(waiting.status, 'fulfilled');
  t.true(await hasher.verify('correct horse', await hasher.hash('correct horse')));
});

test('closing rejects requests in progress and later ones', async (t) => {
  const hasher = new PasswordHasher({ threads: 1 });
  const pending = Promise.allSettled([hasher.hash('one'), hasher.hash('two')]);
  await hasher.close();
  t.deepEqual(
    (await pending).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await t.throwsAsync(hasher.hash('three'), { message: /closed/ });
});
