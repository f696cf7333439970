import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { CandlesService } from '../../src/features/markets/candles/candles.service.js';
import { StreamHub } from '../../src/http/stream/stream-hub.js';
import { StreamWatch } from '../../src/http/stream/stream-watch.js';
import { DAY_MS } from '../../src/time/durations.js';
import { closing, ListedCandles } from '../features/markets/listed-candles.js';
import { FakeTickingProvider } from '../features/markets/quotes/fake-ticks.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { ManualClock } from '../support/manual-clock.js';
import { leave } from '../support/signed-in-page.js';
import { until } from '../support/stream-service.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

const clock = new ManualClock(Date.now());
const symbols = [
  'AAPL.US',
  'MSFT.US',
  'NVDA.US',
  'VOD.LSE',
  'EURUSD.FOREX',
  'USDJPY.FOREX',
  'BTC-USD.CC',
  'ETH-USD.CC',
];
const month = {
  candles: closing([200, 210, 205, 220], { start: new Date(clock.now() - 20 * DAY_MS).toISOString(), stepMs: DAY_MS }),
};
const candles = new ListedCandles(Object.fromEntries(symbols.map((symbol) => [symbol, month])));
const ticks = new FakeTickingProvider('coinbase', clock).knows('BTC-USD.CC', 54_000) as FakeTickingProvider;
let browser: Browser;
let service: TestService;

test.before(async () => {
  service = await startTestService({
    marketProviders: [ticks],
    parts: { clock },
    env: { SVC_STREAMS_PER_ACCOUNT: '40' },
    replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
  });
  browser = await openBrowser();
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

const vessel = (lon: number) =>
  service.services.get(LiveState).takeVessel({
    key: 219024336,
    provider: 'test',
    name: 'EMMA',
    observedAt: clock.now(),
    receivedAt: clock.now(),
    lat: 54,
    lon,
    speedKnots: 12,
    courseDegrees: 90,
  });

/** Appends an earthquake to the event log, as an event source does. */
async function quake(key: string, title: string): Promise<void> {
  const now = new Date(clock.now());
  const position = { lat: 45, lon: 10 };
  await service.services.get(GeoEvents).report([
    {
      provider: 'usgs',
      key,
      type: 'earthquake',
      title,
      severity: 3,
      position,
      startedAt: now,
      endedAt: now,
      reportedAt: now,
    },
  ]);
  await service.settle();
}

const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const shows = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
    READY,
  );
const isLive = (page: Page) =>
  page.waitForFunction(
    '[...document.querySelectorAll("#overview .state")].every(({ dataset }) => dataset.state === "live")',
    READY,
  );

/** Returns the box of the map (`box`), or the time of its latest change (`at`). */
const mapData = async (page: Page, name: 'at' | 'box') =>
  String(await page.evaluate(`document.querySelector('#map canvas').dataset.${name}`));
const mapChanges = (page: Page, name: 'at' | 'box', from: string) =>
  page.waitForFunction(
    `![undefined, ${JSON.stringify(from)}].includes(document.querySelector('#map canvas').dataset.${name})`,
    READY,
  );

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(password);
  await page.locator('#sign-in .primary').click();
}

/** Opens the front page and signs in with a new account. */
async function overview(options: { colorScheme?: 'light' | 'dark'; width?: number; origin?: TestService } = {}) {
  const origin = options.origin ?? service;
  const { email, accountId } = await origin.signedIn();
  const inspection = await inspectPage(`${origin.url}/`, browser, options);
  await enter(inspection.page, email);
  return { ...inspection, email, accountId };
}

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');
const stored = (page: Page) =>
  page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1400]) {
    test.serial(
      `the front page is legible, signed out and signed in, without sideways scrolling or policy violations (${colorScheme}, ${width} px)`,
      async (t) => {
        vessel(4);
        await quake(
          `${colorScheme}${width}`,
          'M 5.1 - a place with a long name that takes more than one line on a small screen',
        );
        const signedOut = await inspectPage(`${service.url}/`, browser, { colorScheme, width });
        await shows(signedOut.page, '#health', 'Ready');
        t.deepEqual(await faintTexts(signedOut.page, 4.5), []);
        t.is(await widthOf(signedOut.page), width);
        t.deepEqual(await signedOut.complaints(), []);
        const { page, complaints, busySeconds } = await overview({ colorScheme, width });
        await isLive(page);
        await shows(page, '#map .vessels b', '1');
        t.deepEqual(await faintTexts(page, 4.5), []);
        t.is(await widthOf(page), width);
        t.deepEqual(await complaints(), []);
        t.true((await busySeconds()) < 4);
      },
    );
  }
}

test.serial('the map can be moved, and its objects are described for keyboard users', async (t) => {
  vessel(4);
  const { page } = await overview();
  await shows(page, '#map .vessels b', '1');
  const europe = await mapData(page, 'box');
  await page.select('#map select', '-7,49,10,61'); // an area without objects
  await mapChanges(page, 'box', europe);
  await shows(page, '#map .vessels b', '1');
  await page.focus('#map .view');
  await page.keyboard.press('n');
  await shows(page, '#map output', 'EMMA');
  t.is(await textOf(page, '#map output'), 'EMMA · DK · 12 kn');
  const drawn = () => page.evaluate('document.querySelector("#map canvas").toDataURL()');
  const before = await drawn();
  const moment = await mapData(page, 'at');
  clock.advance(60_000);
  vessel(4.5);
  await mapChanges(page, 'at', moment);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  t.not(await drawn(), before);
});

test.serial('vessels have their names on the map, where these cover no symbol and no other name', async (t) => {
  vessel(4);
  const { page } = await overview();
  await page.waitForFunction('document.querySelector("#map canvas").dataset.names === "1"', READY);
  // Forty vessels in a row, 30 px apart: not every name has room beside its symbol.
  const row = `import(document.querySelector('script[type=module]').src.replace('main.js', 'vessel-names.js')).then(
    ({ placeNames }) => {
      const pixels = Array.from({ length: 40 }, (_, index) => [15 + 30 * index, 100]);
      const candidates = pixels.map((pixel) => ({ pixel, wide: 80 }));
      const placed = placeNames(candidates, { taken: [[0, 80, 300, 95]], pixels, width: 1200, height: 200 });
      return { pixels, names: placed.map(({ left, middle }) => ({ left, middle })) };
    })`;
  const { pixels, names } = (await page.evaluate(row)) as {
    pixels: Array<[number, number]>;
    names: Array<{ left: number; middle: number }>;
  };
  t.true(names.length > 10 && names.length < 40, `${names.length} names have room`);
  for (const [index, { left, middle }] of names.entries()) {
    t.true(left >= 0 && left + 80 <= 1200);
    t.false(left < 300 && middle < 100, 'the name of a place stays free');
    t.false(pixels.some(([x, y]) => x > left && x < left + 80 && Math.abs(y - middle) < 5.5));
    t.false(names.slice(0, index).some((other) => Math.abs(other.left - left) < 80 && other.middle === middle));
  }
});

test.serial('the map zooms by keyboard and button, and can show another area', async (t) => {
  const { page } = await overview();
  const boxes: number[][] = [];
  const settled = async () => {
    await mapChanges(page, 'box', boxes.at(-1)?.join() ?? '');
    boxes.push((await mapData(page, 'box')).split(',').map(Number));
  };
  await settled();
  await page.focus('#map .view');
  await page.keyboard.press('+');
  await settled();
  await page.locator('#map [aria-label="Zoom out"]').click();
  await settled();
  await page.select('#map select', '-180,-60,180,80');
  await settled();
  const spans = boxes.map(([west, , east]) => (east as number) - (west as number));
  t.true((spans[1] as number) < (spans[0] as number) * 0.6);
  t.true((spans[2] as number) > (spans[1] as number) * 1.5);
  t.is(spans[3], 360);
});

test.serial('quotes are updated on the page', async (t) => {
  const { page } = await overview();
  await isLive(page);
  await shows(page, '#quotes tbody', 'BTC-USD.CC');
  await shows(page, '#quotes tbody', '54,000.00');
  clock.advance(1_000);
  ticks.tick('BTC-USD.CC', 54_321.25);
  await shows(page, '#quotes tbody', '54,321.25');
  t.pass();
});

test.serial(
  'the timeline lists events and adds new ones, without gaps or duplicates after a lost connection',
  async (t) => {
    await quake('before', 'M 5.0 - before the page');
    const { page } = await overview();
    await isLive(page);
    await shows(page, '#timeline ol', 'before the page');
    await quake('live', 'M 5.1 - while it is open');
    await shows(page, '#timeline ol', 'while it is open');
    for (const stream of service.services.get(StreamHub).streams) stream.cut();
    await quake('lost', 'M 5.2 - without a connection');
    await shows(page, '#timeline ol', 'without a connection');
    await isLive(page);
    const titles = await page.$$eval('#timeline .title', (items) => items.map((item) => item.textContent));
    for (const title of ['M 5.0 - before the page', 'M 5.1 - while it is open', 'M 5.2 - without a connection']) {
      t.is(titles.filter((one) => one === title).length, 1, title);
    }
  },
);

test.serial('a reload keeps the session, and the browser stores no token', async (t) => {
  const { page, complaints } = await overview();
  await isLive(page);
  await page.reload();
  await isLive(page);
  t.is(await stored(page), '[{"watchfloor.signedIn":"yes"},{},""]');
  t.deepEqual(await complaints(), []);
});

test.serial('an expired token is renewed, and the streams continue', async (t) => {
  const { page, complaints } = await overview();
  await isLive(page);
  clock.advance(15 * 60_000);
  const renewed = page.waitForResponse((response) => response.url().endsWith('/auth/refresh') && response.ok(), READY);
  await service.services.get(StreamWatch).tick();
  await renewed;
  await quake('renewed', 'M 5.3 - with the next token');
  await shows(page, '#timeline ol', 'with the next token');
  await isLive(page);
  // The browser reports the streams that ended with the old token as failed requests.
  t.deepEqual(
    (await complaints()).filter((line) => !line.startsWith('failed:')),
    [],
  );
});

test.serial('a hidden page closes its streams, and shows the missed changes when it is visible again', async (t) => {
  const { page } = await overview();
  await isLive(page);
  const open = () => [...service.services.get(StreamHub).streams].length;
  const show = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    );
  await show(true);
  await until(() => open() === 0);
  await quake('hidden', 'M 5.4 - while it was hidden');
  await show(false);
  await shows(page, '#timeline ol', 'while it was hidden');
  await isLive(page);
  await until(() => open() >= 3);
  t.is(open(), 3);
});

test.serial('a session that another device ends returns to the sign-in form and reports the reason', async (t) => {
  const { page, email } = await overview();
  await isLive(page);
  const other = service.client();
  await other.signIn(email, PASSWORD);
  t.is((await other.post('/auth/logout-all')).status, 204);
  await service.services.get(StreamWatch).tick();
  await shows(page, '#notice', 'Your session has ended. Sign in again.');
  t.true((await page.evaluate('document.querySelector("#overview").hidden')) as boolean);
  await enter(page, email);
  await isLive(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(
    `the page of an unknown path is legible at 390 px and leads to the front page (${colorScheme})`,
    async (t) => {
      const { page, complaints } = await inspectPage(`${service.url}/no/such/page`, browser, {
        colorScheme,
        width: 390,
      });
      t.is(await page.title(), 'Not found');
      t.deepEqual(await faintTexts(page, 4.5), []);
      t.is(await widthOf(page), 390);
      t.deepEqual(
        (await complaints()).filter((line) => line.startsWith('policy') || line.startsWith('foreign')),
        [],
      );
      await page.locator('main a').click();
      await shows(page, '#health', 'Ready');
    },
  );
}

test.serial('signing out ends the session and removes the data from the page', async (t) => {
  const { page } = await overview();
  await isLive(page);
  await page.locator('#sign-out').click();
  await shows(page, '#notice', 'You are signed out.');
  t.is(await textOf(page, '#timeline ol'), '');
  t.is(await stored(page), '[{},{},""]');
  await page.reload();
  t.false((await page.evaluate('document.querySelector("#welcome").hidden')) as boolean);
});

test.serial('a wrong password is explained, and a new account can be created', async (t) => {
  const { page } = await inspectPage(`${service.url}/`, browser);
  await enter(page, 'nobody@watchfloor.test', 'not the password');
  await shows(page, '#sign-in-error', '.');
  await page.locator('#sign-in [name=email]').fill('newcomer@watchfloor.test');
  await page.locator('#sign-in [name=password]').fill('short');
  await page.locator('#sign-in [value=register]').click();
  await shows(page, '#sign-in-error', 'Password must be');
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in [value=register]').click();
  await shows(page, '#user', 'newcomer');
  t.pass();
});

test.serial(
  'a panel that exceeds the limit of streams reports it, and the other panels work',
  async (t: ExecutionContext) => {
    const narrow = await startTestService({
      marketProviders: [ticks],
      parts: { clock },
      env: { SVC_STREAMS_PER_ACCOUNT: '2' },
    });
    t.teardown(() => narrow.close());
    const { page } = await overview({ origin: narrow });
    await page.waitForFunction(
      '[...document.querySelectorAll("#overview .state")].some(({ textContent }) => textContent.includes("At most 2 streams"))',
      READY,
    );
    t.is((await page.$$('#overview .state[data-state=live]')).length, 3);
  },
);
