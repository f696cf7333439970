import test from 'ava';
import { StoreUnavailable } from '../../../src/cache/store-unavailable.js';
import { FallbackStreamSlots } from '../../../src/http/stream/fallback-stream-slots.js';
import { MemoryStreamSlots } from '../../../src/http/stream/memory-stream-slots.js';
import { streamSlotsContract } from '../../contract/stream-slots.contract.js';

streamSlotsContract(test, async () => ({ places: new MemoryStreamSlots(3), close: async () => {} }));

test('an account without streams uses no memory', async (t) => {
  const places = new MemoryStreamSlots(3);
  await places.take({ accountId: 'ada', id: '1' });
  await places.release({ accountId: 'ada', id: '1' });
  t.is(places.size, 0);
});

test('only an unavailable store has a fallback: any other failure is thrown and opens no stream', async (t) => {
  class Broken extends MemoryStreamSlots {
    override async take(): Promise<boolean> {
      throw failure;
    }
  }
  let failure: Error = new StoreUnavailable('away');
  const local = new MemoryStreamSlots(1);
  const places = new FallbackStreamSlots(new Broken(1), local);
  t.true(await places.take({ accountId: 'ada', id: '1' }));
  t.false(await places.take({ accountId: 'ada', id: '2' }), 'the ceiling holds for this process');
  failure = new TypeError('a fault');
  await t.throwsAsync(places.take({ accountId: 'bob', id: '3' }), { message: 'a fault' });
  failure = new StoreUnavailable('away');
  t.true(await places.take({ accountId: 'bob', id: '4' }), 'the failure kept no place');
});
