import 'reflect-metadata';
import test from 'ava';
import { LOST_SECRET } from '../../../src/features/webhooks/endpoint.js';
import { LostSecrets } from '../../../src/features/webhooks/lost-secrets.service.js';
import { ManualClock } from '../../support/manual-clock.js';

interface Endpoint {
  id: string;
  secret: string;
  isLost: boolean;
}

/** Returns the service over endpoints in memory, and the ids of the endpoints that it has disabled. */
function lostSecrets(endpoints: readonly Endpoint[], gone: ReadonlySet<string> = new Set()) {
  const disabled: string[] = [];
  const service = new LostSecrets(
    {
      all: async (limit: number, after?: string) =>
        endpoints.filter(({ id }) => after === undefined || id > after).slice(0, limit),
      hold: async (id: string) => (gone.has(id) ? undefined : endpoints.find((endpoint) => endpoint.id === id)),
      sealingKeys: async () => [
        { sample: 'known', endpoints: 2 },
        { sample: 'other', endpoints: 3 },
        { sample: 'third', endpoints: 4 },
      ],
    } as never,
    { isLost: (endpoint: Endpoint) => endpoint.isLost } as never,
    { areLost: () => false } as never,
    { disable: async ({ id }: Endpoint) => void disabled.push(id) } as never,
    { hasKeyOf: (sample: string) => sample === 'known' } as never,
    { transaction: (work: () => Promise<boolean>) => work() } as never,
    new ManualClock(),
  );
  return { service, disabled };
}

const endpoint = (index: number, changes: Partial<Endpoint> = {}): Endpoint => ({
  id: String(index).padStart(4, '0'),
  secret: 'sealed',
  isLost: true,
  ...changes,
});

test('only endpoints whose secrets are lost and not yet discarded are disabled', async (t) => {
  const { service, disabled } = lostSecrets(
    [endpoint(1), endpoint(2, { isLost: false }), endpoint(3, { secret: LOST_SECRET }), endpoint(4)],
    new Set(['0004']),
  );
  t.is(await service.discard(), 1);
  t.deepEqual(disabled, ['0001']);
});

for (const count of [0, 499, 500, 501, 1_000]) {
  test(`all of ${count} endpoints with lost secrets are discarded`, async (t) => {
    const { service, disabled } = lostSecrets(Array.from({ length: count }, (_, index) => endpoint(index)));
    t.is(await service.discard(), count);
    t.is(new Set(disabled).size, count);
  });
}

test('the error that prevents the start counts the endpoints of all missing keys', async (t) => {
  await t.throwsAsync(lostSecrets([]).service.refuse(), { message: /secrets of 7 webhook endpoint/ });
});
