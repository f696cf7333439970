// Our server with twenty thousand vessels and aircraft over Europe, each of which the bench moves every five seconds.
// The limits on streams are lifted.
import 'reflect-metadata';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { startOwnServer } from '../../../support/own-server.js';
import { announce } from '../../../support/server-process.js';

const OBJECTS = Number(process.env.BENCH_OBJECTS ?? 20_000);
const EVERY_MS = 5_000;
const STEP_MS = 50;

const { services, port, signIn } = await startOwnServer({
  SVC_CONCURRENCY: '10000',
  SVC_STREAMS_PER_ACCOUNT: '10000',
});
services.get(StreamWatch).start();
const picture = services.get(LiveState);

/** Moves an object along a slow circle around its own center. */
function move(index: number): void {
  const now = Date.now();
  const [lat, lon] = [34 + ((index * 7_919) % 28_000) / 1_000, -12 + ((index * 104_729) % 44_000) / 1_000];
  const turn = (now / 60_000 + index) % (2 * Math.PI);
  const place = { lat: lat + 0.05 * Math.sin(turn), lon: lon + 0.05 * Math.cos(turn) };
  const times = { observedAt: now, receivedAt: now, provider: 'simulator' };
  const course = ((turn * 180) / Math.PI) % 360;
  if (index % 2 === 0) {
    const names = {
      name: `MS EXAMPLE ${index}`,
      callsign: 'PABC',
      shipTypeCode: 70,
      destination: 'NLRTM',
      lengthMeters: 180,
      beamMeters: 28,
      draughtMeters: 9.5,
    };
    picture.takeVessel({
      key: 210_000_000 + index,
      ...times,
      ...place,
      ...names,
      speedKnots: 12.3,
      courseDegrees: course,
      headingDegrees: Math.round(course),
      station: 'class_a',
    });
  } else {
    const names = { callsign: `KLM${index}`, squawk: '1000', aircraftType: 'A320', registration: 'PH-ABC' };
    picture.takeAircraft({
      key: index,
      ...times,
      ...place,
      ...names,
      altitudeFeet: 35_000,
      groundSpeedKnots: 450,
      trackDegrees: course,
      verticalRateFpm: 0,
      onGround: false,
    });
  }
}

let next = 0;
const moveSome = (count: number) => {
  for (let moved = 0; moved < count; moved += 1, next = (next + 1) % OBJECTS) move(next);
};
moveSome(OBJECTS);
setInterval(() => moveSome((OBJECTS * STEP_MS) / EVERY_MS), STEP_MS);

announce({ port, tokens: [await signIn()] });
