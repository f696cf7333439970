import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { type Received, type Receiver, receiverFor } from './receiver.js';
import { serviceFor } from './service-for.js';
import type { Json, TestClient } from './test-client.js';
import { PASSWORD, type TestService, type TestServiceOptions } from './test-service.js';

export interface WebhookService extends TestService {
  receiver: Receiver;
  /** Creates an account with an endpoint at the receiver. Default: subscribed to every event. */
  subscriber(
    path?: string,
    eventTypes?: string[],
  ): Promise<{ owner: Awaited<ReturnType<TestService['signedIn']>>; endpoint: Json }>;
  /** Appends a public event, queues its deliveries, and makes the attempts that are due. @returns its id */
  happen(feed?: string): Promise<string>;
  /** Queues deliveries of new events and makes the attempts that are due. */
  deliver(): Promise<void>;
  /**
   * Advances the time, with every attempt at its due time. Then signs the subscribers in again, because their tokens
   * expire meanwhile.
   */
  pass(ms: number): Promise<void>;
}

/** Starts a service whose webhooks can reach a receiver of the test and are sent when the test says so. */
export async function webhookServiceFor(
  t: ExecutionContext,
  options: TestServiceOptions = {},
): Promise<WebhookService> {
  const receiver = await receiverFor(t);
  const service = await serviceFor(t, { ...options, env: { SVC_OUTBOUND_ALLOW: '127.0.0.1', ...options.env } });
  const deliver = async () => {
    await service.settle();
    await service.jobs.runDue();
    await service.settle();
  };
  const owners: Array<Awaited<ReturnType<TestService['signedIn']>>> = [];
  const pass = async (ms: number) => {
    await service.jobs.pass(ms);
    await service.settle();
    for (const owner of owners) await owner.signIn(owner.email, PASSWORD);
  };
  const subscriber = async (path = '/hook', eventTypes = ['*']) => {
    const owner = await service.signedIn();
    owners.push(owner);
    const endpoint = await endpointOf(owner, receiver.url + path);
    await owner.post('/subscriptions', {
      name: 'All',
      eventTypes,
      delivery: { channel: 'webhook', endpointId: endpoint.id },
    });
    return { owner, endpoint };
  };
  const happen = async (feed = 'ais') => {
    const data = { feed, provider: 'simulator', status: 'down', previousStatus: 'ok' };
    const id = await service.services.get(EventLog).append(feedStatusChanged, { data, subject: `feed:${feed}` });
    await deliver();
    return id;
  };
  return { ...service, receiver, subscriber, happen, deliver, pass };
}

/** Creates an endpoint. @returns it as the response shows it */
export async function endpointOf(owner: TestClient, url: string): Promise<Json> {
  const { status, json } = await owner.post('/webhooks/endpoints', { url });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}

/** Returns the headers of the signature. */
export const signing = ({ headers }: Received) =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers[name] as string]),
  );

/**
 * Returns whether a delivery is signed with a secret, according to another implementation of Standard Webhooks; the age
 * of the signature is ignored.
 */
export function isSignedBy(secret: string, received: Received, body: Buffer = received.body): boolean {
  const now = Date.now;
  try {
    // The library uses the clock of the machine, but the service may have another time.
    Date.now = () => Number(received.headers['webhook-timestamp']) * 1_000;
    new Webhook(secret).verify(body, signing(received));
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}

/** Returns the only delivery of an event to an account, with its attempts. */
export async function deliveryOf(owner: TestClient, eventId: string): Promise<Json> {
  const { json } = await owner.get('/webhooks/deliveries?limit=200');
  const found = json.items.filter((item: Json) => item.eventId === eventId);
  if (found.length !== 1) throw new Error(`${found.length} deliveries of ${eventId}`);
  return (await owner.get(`/webhooks/deliveries/${found[0].id}`)).json;
}
