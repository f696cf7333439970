import test from 'ava';
import { SessionStore } from '../../../../src/features/auth/sessions/session-store.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { forge, partsOf } from '../../../support/forge.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import { SECRET } from '../../../support/test-service.js';

const NEXT = 'the next test secret, just as long as the first';

test('a previous secret still verifies but no longer signs; once removed, it does neither', async (t) => {
  const first = await serviceFor(t);
  const ada = await first.signedIn();
  const { header, claims } = partsOf(ada.token as string);
  for (const { previous, status } of [
    { previous: SECRET, status: 200 },
    { previous: '', status: 401 },
  ]) {
    const keys = new KeyRing(NEXT, previous === '' ? [] : [previous]);
    const restarted = await serviceFor(t, { env: { SVC_JWT_SECRET: NEXT, SVC_JWT_PREVIOUS_SECRETS: previous } });
    const eve = await restarted.signedIn();
    const made = partsOf(eve.token as string);
    t.is(made.header.kid, keys.current.id);
    t.not(made.header.kid, header.kid);
    // A token signed with the key from before the restart, for a session and an account of this service.
    const old = forge(header, {
      ...claims,
      sub: made.claims.sub,
      sid: made.claims.sid,
      iat: made.claims.iat,
      exp: made.claims.exp,
    });
    t.is((await eve.get('/users/me', { token: old })).status, status);
    t.is((await eve.get('/users/me')).status, 200);
  }
});

test('refresh tokens signed with a removed secret are invalid and end no session', async (t) => {
  const first = await serviceFor(t);
  const ada = await first.signedIn();
  const restarted = await serviceFor(t, {
    env: { SVC_JWT_SECRET: NEXT, SVC_JWT_PREVIOUS_SECRETS: SECRET },
    parts: { database: first.database.database },
  });
  isProblem(
    t,
    await restarted.client().post('/auth/refresh', undefined, { cookie: ada.cookie }),
    401,
    'refresh_invalid',
  );
  t.is((await first.services.get(SessionStore).list(ada.accountId)).length, 1);
});
