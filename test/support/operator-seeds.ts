import { RequestRecordings } from '../../src/debugging/request-recordings.js';
import type { Owner } from './seeds.js';
import type { TestService } from './test-service.js';

/** For operations of operators on something of an account, or of the process: creates it with the id that is the example in the path. */
export const operatorSeeds: Record<string, (owner: Owner, service: TestService) => Promise<void>> = {
  getRecordedRequest: async (_owner, { services, clock }) => {
    const attributes = { 'http.request.method': 'GET', 'http.response.status_code': 200 };
    const nothing = { marks: [], steps: [], dropped: 0 };
    const requestId = '5f0c7a52-6b1e-4d6a-9c43-0d0b6f3f9a11';
    services.get(RequestRecordings).keep({ requestId, startedAt: new Date(clock.now()), durationMs: 1, attributes, ...nothing });
  },
  revokeUserKey: async (owner, { database }) => {
    const { id } = (await owner.post('/auth/keys', { name: 'Report', scopes: ['markets:read'] })).json;
    await database.database.query("update personal_keys set id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' where id = $1", [id]);
  },
};
