import { clientOf, type ProviderSetup, ProviderVisitor, type RunningProvider, startProvider } from './oidc-provider.js';
import type { Json, TestClient } from './test-client.js';
import { startTestService } from './test-service.js';

/** Claims of everyone who signs in, unless a test changes them. */
export const CLAIMS = { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace', groups: ['staff'] };

export type OidcScene = Awaited<ReturnType<typeof startOidcScene>>;

/**
 * Starts two providers and a service that signs in with them: `keycloak` and `other` create accounts, `linked` signs in
 * linked ones alone, and `down` does not answer.
 */
export async function startOidcScene() {
  const providers: [RunningProvider, RunningProvider] = [await startProvider(), await startProvider()];
  const [first, second] = providers;
  const service = await startTestService({
    env: {
      SVC_SIGN_IN_LIMIT: '100000',
      SVC_OUTBOUND_ALLOW: '127.0.0.1',
      SVC_OIDC_PROVIDERS: 'keycloak,other,linked,down',
      ...settingsOf('KEYCLOAK', first.issuer, {
        SIGN_UP: 'open',
        ROLE_CLAIM: 'groups',
        OPERATOR_VALUES: 'admins',
        USER_VALUES: 'staff',
      }),
      ...settingsOf('OTHER', second.issuer, { SIGN_UP: 'open', NAME: 'The other one' }),
      ...settingsOf('LINKED', first.issuer, {}),
      ...settingsOf('DOWN', 'http://127.0.0.1:9', {}),
    },
  });
  const back = ['keycloak', 'other', 'linked'].map((id) => `${service.url}/sign-in/${id}`);
  for (const provider of providers)
    await provider.change({ clients: [clientOf(service.url, 'keycloak', { redirect_uris: back })], claims: CLAIMS });
  let subjects = 0;
  return {
    providers,
    service,
    /** Lets both providers sign everyone in as a new subject. */
    newPerson: async (changes: Partial<ProviderSetup> & { newKey?: boolean } = {}) => {
      subjects += 1;
      const user = `subject-${subjects}`;
      const claims = { ...CLAIMS, email: `${user}@example.org`, ...changes.claims };
      for (const provider of providers)
        await provider.change({ forgery: null, clockOffsetSeconds: null, ...changes, user, claims });
      return { user, email: claims.email as string };
    },
    /** Returns the latest audit entry of an action. */
    lastAudit: async (action: string): Promise<Json> =>
      (
        await service.database.database.query(
          'select subject, detail from audit_entries where action = $1 order by sequence desc limit 1',
          [action],
        )
      ).rows[0],
    close: async () => {
      await service.close();
      for (const provider of providers) await provider.close();
    },
  };
}

function settingsOf(id: string, issuer: string, more: Record<string, string>): Record<string, string> {
  const { client_id, client_secret } = clientOf('', '');
  const settings = { ISSUER: issuer, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, ...more };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`SVC_OIDC_${id}_${name}`, value]));
}

/** Goes through the provider. @returns the body for the callback */
export async function answered(caller: TestClient, id: string, start = `/auth/oidc/${id}/start`, body?: object) {
  const started = await caller.post(start, body);
  if (started.status !== 200) throw new Error(`${start}: ${started.status} ${JSON.stringify(started.json)}`);
  const { authorizationUrl, flowToken } = started.json;
  return { flowToken, callbackQuery: await new ProviderVisitor().signIn(authorizationUrl) };
}

/** Completes a sign-in. @param body as `answered` returns it */
export const finish = (caller: TestClient, id: string, body: object) => caller.post(`/auth/oidc/${id}/callback`, body);

/** Signs in at a provider. */
export async function signInAt(id: string, caller: TestClient) {
  return { caller, ...(await finish(caller, id, await answered(caller, id))) };
}
