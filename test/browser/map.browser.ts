import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { loadRoutes } from '../features/geospatial/flights/load-routes.js';
import { keep } from '../features/geospatial/history/history-service.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { leave, shows } from '../support/signed-in-page.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

/** The place that the map shows in the tests: the North Sea off Rotterdam. */
const PLACE = { lat: 52, lon: 3.8 };

let browser: Browser;
let service: TestService;
let keepingTime: NodeJS.Timeout;
test.before(async () => {
  service = await startTestService({ env: { SVC_STREAMS_PER_ACCOUNT: '40', SVC_ROUTE_TABLES: 'standingdata' } });
  browser = await openBrowser();
  // Pages read the clock of the machine; a moment that they request must not be in the future of the service.
  keepingTime = setInterval(() => {
    const behindMs = Date.now() - service.clock.now();
    if (behindMs > 0) service.clock.advance(behindMs);
  }, 250);
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  clearInterval(keepingTime);
  await browser?.close();
  await service?.close();
});

function vessel(lon: number, name: string, { key = 219024336, lat = PLACE.lat } = {}): void {
  // Reports must be newer than earlier ones, and no newer than the service's own clock.
  service.clock.advance(1000);
  const now = service.clock.now();
  service.services.get(LiveState).takeVessel({
    key,
    provider: 'test',
    name,
    observedAt: now,
    receivedAt: now,
    lat,
    lon,
    speedKnots: 12,
    courseDegrees: 90,
  });
}

/** Opens the map of an account that has signed in on the front page. */
async function openMap(options: { colorScheme?: 'light' | 'dark'; width?: number; lat?: number } = {}) {
  const { email } = await service.signedIn();
  const inspection = await inspectPage(`${service.url}/`, browser, options);
  const { page } = inspection;
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#overview:not([hidden])', READY);
  await page.goto(`${service.url}/map#9/${options.lat ?? PLACE.lat}/${PLACE.lon}`);
  await page.waitForSelector('html[data-ready=yes]', READY);
  return inspection;
}

test.serial('without a session the map explains how to sign in', async (t) => {
  const { page, complaints } = await inspectPage(`${service.url}/map`, browser);
  await page.waitForSelector('html[data-ready=signed-out]', READY);
  t.regex(await page.$eval('#signed-out', ({ textContent }) => textContent ?? ''), /sign in/);
  for (const width of [390, 1280]) {
    await page.setViewport({ width, height: 844 });
    const isOnTop = await page.$eval('#signed-out a', (link) => {
      const { x, y, width: across, height } = link.getBoundingClientRect();
      return link.ownerDocument.elementFromPoint(x + across / 2, y + height / 2) === link;
    });
    t.true(isOnTop, `the link can be clicked at ${width} px`);
  }
  t.deepEqual(await complaints(), []);
});

test.serial('no control covers a notice, and on a small screen the scale is above the sources', async (t) => {
  const { page } = await openMap({ width: 390 });
  await page.$eval('#broken', (notice) => {
    notice.textContent = 'The map needs WebGL, which this browser does not offer: a reason in several words.';
    notice.hidden = false;
  });
  for (const width of [390, 960, 1280]) {
    await page.setViewport({ width, height: 844 });
    await page.$eval('#layers', (layers) => layers.setAttribute('open', ''));
    const covered = await page.$eval('#broken', (notice) => {
      const { left, top, right, bottom } = notice.getBoundingClientRect();
      const points = [0.05, 0.35, 0.65, 0.95].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [left + across * (right - left), top + down * (bottom - top)] as const),
      );
      return points.filter(([x, y]) => notice.ownerDocument.elementFromPoint(x, y) !== notice).length;
    });
    t.is(covered, 0, `${width} px`);
  }
  await page.setViewport({ width: 390, height: 844 });
  const [scale, sources] = await Promise.all(
    ['scale', 'attrib'].map((name) =>
      page.$eval(`.maplibregl-ctrl-${name}`, (one) => one.getBoundingClientRect().toJSON()),
    ),
  );
  t.true(scale.bottom <= sources.top, `${scale.bottom} is above ${sources.top}`);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test.serial(`the map shows live objects and their details by keyboard (${colorScheme}, ${width} px)`, async (t) => {
    vessel(3.8, 'AURORA');
    const { page, complaints } = await openMap({ colorScheme, width });
    await shows(page, '#objects ol', 'AURORA');
    // Reports that arrive after the page was opened come through the stream.
    vessel(3.9, 'BOREAS', { key: 219024337 });
    await shows(page, '#objects ol', 'BOREAS');
    await page.focus('#objects ol button');
    await page.keyboard.press('Enter');
    await shows(page, '#chosen dl', '219024336');
    await shows(page, '#json pre', '"mmsi": "219024336"');
    t.deepEqual(await faintTexts(page, 4.5), []);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
    const [scale, sources] = await Promise.all(
      ['scale', 'attrib'].map((name) =>
        page.$eval(`.maplibregl-ctrl-${name}`, (one) => one.getBoundingClientRect().toJSON()),
      ),
    );
    t.true(scale.right <= sources.left || scale.bottom <= sources.top, 'the sources do not cover the scale');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#chosen[hidden]', READY);
    t.deepEqual(await complaints(), []);
  });
}

test.serial('a click on a vessel opens its details', async (t) => {
  vessel(3.8, 'AURORA');
  const { page } = await openMap();
  await shows(page, '#objects ol', 'AURORA');
  const canvas = await page.$eval('#map canvas', (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  // Symbols are drawn a moment after the list, so the click is repeated until it hits one; the time limit of the test
  // ends the loop.
  while ((await page.$('#chosen:not([hidden])')) === null) await page.mouse.click(canvas.x, canvas.y, { delay: 100 });
  await shows(page, '#chosen h2', 'AURORA');
  t.pass();
});

/** Returns the center of the drawn vessels (px from the left edge of the map), from an image of the page. */
async function drawnAt(page: Page): Promise<number> {
  const image = await page.screenshot({ encoding: 'base64' });
  return page.evaluate(`(async () => {
    const image = Object.assign(new Image(), { src: 'data:image/png;base64,${image}' });
    await image.decode();
    const { left, top, width, height } = document.querySelector('#map').getBoundingClientRect();
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(image, -left, -top);
    // A strip in the middle of the map has no other colored parts.
    const { data } = context.getImageData(0, height / 2 - 12, width, 24);
    const probe = Object.assign(document.createElement('i'), { style: 'color: var(--vessels)' });
    document.body.append(probe);
    const color = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    let [sum, count] = [0, 0];
    for (let at = 0; at < data.length; at += 4)
      if (color.every((part, index) => Math.abs(part - data[at + index]) < 12)) {
        sum += (at / 4) % width;
        count += 1;
      }
    return count < 20 ? -1 : sum / count;
  })()`) as Promise<number>;
}

test.serial('a vessel is drawn at its position and glides to a new one', async (t) => {
  // The latitude has no vessels of other tests.
  const lat = 54;
  vessel(3.8, 'CETUS', { key: 219024338, lat });
  const { page, complaints } = await openMap({ lat });
  await shows(page, '#objects ol', 'CETUS');
  const seen: number[] = [];
  const reaches = async (end: number) => {
    const deadline = Date.now() + READY.timeout;
    for (let x = -1; Math.abs(x - end) >= 3 && Date.now() < deadline; seen.push(x)) x = await drawnAt(page);
    t.true(Math.abs((seen.at(-1) ?? -1) - end) < 3, `drawn at ${seen.at(-1)} instead of ${end}`);
  };
  const middle = await page.$eval('#map', ({ clientWidth }) => clientWidth / 2);
  await reaches(middle);
  vessel(4.1, 'CETUS', { key: 219024338, lat });
  // 0.3 degrees are 218 px at zoom level 9, where the world is 512 × 2⁹ px wide.
  await reaches(middle + (0.3 / 360) * 512 * 2 ** 9);
  t.deepEqual(
    seen.filter((x) => x >= 0),
    seen.filter((x) => x >= 0).sort((one, other) => one - other),
  );
  t.deepEqual(await complaints(), []);
});

test.serial('a geofence is drawn with the keyboard and saved', async (t) => {
  const { page, complaints } = await openMap();
  await page.click('#draw');
  await page.type('#fence [name=name]', 'Approach');
  await page.click('#fence .primary');
  await shows(page, '#fence .error', 'at least three corners');
  await page.focus('#map canvas');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft'] as const) {
    await page.keyboard.press('Enter');
    const before = await page.evaluate('location.hash');
    await page.keyboard.press(key);
    await page.waitForFunction(`location.hash !== ${JSON.stringify(before)}`, READY);
  }
  await page.click('#fence .primary');
  await page.waitForSelector('#fence[hidden]', READY);
  const stored = await service.database.database.query<{ name: string }>('select name from geofences');
  t.deepEqual(stored.rows, [{ name: 'Approach' }]);
  t.deepEqual(await complaints(), []);
});

for (const width of [1280, 390])
  test.serial(`a geofence is drawn with the mouse and saved (${width} px)`, async (t) => {
    const { page, complaints } = await openMap({ width });
    await page.$eval('#layers', (layers) => layers.setAttribute('open', ''));
    await page.click('#draw');
    const { x, y } = await page.$eval('#map canvas', (canvas) => {
      const { left, top, width: across, height } = canvas.getBoundingClientRect();
      return { x: left + across / 2, y: top + height / 2 };
    });
    // The last of the corners is a mistake, and removed.
    const corners = [
      [-50, -30],
      [50, -30],
      [50, 30],
      [-50, 30],
      [0, 50],
    ] as const;
    for (const [across, down] of corners) await page.mouse.click(x + across, y + down, { delay: 50 });
    await page.click('#fence [value=undo]');
    await page.type('#fence [name=name]', `Anchorage ${width}`);
    await page.click('#fence .primary');
    await page.waitForSelector('#fence[hidden]', READY);
    t.is(await page.evaluate('document.activeElement.className'), 'maplibregl-canvas', 'the keyboard moves the map');
    const sql = 'select shape from geofences where name = $1';
    const stored = await service.database.database.query<{ shape: { coordinates: number[][][] } }>(sql, [
      `Anchorage ${width}`,
    ]);
    const ring = stored.rows[0]?.shape.coordinates[0] ?? [];
    t.is(ring.length, 5);
    // At zoom level 9 the world is 512 × 2⁹ px wide.
    const halfWidth = (50 * 360) / (512 * 2 ** 9);
    for (const [lon = Number.NaN] of ring) t.true(Math.abs(Math.abs(lon - PLACE.lon) - halfWidth) < 0.002, `${lon}`);
    t.deepEqual(await complaints(), []);
  });

test.serial('the slider shows a past moment, and `Live` the present again', async (t) => {
  vessel(3.8, 'AURORA');
  const { page, complaints } = await openMap();
  await shows(page, '#objects ol', 'AURORA');
  // Half an hour ago nothing had been received yet.
  await page.focus('#moment');
  for (let minutes = 0; minutes < 30; minutes += 1) await page.keyboard.press('ArrowLeft');
  await shows(page, '#clock', 'UTC');
  await shows(page, '#state', 'Past');
  await page.waitForFunction('document.querySelector("#objects ol").textContent === ""', READY);
  await page.click('#now');
  await shows(page, '#clock', 'Now');
  await shows(page, '#objects ol', 'AURORA');
  t.deepEqual(await complaints(), []);
});

test.serial('a replay shows frames at the chosen speed, also from a day ago, until it is paused', async (t) => {
  const { page } = await openMap();
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.select('#speed', '60');
  await page.focus('#moment');
  await page.keyboard.press('Home');
  await shows(page, '#clock', 'UTC');
  await page.click('#play');
  const before = await page.$eval('#clock', ({ textContent }) => textContent);
  await page.waitForFunction(`document.querySelector('#clock').textContent !== ${JSON.stringify(before)}`, READY);
  await page.click('#play');
  const replay = new URL(requested.find((url) => url.includes('/geospatial/replay')) ?? '');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(replay.searchParams.get(name) ?? ''));
  // A second of the replay shows a minute, in four frames 15 s apart; one request has at most 1,500 frames.
  t.is(replay.searchParams.get('stepSeconds'), '15');
  t.is((to as number) - (from as number), 1_500 * 15_000);
  await page.waitForSelector('#play[aria-label=Replay]', READY);
});

test.serial('a replay shows the stored positions of vessels, by the names that the page knows', async (t) => {
  const lat = 55;
  vessel(3.8, 'DORADO', { key: 219024339, lat });
  const now = service.clock.now();
  const points = Array.from({ length: 120 }, (_, index) => 120 - index).map((minutes) => ({
    layer: 'vessels' as const,
    key: 219024339,
    observedAt: now - minutes * 60_000,
    lat,
    lon: 3.7,
    speedKnots: 0,
    courseDegrees: Number.NaN,
    altitudeFeet: Number.NaN,
  }));
  await keep(service, points);
  const { page, complaints } = await openMap({ lat });
  await shows(page, '#objects ol', 'DORADO');
  await page.select('#speed', '60');
  await page.focus('#moment');
  for (let minutes = 0; minutes < 100; minutes += 1) await page.keyboard.press('ArrowLeft');
  await page.waitForFunction('document.querySelector("#clock").textContent !== "Now"', READY);
  await page.click('#play');
  await page.waitForSelector('#play[aria-label^=Pause]', READY);
  // A replay has no events.
  const shown = `[...document.querySelectorAll('#layers b')].map(({ textContent }) => textContent).join() === '1,0,–' &&
    document.querySelector('#objects ol').textContent.includes('DORADO')`;
  await page.waitForFunction(shown, READY);
  await page.click('#play');
  // A day ago nothing was stored: the page says so instead of showing an empty list.
  await page.focus('#moment');
  await page.keyboard.press('Home');
  await shows(page, '#empty', 'No positions are stored');
  t.deepEqual(await complaints(), []);
});

test.serial('twenty thousand moving objects leave the main thread free', async (t) => {
  const OBJECTS = 20_000;
  // Objects are placed on a grid, and each report moves one of them to the east.
  const report = (index: number, turn: number) =>
    vessel(3 + (index % 200) / 125 + turn / 1_000, `VESSEL ${index}`, {
      key: 230_000_000 + index,
      lat: 56 + Math.floor(index / 200) / 100,
    });
  for (let index = 0; index < OBJECTS; index += 1) report(index, 0);
  const { page, busySeconds } = await openMap({ lat: 56.5 });
  await page.waitForFunction(
    `Number(document.querySelector('#layers [name=vessels] ~ b').textContent.replaceAll(',', '')) >= ${OBJECTS}`,
    READY,
  );
  const before = await busySeconds();
  const startedAt = performance.now();
  await page.mouse.move(700, 450);
  await page.mouse.down();
  for (let step = 0; step < 100; step += 1) {
    for (let index = 0; index < 100; index += 1) report((step * 100 + index) % OBJECTS, step);
    await page.mouse.move(700 + 60 * Math.sin(step / 15), 450 + 40 * Math.cos(step / 15));
    await wait(40);
  }
  await page.mouse.up();
  const busy = (await busySeconds()) - before;
  const seconds = (performance.now() - startedAt) / 1_000;
  t.true(busy / seconds < 0.7, `${busy} s of ${seconds} s`);
});

test.serial('the panel of an aircraft shows the listed route, and the reason for which it is withdrawn', async (t) => {
  await loadRoutes(service, Buffer.from('callsign,airports\nEIN152,EGLL-EHAM\nEIN8,EIDW-EGLL\n'));
  const aircraft = (key: number, callsign: string, lon: number) => {
    service.clock.advance(1000);
    const at = { observedAt: service.clock.now(), receivedAt: service.clock.now() };
    const report = { key, provider: 'test', ...at, ...PLACE, lon, callsign, altitudeFeet: 30_000 };
    service.services.get(LiveState).takeAircraft(report);
  };
  aircraft(0x4ca2d6, 'EIN152', 3.7);
  aircraft(0x4ca2d7, 'EIN8', 3.6);
  const { page, complaints } = await openMap();
  const choose = async (callsign: string) => {
    await shows(page, '#objects ol', callsign);
    await page.$$eval(
      '#objects ol button',
      (buttons, name) => {
        const found = buttons.find(({ textContent }) => textContent?.includes(name));
        (found as unknown as { click(): void }).click();
      },
      callsign,
    );
  };
  await choose('EIN152');
  await shows(page, '#chosen dl', 'LHR – AMS (unchecked, standingdata)');
  await choose('EIN8');
  await shows(page, '#chosen dl', 'withdrawn: off route (standingdata)');
  t.deepEqual(await complaints(), []);
});
