import 'reflect-metadata';
import test from 'ava';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { serviceFor } from '../support/service-for.js';

const [EARLIER, CURRENT, LOST] = ['an earlier', 'the current', 'a lost'].map(
  (which) => `${which} data secret of more than thirty-two bytes`,
) as [string, string, string];

test('settings of contacts and second factors are sealed again with the current data secret, and lost ones stay', async (t) => {
  const service = await serviceFor(t, { env: { SVC_DATA_SECRET: CURRENT, SVC_DATA_PREVIOUS_SECRETS: EARLIER } });
  const { database } = service.database;
  const sealed = async (vault: SecretVault) => {
    const owner = await service.signedIn();
    const delivery = { channel: 'ntfy', topic: 'desk' };
    const { id } = (await owner.post('/alerts/contacts', { name: 'Desk', delivery })).json;
    const settings = vault.seal(JSON.stringify(delivery), `alert contacts ${owner.accountId}`);
    await database.query('update alert_contacts set settings = $1 where id = $2', [settings, id]);
    const secret = vault.seal('a secret', `totp ${owner.accountId}`);
    await database.query('insert into second_factors (account_id, secret) values ($1, $2)', [owner.accountId, secret]);
    return async () => {
      const { rows } = await database.query<{ settings: string; secret: string }>(
        `select settings, secret from alert_contacts join second_factors using (account_id) where account_id = $1`,
        [owner.accountId],
      );
      return { id: owner.accountId, ...(rows[0] as { settings: string; secret: string }) };
    };
  };
  const known = await sealed(new SecretVault(EARLIER));
  const lost = await sealed(new SecretVault(LOST));
  const before = await lost();
  for (const job of ['alerts.reseal-contacts', 'auth.reseal-second-factors']) await service.jobs.run(job);

  const { id, settings, secret } = await known();
  const vault = new SecretVault(CURRENT);
  t.is(vault.open(settings, `alert contacts ${id}`), '{"channel":"ntfy","topic":"desk"}');
  t.is(vault.open(secret, `totp ${id}`), 'a secret');
  t.deepEqual(await lost(), before);
});
