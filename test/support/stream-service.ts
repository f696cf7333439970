import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { StreamHub } from '../../src/http/stream/stream-hub.js';
import { StreamSlots } from '../../src/http/stream/stream-slots.js';
import { StreamWatch } from '../../src/http/stream/stream-watch.js';
import type { Injectable } from '../../src/wiring/services.js';
import { BulletinBoard, BulletinsController } from './controllers/bulletins.controller.js';
import { FaultsController } from './controllers/faults.controller.js';
import { serviceFor } from './service-for.js';
import type { TestClient } from './test-client.js';
import type { TestServiceOptions } from './test-service.js';

/**
 * Waits for a condition. The limit only ends what would never come.
 * @throws when it does not come true within `limitMs`
 */
export async function until(condition: () => boolean, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within ${limitMs} ms: ${condition}`);
    await wait(5);
  }
}

/** A service with the streams of bulletins.controller.ts. Its watch ticks when a test says so. */
export async function streamService(t: ExecutionContext, options: TestServiceOptions = {}) {
  const service = await serviceFor(t, {
    ...options,
    controllers: [BulletinsController, FaultsController].map((controller) => ({ controller, tag: 'timeline' })),
  });
  const [board, hub, watch] = [
    service.services.get(BulletinBoard),
    service.services.get(StreamHub),
    service.services.get(StreamWatch),
  ];
  /** Resolves when `count` streams have a source. */
  const followed = (count: number) => until(() => board.followers.size === count);
  /** A connection that carries a stream and nothing else, to be read or not. Its head has come. */
  const rawStream = async ({ token }: TestClient): Promise<Socket> => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    t.teardown(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(`GET /api/v1/bulletins/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(String(head));
    return socket;
  };
  /** True when the account may open one more. */
  const hasCapacity = async ({ accountId }: { accountId: string }) => {
    const [places, place] = [
      service.services.get(StreamSlots as Injectable<StreamSlots>),
      { accountId, id: 'one more' },
    ];
    const taken = await places.take(place);
    if (taken) await places.release(place);
    return taken;
  };
  return { ...service, board, hub, watch, followed, rawStream, hasCapacity };
}

/** On a busy machine a sign-in may exceed a deadline that is short for a test. */
export const patiently = async <Value>(work: () => Promise<Value>, attempts = 5): Promise<Value> =>
  work().catch((error: unknown) => {
    if (attempts === 1) throw error;
    return patiently(work, attempts - 1);
  });
