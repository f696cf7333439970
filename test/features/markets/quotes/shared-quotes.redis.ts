import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { QuoteBusRunner } from '../../../../src/features/markets/quotes/quote-bus.runner.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { type RedisSpace, redisSpace } from '../../../support/redis.js';
import { serviceFor } from '../../../support/service-for.js';

/** Starts an instance of the service with its own Redis connection and provider. */
async function instance(t: ExecutionContext, { redis }: RedisSpace) {
  const provider = new FakeMarketProvider('eodhd').knows('AAPL.US', 231.41).knows('EURUSD.FOREX', 1.0823);
  const service = await serviceFor(t, { marketProviders: [provider], parts: { redis } });
  const runner = service.services.get(QuoteBusRunner);
  await runner.start();
  t.teardown(() => runner.stop());
  return { provider, caller: await service.signedIn() };
}

test('requests for a quote at two processes cost one call to the provider', async (t) => {
  const keyPrefix = `test:${randomUUID()}:`;
  const spaces = [await redisSpace(keyPrefix), await redisSpace(keyPrefix)] as const;
  t.teardown(async () => {
    await spaces[1].redis.close();
    await spaces[0].close();
  });
  const instances = [await instance(t, spaces[0]), await instance(t, spaces[1])];
  const answers = await Promise.all(
    instances.map(({ caller }) => caller.get('/markets/quotes?symbol=AAPL.US,EURUSD.FOREX')),
  );
  for (const { status, json } of answers)
    t.deepEqual([status, json.items.map(({ price }: { price: number }) => price)], [200, [231.41, 1.0823]]);
  t.deepEqual(instances.flatMap(({ provider }) => provider.asked.flat()).sort(), ['AAPL.US', 'EURUSD.FOREX']);
});
