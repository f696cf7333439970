import { AnnouncementRepository } from '../../src/announcements/announcement.repository.js';
import { RequestRecordings } from '../../src/debugging/request-recordings.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import type { Owner } from './seeds.js';
import type { TestService } from './test-service.js';

/** Creates an announcement that has the id of the account, which is used in the path. */
const announcement = async ({ accountId }: Owner, { services, clock }: TestService): Promise<void> => {
  const now = new Date(clock.now());
  const rest = { endsAt: null, publishedAt: now, version: 1, createdAt: now, updatedAt: now };
  await services
    .get(AnnouncementRepository)
    .insert({ id: accountId, text: 'Maintenance', severity: 'info', startsAt: now, ...rest });
};

/** Creates a failed run that has the id of the account, which is used in the path. */
const failedRun = async ({ accountId }: Owner, { database: { database } }: TestService): Promise<void> => {
  const jobs = new PgBossJobs(database, () => {});
  jobs.register({ name: 'test.fails', run: async () => undefined });
  await jobs.start({ work: false });
  await jobs.send('test.fails', {});
  await jobs.stop(0);
  await database.query(
    `update jobs.job set id = $1, state = 'failed', completed_on = now() where name = 'test.fails' and state <> 'failed'`,
    [accountId],
  );
};

/**
 * Functions by operation id: each creates the record that an operation of operators needs, with the id that tests put
 * into the path.
 */
export const operatorSeeds: Record<string, (owner: Owner, service: TestService) => Promise<void>> = {
  getAnnouncement: announcement,
  updateAnnouncement: announcement,
  deleteAnnouncement: announcement,
  retryJobRun: failedRun,
  deleteJobRun: failedRun,
  getRecordedRequest: async (_owner, { services, clock }) => {
    const attributes = { 'http.request.method': 'GET', 'http.response.status_code': 200 };
    const nothing = { marks: [], steps: [], dropped: 0 };
    const requestId = '5f0c7a52-6b1e-4d6a-9c43-0d0b6f3f9a11';
    services
      .get(RequestRecordings)
      .keep({ requestId, startedAt: new Date(clock.now()), durationMs: 1, attributes, ...nothing });
  },
  disableWebhookEndpoint: async (owner, { database: { database } }) => {
    const { id } = (await owner.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/hook' })).json;
    await database.query('update webhook_endpoints set id = $1 where id = $2', [owner.accountId, id]);
  },
  revokeUserKey: async (owner, { database }) => {
    const { id } = (await owner.post('/auth/keys', { name: 'Report', scopes: ['markets:read'] })).json;
    await database.database.query(
      "update personal_keys set id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f' where id = $1",
      [id],
    );
  },
};
