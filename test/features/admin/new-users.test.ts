import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { mailServiceFor } from '../../support/mail-service.js';
import { DAY, serviceFor } from '../../support/service-for.js';

const PASSWORD = 'a longer and better sentence';

test('an operator creates an account while registration is closed, with a temporary password that must be changed', async (t) => {
  const service = await serviceFor(t);
  const [chief, user] = [await service.signedIn('chief', 'operator'), await service.signedIn()];
  await chief.patch('/admin/settings', { registration: 'closed' });
  const made = await chief.post('/admin/users', { email: 'New@Watchfloor.Test', displayName: 'New' });
  t.is(made.status, 201);
  t.like(made.json, { email: 'new@watchfloor.test', role: 'user', passwordChangeDue: true, disabled: false });
  t.is((await chief.get(made.headers.get('location')?.replace('/api/v1', '') as string)).json.id, made.json.id);
  const signIn = await service
    .client()
    .post('/auth/login', { email: 'new@watchfloor.test', password: made.json.temporaryPassword });
  t.is(signIn.status, 200);
  t.is(
    (await chief.post('/admin/users', { email: 'new@watchfloor.test', displayName: 'Again' })).json.code,
    'email_taken',
  );
  t.is(
    (await chief.post('/admin/users', { email: 'third@watchfloor.test', displayName: 'Third', invite: true })).json
      .code,
    'conflict',
  );
  t.is((await chief.get('/admin/users?q=third')).json.items.length, 0);
  const operator = await chief.post('/admin/users', {
    email: 'second@watchfloor.test',
    displayName: 'Second',
    role: 'operator',
  });
  t.is(operator.json.role, 'operator');
  t.like((await chief.get('/admin/audit?action=user.added')).json.items[0], {
    actorId: chief.accountId,
    subject: operator.json.id,
    detail: { role: 'operator', invited: false },
  });
  isProblem(t, await user.post('/admin/users', { email: 'x@watchfloor.test', displayName: 'X' }), 403, 'forbidden');
});

test('an invitation is a link that sets the password once, within seven days', async (t) => {
  const service = await mailServiceFor(t);
  const chief = await service.signedIn('chief', 'operator');
  const invited = async (name: string) => {
    const { json } = await chief.post('/admin/users', { email: `${name}@watchfloor.test`, displayName: name });
    t.is(json.temporaryPassword, null);
    await service.deliver();
    const mail = service.sink.mails.at(-1);
    return /#reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
  };
  const accept = (token: string) => service.client().post('/auth/password/reset', { token, newPassword: PASSWORD });
  const [token, late] = [await invited('first'), await invited('second')];
  service.clock.advance(7 * DAY - 60_000);
  t.is((await accept(token)).status, 204);
  isProblem(t, await accept(token), 404, 'not_found');
  t.is(
    (await service.client().post('/auth/login', { email: 'first@watchfloor.test', password: PASSWORD })).status,
    200,
  );
  service.clock.advance(120_000);
  isProblem(t, await accept(late), 404, 'not_found');
});
