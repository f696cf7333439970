import { AnnouncementRepository } from '../../src/announcements/announcement.repository.js';
import { RequestRecordings } from '../../src/debugging/request-recordings.js';
import type { Owner } from './seeds.js';
import type { TestService } from './test-service.js';

/** An announcement with the id of the account, which is the one in the path. */
const announcement = async ({ accountId }: Owner, { services, clock }: TestService): Promise<void> => {
  const now = new Date(clock.now());
  const rest = { endsAt: null, publishedAt: now, version: 1, createdAt: now, updatedAt: now };
  await services.get(AnnouncementRepository).insert({ id: accountId, text: 'Maintenance', severity: 'info', startsAt: now, ...rest });
};

/** For operations of operators on something of an account, or of the process: creates it with the id that is the example in the path. */
export const operatorSeeds: Record<string, (owner: Owner, service: TestService) => Promise<void>> = {
  getAnnouncement: announcement,
  updateAnnouncement: announcement,
  deleteAnnouncement: announcement,
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
