import test from 'ava';
import type { Parameter } from '../../src/api/open-api-document.js';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { knowFewShares } from '../support/few-shares.js';
import { keepSettings } from '../support/keep-settings.js';
import { parametersOf } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** Statuses of rejections that a wrong example would cause. */
const causedByExamples = [400, 412, 415, 422];
/** Operations that call a URL of the request at once. The host in their examples does not exist. */
const fetchesUrl = ['previewNewsFeed', 'previewPriceAddress'];
/** Operations whose examples name what exists for one account alone: its own resource, or a started registration. */
const namesOwn = ['createGrant', 'addPasskey', 'createAlertPolicy', 'createOnCallSchedule'];
/**
 * The day of the times in the examples. The clock of the test is set to it, because operations reject times too far in
 * the past.
 */
const examplesAreOf = Date.parse('2026-11-21T00:00:00.000Z');

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_RATE_LIMIT: '1000000', SVC_SIGN_IN_LIMIT: '1000000', SVC_REGISTRATION_LIMIT: '1000000' },
  });
  keepSettings(service);
  knowFewShares(service);
  service.clock.advance(examplesAreOf - service.clock.now());
  // The example of a bookmark names this event, so it must exist.
  const { example } =
    service.app.document.paths['/api/v1/timeline/bookmarks']?.post?.requestBody?.content['application/json'] ?? {};
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
  await service.services
    .get(EventLog)
    .append(feedStatusChanged, { data, id: (example as { eventId: string }).eventId });
  await service.settle();
});
test.after.always(() => service.close());

type Caller = Awaited<ReturnType<TestService['signedIn']>>;

const exampleOf = ({ example, schema }: Parameter) => example ?? (schema.examples as unknown[] | undefined)?.[0];
const written = (value: unknown) => [value].flat().join(',');

/**
 * Returns an id for the `{id}` of a path. Creates the record first, with the example body of the operation that creates
 * such records.
 */
async function recordFor(caller: Caller, path: string): Promise<string> {
  if (path.startsWith('/api/v1/admin/users/')) return (await service.signedIn()).accountId;
  const list = path.slice(0, path.indexOf('/{id}'));
  const body = service.app.document.paths[list]?.post?.requestBody?.content['application/json']?.example;
  if (body === undefined) return caller.accountId;
  // Without a record, the id of nothing gives a 404.
  return (await caller.post(list.slice('/api/v1'.length), body)).json.id ?? caller.accountId;
}

test('every operation accepts the examples in its description when all are sent together', async (t) => {
  const refused: string[] = [];
  const readers = { operator: await service.signedIn(undefined, 'operator'), user: await service.signedIn() };
  let taken = 0;
  for (const { path, method, operation } of operationsOf(service.app.document)) {
    const role = ((operation['x-roles'] ?? []) as string[]).includes('operator') ? 'operator' : 'user';
    const caller = method === 'get' ? readers[role] : await service.signedIn(undefined, role);
    const id = path.includes('{id}') ? await recordFor(caller, path) : '';
    const shown = parametersOf(service.app.document, operation).filter((one) => exampleOf(one) !== undefined);
    const query = new URLSearchParams(
      shown.filter((one) => one.in === 'query').map((one): [string, string] => [one.name, written(exampleOf(one))]),
    );
    const headers = Object.fromEntries(
      shown.filter((one) => one.in === 'header').map((one) => [one.name, written(exampleOf(one))]),
    );
    const values = new Map(shown.filter((one) => one.in === 'path').map((one) => [one.name, written(exampleOf(one))]));
    const address = path
      .slice('/api/v1'.length)
      .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(name === 'id' ? id : (values.get(name) ?? '')));
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? { '': undefined })) {
      const body = typeof media?.example === 'string' ? media.example : JSON.stringify(media?.example);
      const options =
        body === undefined ? { headers } : { rawBody: body, headers: { ...headers, 'content-type': type } };
      const { status, text } = await caller.call(
        method.toUpperCase(),
        `${address}${query.size > 0 ? `?${query}` : ''}`,
        options,
      );
      if (status < 300) taken += 1;
      if ([...fetchesUrl, ...namesOwn].includes(operation.operationId) && status === 422) continue;
      if (causedByExamples.includes(status)) refused.push(`${operation.operationId} ${type}: ${status} ${text}`);
    }
  }
  t.deepEqual(refused, []);
  t.true(taken > 80, `${taken} succeeded`);
  t.log(`${taken} succeeded`);
});
