import { randomBytes } from 'node:crypto';
import test from 'ava';
import { parseRefreshToken, RefreshTokenMint } from '../../../../src/features/auth/sessions/refresh-token.js';
import { openSession } from '../../../../src/features/auth/sessions/session.js';

const mint = new RefreshTokenMint(randomBytes(32));
const session = { ...openSession('ada', { addressClass: 'public' }), generation: 3 };
const token = mint.mint(session);

test('a token for the same session and generation is always the same, and is recognized by its signature', (t) => {
  t.is(mint.mint({ ...session }), token);
  t.deepEqual(parseRefreshToken(token)!.generation, 3);
  t.true(mint.made(parseRefreshToken(token)!, session));
});

test('another generation, salt, session or key gives another secret', (t) => {
  const presented = parseRefreshToken(token)!;
  const other = openSession('ada', { addressClass: 'public' });
  t.false(mint.made({ ...presented, generation: 4 }, session));
  t.false(mint.made(presented, { ...session, salt: other.salt }));
  t.false(mint.made(presented, { ...other, salt: session.salt }));
  t.false(mint.made({ ...presented, sessionId: other.id }, { ...other, salt: session.salt }));
  t.false(new RefreshTokenMint(randomBytes(32)).made(presented, session));
});

test('only the canonical spelling of a token is accepted', (t) => {
  const [id, generation, secret] = token.split('.') as [string, string, string];
  const wrong = [
    '',
    '.',
    '..',
    id,
    `${id}.${generation}`,
    `${token}.`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    `${id}.03.${secret}`,
    `${id}.+3.${secret}`,
  ];
  wrong.push(
    `${id}.-1.${secret}`,
    `${id}.3e0.${secret}`,
    `${id}.0x3.${secret}`,
    `${id}.1234567890.${secret}`,
    `${id.toUpperCase()}A.3.${secret}`,
  );
  wrong.push(
    `${id}.3.${secret.slice(1)}`,
    `${id}.3.${secret}A`,
    `${id}.3.${secret.slice(1)}+`,
    token.repeat(2),
    'a'.repeat(1_000_000),
    `${id}.٣.${secret}`,
  );
  for (const text of wrong) t.is(parseRefreshToken(text), undefined, text.slice(0, 120));
});

test('a key shorter than 32 bytes is rejected', (t) => {
  t.notThrows(() => new RefreshTokenMint(randomBytes(32)));
  t.throws(() => new RefreshTokenMint(randomBytes(31)), { instanceOf: RangeError, message: /32 bytes or more/ });
});

test('session ids are UUIDv7 and contain their time', (t) => {
  const before = Date.now();
  const { id } = openSession('ada', { addressClass: 'public' });
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  t.true(time >= before && time <= Date.now());
});
