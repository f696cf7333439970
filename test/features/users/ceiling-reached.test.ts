import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { CeilingNoticeService } from '../../../src/features/users/ceiling-notice.service.js';
import { MemoryWindowStore } from '../../../src/http/rate-limit/memory-window-store.js';
import type { WindowHit } from '../../../src/http/rate-limit/window-store.js';
import { WindowStore } from '../../../src/http/rate-limit/window-store.js';
import { Clock } from '../../../src/time/clock.js';
import { problemOf } from '../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

async function untilRefused(client: TestClient): Promise<string> {
  for (;;) {
    const answer = await client.get('/users/me');
    if (answer.status !== 200) return problemOf(answer);
  }
}

/** Waits for at least `count` events of the type `account.ceiling_reached`. @returns the events of the account */
async function notices({ services, settle }: TestService, accountId: string, count: number) {
  for (;;) {
    await settle();
    const events = await services.get(EventLog).timeline(accountId, { types: ['account.ceiling_reached'] }, 50);
    if (events.length >= count) return events;
  }
}

test('an account that reaches its request limit is notified once an hour, with its limit', async (t) => {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '3', SVC_RATE_WINDOW_SECONDS: '60' } });
  const ada = await service.signedIn();
  for (let window = 0; window < 3; window += 1) {
    t.is(await untilRefused(ada), '429 rate_limited');
    t.is(await untilRefused(ada), '429 rate_limited');
    service.clock.advance(MINUTE);
  }
  const [event, ...others] = await notices(service, ada.accountId, 1);
  t.deepEqual([event?.data, event?.audience, others.length], [{ limit: 3, windowSeconds: 60 }, 'owner', 0]);
  service.clock.advance(HOUR);
  await ada.signIn(ada.email, 'correct horse battery staple');
  t.is(await untilRefused(ada), '429 rate_limited');
  t.is((await notices(service, ada.accountId, 2)).length, 2);
});

test('two processes with shared windows send one notification', async (t) => {
  const { services, settle, signedIn } = await serviceFor(t);
  const { accountId } = await signedIn();
  const [events, shared] = [services.get(EventLog), new MemoryWindowStore(services.get(Clock))];
  const failures: unknown[] = [];
  const log = { error: (fields: unknown) => void failures.push(fields) } as never;
  const appended = Promise.withResolvers<void>();
  const watched = Object.assign(Object.create(events), {
    append: async (...given: Parameters<EventLog['append']>) => {
      await events.append(...given);
      appended.resolve();
    },
  });
  for (const notice of [new CeilingNoticeService(shared, watched, log), new CeilingNoticeService(shared, watched, log)])
    for (let refusal = 0; refusal < 5; refusal += 1) notice.reached(accountId, { limit: 3, windowSeconds: 60 });
  await appended.promise;
  await settle();
  t.is((await events.timeline(accountId, { types: ['account.ceiling_reached'] }, 50)).length, 1);
  t.deepEqual(failures, []);
});

test('a notification that cannot be written is logged, and the 429 is unchanged', async (t) => {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '3' } });
  const ada = await service.signedIn();
  await service.database.database.query('alter table event_inbox rename to lost');
  t.is(await untilRefused(ada), '429 rate_limited');
  t.is((await ada.get('/users/me')).json.code, 'rate_limited');
  const isLogged = () =>
    service.logged.some((line) => line.includes('Recording a reached limit failed') && line.includes(ada.accountId));
  while (!isLogged()) await ada.get('/users/me');
  t.pass();
});

test('a 429 does not wait for the notification', async (t) => {
  class StuckStore extends WindowStore {
    hit = () => new Promise<WindowHit>(() => {});
  }
  const { services } = await serviceFor(t);
  const notice = new CeilingNoticeService(new StuckStore(), services.get(EventLog), undefined as never);
  t.is(notice.reached('ada', { limit: 3, windowSeconds: 60 }), undefined);
});
