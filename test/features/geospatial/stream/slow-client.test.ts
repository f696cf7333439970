import 'reflect-metadata';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { StreamTicker } from '../../../../src/features/geospatial/stream/stream-ticker.js';
import { StreamHub } from '../../../../src/http/stream/stream-hub.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { SECOND, serviceFor } from '../../../support/service-for.js';
import { until } from '../../../support/stream-service.js';

const SHIPS = 2_000;

test('a client that does not read for 30 seconds is disconnected; other clients are not affected', async (t) => {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const { url, services, signedIn } = await serviceFor(t, { parts: { clock, timers } });
  const [picture, ticker, hub] = [services.get(LiveState), services.get(StreamTicker), services.get(StreamHub)];
  const moveAll = () => {
    // A report with the time of the previous one would be ignored.
    clock.advance(1);
    const now = clock.now();
    for (let key = 0; key < SHIPS; key += 1) {
      picture.takeVessel({
        key: 210_000_000 + key,
        provider: 'test',
        observedAt: now,
        receivedAt: now,
        lat: 51 + key / SHIPS,
        lon: 4,
        speedKnots: ticker.tickCount % 30,
      });
    }
  };
  moveAll();
  const caller = await signedIn();
  const { hostname, port } = new URL(url);
  const idle = connect(Number(port), hostname);
  t.teardown(() => idle.destroy());
  idle.on('error', () => {});
  idle.write(
    `GET /api/v1/geospatial/stream?layer=vessels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`,
  );
  await once(idle, 'data');
  idle.pause();
  const reader = await caller.stream('/geospatial/stream?layer=vessels&bbox=3,51.9,5,51.902');
  await reader.next(({ event }) => event === 'current');
  await until(() => ticker.size === 2);
  for (let second = 0; second < 300 && hub.dropped === 0; second += 1) {
    moveAll();
    await timers.advance(SECOND);
    // Waits until the reports are sent. At first, the operating system buffers the reports for the idle client.
    await reader.next(({ event }) => event === 'current');
  }
  t.deepEqual([hub.dropped, ticker.size], [1, 1]);
  moveAll();
  await timers.advance(SECOND);
  t.is((await reader.next()).event, 'vessel');
});
