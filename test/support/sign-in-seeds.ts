import { IdentityRepository } from '../../src/features/auth/credentials/identity.repository.js';
import { PasskeyRepository } from '../../src/features/auth/credentials/passkey.repository.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import type { Owner, Seed } from './seeds.js';
import type { TestService } from './test-service.js';

const common = (owner: Owner, { clock }: TestService) => {
  const now = new Date(clock.now());
  return { id: uuidV7(), accountId: owner.accountId, version: 1, createdAt: now, updatedAt: now, lastUsedAt: null };
};

/** Stores a passkey of the account, without an authenticator. */
const passkey = async (owner: Owner, service: TestService): Promise<Seed> => {
  const fields = common(owner, service);
  await service.services.get(PasskeyRepository).insert({
    ...fields,
    name: 'Phone',
    credentialId: `credential-${fields.id}`,
    publicKey: new Uint8Array([1]),
    counter: 0,
    transports: ['internal'],
    isSynced: false,
  });
  const isThere = async () => (await owner.get('/auth/passkeys')).json.items[0]?.version === 1;
  return { id: fields.id, isThere };
};

/** Links an identity to the account, without a provider. */
const identity = async (owner: Owner, service: TestService): Promise<Seed> => {
  const fields = common(owner, service);
  const issuer = 'https://sso.example.org';
  const named = { provider: 'sso', issuer, subject: fields.id, label: 'ada@example.org' };
  await service.services.get(IdentityRepository).insert({ ...fields, ...named });
  const isThere = async () => (await owner.get('/auth/identities')).json.items.length === 1;
  return { id: fields.id, isThere };
};

/** Functions that create passkeys and identities, by the operation that reads or changes them. */
export const signInSeeds = {
  getPasskey: passkey,
  updatePasskey: passkey,
  removePasskey: passkey,
  unlinkIdentity: identity,
};
