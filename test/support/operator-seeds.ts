import type { Owner } from './seeds.js';
import type { TestService } from './test-service.js';

/** For operations of operators on something of an account: gives it to the account, with the id that is the example in the path. */
export const operatorSeeds: Record<string, (owner: Owner, service: TestService) => Promise<void>> = {
  revokeUserKey: async (owner, { database }) => {
    const { id } = (await owner.post('/auth/keys', { name: 'Report', scopes: ['markets:read'] })).json;
    await database.database.query("update personal_keys set id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' where id = $1", [id]);
  },
};
