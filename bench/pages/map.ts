// Measures the page /map in Chromium with 5,000, 10,000 and 20,000 objects that all move: CPU time of the page's main
// thread per frame, while the map is still and while it is dragged. The objects are drawn by the graphics process;
// without a graphics card that process computes every pixel, and the frames per second show the speed of that process.
// The main thread therefore draws 30 frames a second if the CPU time that it would need for them, `at 30 frames/s`, is
// below 100 %: those frames at the median of their cost, plus the work between them, such as reading the stream.
// Without Chromium the bench is skipped.
import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { openBrowser } from '../../test/support/browser.js';
import { startTestServer } from '../../test/support/test-server.js';
import { PASSWORD, startTestService, type TestService } from '../../test/support/test-service.js';
import { percentile } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { growingTable } from '../support/table.js';

const { seconds: SECONDS, objects: OBJECTS } = sizesOf({
  usual: { seconds: 10, objects: 20_000 },
  smoke: { seconds: 1, objects: 200 },
});
/** Time for the page to receive and show all objects (ms). */
const LOAD_MS = 180_000;
/** View of the objects: at this zoom level a pixel is about 1.2 km wide, so that an aircraft moves visibly. */
const PLACE = '#6/52/4';

interface Frames {
  perSecond: number;
  /** CPU time of the main thread for each frame (ms). */
  cpu: number[];
  /** Time from the start to the end of the work of the main thread for each frame (ms), also while it waits. */
  wall: number[];
  /** Longest task of the main thread, in CPU time (ms). */
  longest: number;
  /** CPU time of the tasks that draw (ms), one for each frame. */
  drawing: number[];
  /** CPU time of all other tasks (ms per second). */
  othersPerSecond: number;
  /** CPU time of the graphics process for each frame (ms). */
  raster: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

const browser = await openBrowser().catch((error: Error) => {
  console.log(`Skipped, 0 frames measured: ${error.message}`);
  return undefined;
});
if (browser !== undefined) {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
  const service = await startTestService({ env: { SVC_GEO_OBJECT_LIMIT: '100000' } });
  try {
    const print = growingTable([
      'objects',
      'map    ',
      'frames/s',
      'graphics process, CPU ms per frame',
      'main thread at 30 frames/s, CPU %',
      'main thread, CPU ms p50',
      'p95  ',
      'with waits, ms p50',
      'p95   ',
      'longest task, CPU ms',
    ]);
    const page = await openMap(service);
    for (const count of [OBJECTS / 4, OBJECTS / 2, OBJECTS]) {
      const stop = moveObjects(service, count);
      await shown(page, count);
      for (const [name, act] of [
        ['still', () => wait(SECONDS * 1_000)],
        ['dragged', () => drag(page)],
      ] as const)
        print([count.toLocaleString('en'), name, ...figures(await traced(page, act))]);
      stop();
    }
  } finally {
    await browser.close();
    await service.close();
    await server.stop();
  }
}

async function openMap({ signedIn, url }: TestService): Promise<Page> {
  const { email } = await signedIn();
  const page = (await browser?.newPage()) as Page;
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(LOAD_MS);
  await page.goto(`${url}/`);
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#overview:not([hidden])', { timeout: LOAD_MS });
  await page.goto(`${url}/map${PLACE}`);
  await page.waitForSelector('html[data-ready=yes]', { timeout: LOAD_MS });
  return page;
}

/** Waits until the page shows `count` vessels and aircraft. */
async function shown(page: Page, count: number): Promise<void> {
  const script = `[...document.querySelectorAll('#layers input[name=vessels] ~ b, #layers input[name=aircraft] ~ b')]
    .reduce((sum, { textContent }) => sum + Number(textContent.replaceAll(',', '')), 0) >= ${count}`;
  await page.waitForFunction(script, { timeout: LOAD_MS });
}

/** Adds objects around the place, half of them aircraft, and moves each of them every two seconds. */
function moveObjects({ services, clock }: TestService, count: number): () => void {
  const live = services.get(LiveState);
  const startedAt = clock.now();
  let [next, before] = [0, performance.now()];
  const report = (): void => {
    const index = next % count;
    next += 1;
    const now = clock.now();
    const hours = (now - startedAt) / 3_600_000;
    const isAircraft = index % 2 === 0;
    const [speed, course] = [isAircraft ? 450 : 15, (index * 37) % 360];
    const degrees = (hours * speed) / 60;
    const lat = 49 + ((index * 7_919) % 10_000) / 1_667 + degrees * Math.cos((course * Math.PI) / 180);
    const lon = -4 + ((index * 104_729) % 10_000) / 625 + degrees * Math.sin((course * Math.PI) / 180);
    const common = { provider: 'bench', observedAt: now, receivedAt: now, lat, lon };
    if (isAircraft)
      live.takeAircraft({
        ...common,
        key: 0x400000 + index,
        callsign: `BEN${index}`,
        trackDegrees: course,
        groundSpeedKnots: speed,
        altitudeFeet: 36_000,
      });
    else
      live.takeVessel({
        ...common,
        key: 219_000_000 + index,
        name: `VESSEL ${index}`,
        courseDegrees: course,
        speedKnots: speed,
        shipTypeCode: 70,
      });
  };
  for (let index = 0; index < count; index += 1) report();
  const timer = setInterval(() => {
    // The clock of the service moves only by hand.
    const elapsed = performance.now() - before;
    before += elapsed;
    clock.advance(Math.max(1, Math.round(elapsed)));
    for (let index = 0; index < count / 40; index += 1) report();
  }, 50);
  return () => clearInterval(timer);
}

/** Drags the map back and forth. */
async function drag(page: Page): Promise<void> {
  const endsAt = Date.now() + SECONDS * 1_000;
  await page.mouse.move(700, 450);
  await page.mouse.down();
  for (let step = 0; Date.now() < endsAt; step += 1) {
    await page.mouse.move(700 + 60 * Math.sin(step / 15), 450 + 40 * Math.cos(step / 15));
    await wait(16);
  }
  await page.mouse.up();
}

/** Records the tasks of the page's main thread during an action. */
async function traced(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const session: CDPSession = await page.createCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  const before = await graphicsSeconds();
  await act();
  const raster = ((await graphicsSeconds()) - before) * 1_000;
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const frames = framesOf(events);
  return { ...frames, raster: raster / Math.max(1, frames.drawing.length) };
}

/** Returns the CPU time of the process that draws (s). */
async function graphicsSeconds(): Promise<number> {
  const session = await (browser as Browser).target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'GPU')?.cpuTime ?? Number.NaN;
}

/** Assigns the tasks of the main thread to frames: one begins with the first callback of `requestAnimationFrame`. */
function framesOf(events: readonly TraceEvent[]): Omit<Frames, 'raster'> {
  const callbacks = events.filter(({ name }) => name === 'FireAnimationFrame');
  const { pid, tid } = callbacks[0] ?? {};
  const own = events.filter((event) => event.pid === pid && event.tid === tid);
  const tasks = own
    .filter(({ name, ph }) => ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'))
    .sort((one, other) => one.ts - other.ts);
  const drawn = new Set(callbacks.map(({ ts }) => tasks.findLastIndex((task) => task.ts <= ts)));
  const frames = { perSecond: 0, cpu: [] as number[], wall: [] as number[], longest: 0, drawing: [] as number[] };
  let others = 0;
  let [cpu, wall] = [0, 0];
  for (const [index, { tdur = 0, dur = 0 }] of tasks.entries()) {
    if (drawn.has(index) && index > 0) {
      frames.cpu.push(cpu);
      frames.wall.push(wall);
      [cpu, wall] = [0, 0];
    }
    if (drawn.has(index)) frames.drawing.push(tdur / 1_000);
    else others += tdur / 1_000;
    cpu += tdur / 1_000;
    wall += dur / 1_000;
    frames.longest = Math.max(frames.longest, tdur / 1_000);
  }
  const [first, last] = [tasks[0]?.ts ?? 0, tasks.at(-1)?.ts ?? 0];
  const seconds = (last - first) / 1e6;
  frames.perSecond = seconds > 0 ? drawn.size / seconds : 0;
  return { ...frames, othersPerSecond: seconds > 0 ? others / seconds : 0 };
}

function figures({ perSecond, cpu, wall, longest, raster, drawing, othersPerSecond }: Frames): string[] {
  const at = (values: number[], part: number) => (values.length === 0 ? 0 : percentile(values, part));
  const wanted = (30 * at(drawing, 0.5) + othersPerSecond) / 10;
  return [perSecond, raster, wanted, at(cpu, 0.5), at(cpu, 0.95), at(wall, 0.5), at(wall, 0.95), longest].map(
    (figure) => figure.toFixed(1),
  );
}
