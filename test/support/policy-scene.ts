import type { ExecutionContext } from 'ava';
import { AlertScene } from './alert-scene.js';
import { FakeMarketProvider } from './fake-market-provider.js';
import type { Json, TestClient } from './test-client.js';
import { PASSWORD } from './test-service.js';
import { type WebhookService, webhookServiceFor } from './webhook-service.js';

/** An account with a rule on the price of Apple above 100, whose policies notify a receiver of the test. */
export interface PolicyScene {
  service: WebhookService;
  ada: TestClient & { accountId: string };
  rule: Json;
  /** Creates a contact at the receiver. @returns its id */
  contact(name: string, delivery?: object): Promise<string>;
  policy(fields: object): Promise<Json>;
  /** Sets the price of Apple: above 100 fires. */
  price(price: number): Promise<void>;
  /** Advances the time in steps (default: one minute), with everything that becomes due. */
  pass(minutes: number, stepMinutes?: number): Promise<void>;
  /** Returns the messages to ntfy topics so far, oldest first, as `topic: title`. */
  sent(): string[];
  /** Returns the notifications of the account, oldest first. */
  notifications(): Promise<Json[]>;
  alert(): Promise<Json>;
}

export async function policyScene(t: ExecutionContext, ruleFields: object = {}): Promise<PolicyScene> {
  const service = await webhookServiceFor(t, { marketProviders: [new FakeMarketProvider('simulator')] });
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const ada = await service.signedIn();
  const condition = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 100 };
  const rule = (await ada.post('/alerts/rules', { name: 'Apple', condition, ...ruleFields })).json;
  const settle = async () => {
    await scene.settle();
    await service.deliver();
  };
  const made = async (path: string, body: object) => {
    const { status, json } = await ada.post(path, body);
    t.is(status, 201, JSON.stringify(json));
    return json;
  };
  return {
    service,
    ada,
    rule,
    contact: async (name, delivery = { channel: 'ntfy', topic: name, url: `${service.receiver.url}/ntfy` }) =>
      (await made('/alerts/contacts', { name, delivery })).id,
    policy: (fields) => made('/alerts/policies', { name: 'Desk', ...fields }),
    price: async (price) => {
      await scene.quote('AAPL.US', price);
      await settle();
    },
    pass: async (minutes, stepMinutes = 1) => {
      for (let passed = 0; passed < minutes; passed += stepMinutes) {
        service.clock.advance(stepMinutes * 60_000);
        await settle();
      }
      await ada.signIn((ada as unknown as { email: string }).email, PASSWORD);
    },
    sent: () =>
      service.receiver.received
        .filter(({ path }) => path === '/ntfy')
        .map(({ body }) => JSON.parse(body.toString()))
        .map(({ topic, title }) => `${topic}: ${title}`),
    notifications: async () => (await ada.get('/alerts/notifications?order=asc&limit=200')).json.items,
    alert: async () => (await ada.get('/alerts')).json.items[0],
  };
}
