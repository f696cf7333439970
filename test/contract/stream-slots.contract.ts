import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { StreamSlots } from '../../src/http/stream/stream-slots.js';

export interface StreamSlotsSetup {
  /** A store with three slots per account. */
  places: StreamSlots;
  close(): Promise<void>;
}

const place = (accountId: string) => ({ accountId, id: randomUUID() });

/** Registers the tests that every store of stream slots must pass. */
export function streamSlotsContract(test: TestFn, open: () => Promise<StreamSlotsSetup>): void {
  const fact = (title: string, body: (t: ExecutionContext, places: StreamSlots) => Promise<void>) =>
    test(title, async (t) => {
      const { places, close } = await open();
      await body(t, places).finally(close);
    });

  fact('an account has at most the limit of slots, also under concurrent requests', async (t, places) => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => places.take(place('ada'))));
    t.is(taken.filter(Boolean).length, 3);
    t.true(await places.take(place('bob')));
  });

  fact('a released slot is available to another stream, and only once', async (t, places) => {
    const held = [place('ada'), place('ada'), place('ada')];
    for (const one of held) t.true(await places.take(one));
    await places.release(held[1]!);
    await places.release(held[1]!);
    t.true(await places.take(place('ada')));
    t.false(await places.take(place('ada')));
    await places.release(place('ada'));
    t.false(await places.take(place('ada')), 'what was never taken is no place');
  });

  fact('renewing does not take a second slot', async (t, places) => {
    const held = [place('ada'), place('ada'), place('bob')];
    for (const one of held) await places.take(one);
    await places.renew(held);
    await places.renew([]);
    t.true(await places.take(place('ada')));
    t.false(await places.take(place('ada')));
  });
}
