import { PASSWORD, SECRET, type TestService } from './test-service.js';

export interface ObservedSecrets {
  accountId: string;
  /** Every token, cookie and password that was sent or received. */
  secrets: string[];
  /** Returns the places in the database and in the log lines where a secret is found. */
  leaks(): Promise<string[]>;
}

/**
 * Signs in, refreshes, changes and resets a password, and fails in every possible way. Keeps every secret that was sent
 * or received.
 */
export async function observeSecrets(service: TestService): Promise<ObservedSecrets> {
  const operator = await service.signedIn('operator', 'operator');
  const ada = await service.signedIn('ada');
  const wrong = 'a wrong password nobody uses';
  const changed = 'a password that came afterwards';
  const secrets = new Set<string>([PASSWORD, SECRET, wrong, changed]);
  const note = () => {
    for (const secret of [ada.token, ada.cookie, operator.token, operator.cookie])
      if (secret !== undefined) secrets.add(secret);
  };
  note();
  await ada.refresh();
  note();
  await service.client().signIn(ada.email, wrong);
  await service.client().post('/auth/login', { email: ada.email, password: wrong, [PASSWORD]: 1 });
  await service.client().post('/auth/login', undefined, {
    rawBody: `{"password":"${wrong}"`,
    headers: { 'content-type': 'application/json' },
  });
  await service
    .client()
    .get('/users/me', { token: 'a-forged.token-that.is-nobodys', headers: { cookie: 'svc_refresh=a-forged-cookie' } });
  secrets.add('a-forged.token-that.is-nobodys').add('a-forged-cookie');
  await ada.get(`/users/me?access_token=${ada.token}`);
  await ada.post('/auth/password', { currentPassword: wrong, newPassword: changed });
  const { json } = await ada.post('/auth/password', { currentPassword: PASSWORD, newPassword: changed });
  ada.token = json.accessToken;
  note();
  await ada.refresh();
  note();
  const { json: made } = await ada.post(
    '/auth/keys',
    { name: 'Report', scopes: ['markets:read'] },
    { headers: { 'idempotency-key': 'one-key' } },
  );
  const program = service.client();
  program.token = (await program.post('/auth/token', { key: made.key })).json.accessToken;
  await service.client().post('/auth/token', { key: made.key, [made.key]: 1 });
  await service.client().get(`/users/me?key=${made.key}`);
  secrets.add(made.key).add(program.token as string);
  for (const caller of [ada, program]) {
    const { ticket } = (await caller.post('/auth/tickets', { path: '/api/v1/markets/candles/AAPL.US' })).json;
    for (const path of ['/markets/candles/AAPL.US', '/markets/candles/AAPL.US.svg', '/users/me', '/nothing'])
      await service.client().get(`${path}?ticket=${ticket}`);
    secrets.add(ticket);
  }
  const reset = await operator.post(`/admin/users/${ada.accountId}/reset-password`);
  secrets.add(reset.json.temporaryPassword);
  // The signature of a token alone is a secret too, because it cannot be guessed.
  for (const secret of [...secrets])
    if (secret.split('.').length === 3) secrets.add(secret.split('.').at(-1) as string);

  const leaks = async () => {
    const { database } = service.database;
    const { rows } = await database.query<{ name: string }>(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
    );
    const places: Array<[string, string]> = service.logged.map((line) => ['log', line]);
    for (const { name } of rows) {
      const table = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
      places.push(...table.rows.map(({ row }): [string, string] => [name, row]));
    }
    return places.flatMap(([place, text]) =>
      [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret} in ${text}`),
    );
  };
  return { accountId: ada.accountId, secrets: [...secrets], leaks };
}
