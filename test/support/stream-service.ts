import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { StreamHub } from '../../src/http/stream/stream-hub.js';
import { StreamSlots } from '../../src/http/stream/stream-slots.js';
import { StreamWatch } from '../../src/http/stream/stream-watch.js';
import type { Injectable } from '../../src/wiring/services.js';
import { BulletinBoard, BulletinsController, GrantedBulletinsController } from './controllers/bulletins.controller.js';
import { FaultsController } from './controllers/faults.controller.js';
import { serviceFor } from './service-for.js';
import type { TestClient } from './test-client.js';
import type { TestServiceOptions } from './test-service.js';

/**
 * Waits for a condition.
 * @throws if it does not become true within `limitMs`
 */
export async function until(condition: () => boolean, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within ${limitMs} ms: ${condition}`);
    await wait(5);
  }
}

/** Starts a service with the streams of bulletins.controller.ts. Its stream watch ticks when a test says so. */
export async function streamService(t: ExecutionContext, options: TestServiceOptions = {}) {
  const service = await serviceFor(t, {
    ...options,
    controllers: [BulletinsController, GrantedBulletinsController, FaultsController].map((controller) => ({
      controller,
      tag: 'timeline',
    })),
  });
  const [board, hub, watch] = [
    service.services.get(BulletinBoard),
    service.services.get(StreamHub),
    service.services.get(StreamWatch),
  ];
  /** Resolves when `count` streams have a source. */
  const followed = (count: number) => until(() => board.followers.size === count);
  /** Opens a connection with only a stream, which the test may or may not read. Resolves when the head has arrived. */
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
  /** Returns whether the account may open one more stream. */
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

/** Repeats work that may exceed a short deadline on a busy machine, such as a sign-in. */
export const patiently = async <Value>(work: () => Promise<Value>, attempts = 5): Promise<Value> =>
  work().catch((error: unknown) => {
    if (attempts === 1) throw error;
    return patiently(work, attempts - 1);
  });
