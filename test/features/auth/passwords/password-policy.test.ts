import test from 'ava';
import { passwordProblem } from '../../../../src/features/auth/passwords/password-policy.js';

const check = (password: string, email = 'ada.lovelace@example.org') => passwordProblem(password, email, '/password');

test('passwords of 8 to 128 characters are accepted, counted in code points', async (t) => {
  t.like(await check('sh0rt!x'), { pointer: '/password' });
  t.is(await check('sh0rt!xq'), undefined);
  t.is(await check('🔑'.repeat(128)), undefined);
  t.like(await check('🔑'.repeat(129)), { detail: 'must have at most 128 characters' });
  t.like(await check('🔑'.repeat(7)), { detail: 'must have at least 8 characters' });
  t.is(await check('x'.repeat(64)), undefined);
});

test('the most common passwords are rejected in upper or lower case', async (t) => {
  for (const password of ['password', '12345678', 'qwertyuiop', 'Password1', 'TRUSTNO1', 'iloveyou'])
    t.truthy(await check(password), password);
  t.is(await check('plausible walrus tango'), undefined);
});

test('the e-mail address and its local part are rejected', async (t) => {
  for (const password of ['ada.lovelace@example.org', 'Ada.Lovelace', 'ADA.LOVELACE@EXAMPLE.ORG'])
    t.regex((await check(password))!.detail, /e-mail/);
  t.is(await check('ada.lovelace.1815'), undefined);
});

test('the error does not repeat the password', async (t) => {
  for (const password of ['trustno1', 'short', 'x'.repeat(200), 'ada.lovelace'])
    t.false((await check(password))!.detail.includes(password));
});
