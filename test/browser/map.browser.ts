import 'reflect-metadata';
import test from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

/** The place that the map shows in the tests: the North Sea off Rotterdam. */
const PLACE = '#9/52/3.8';

let browser: Browser;
let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_STREAMS_PER_ACCOUNT: '40' } });
  browser = await openBrowser();
});
test.afterEach.always(async () => {
  for (const page of await browser.pages()) {
    if (page.url().startsWith('http')) await page.evaluate('localStorage.clear()');
    await page.close();
  }
  await browser.deleteCookie(...(await browser.cookies()));
});
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

const vessel = (lon: number, name: string, key = 219024336) =>
  service.services.get(LiveState).takeVessel({
    key,
    provider: 'test',
    name,
    observedAt: Date.now(),
    receivedAt: Date.now(),
    lat: 52,
    lon,
    speedKnots: 12,
    courseDegrees: 90,
  });

const shows = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
    READY,
  );

/** Opens the map of an account that has signed in on the front page. */
async function openMap(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const { email } = await service.signedIn();
  const inspection = await inspectPage(`${service.url}/`, browser, options);
  const { page } = inspection;
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#overview:not([hidden])', READY);
  await page.goto(`${service.url}/map${PLACE}`);
  await page.waitForSelector('html[data-ready=yes]', READY);
  return inspection;
}

test.serial('without a session the map explains how to sign in', async (t) => {
  const { page, complaints } = await inspectPage(`${service.url}/map`, browser);
  await page.waitForSelector('html[data-ready=signed-out]', READY);
  t.regex(await page.$eval('#signed-out', ({ textContent }) => textContent ?? ''), /sign in/);
  t.deepEqual(await complaints(), []);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test.serial(`the map shows live objects and their details by keyboard (${colorScheme}, ${width} px)`, async (t) => {
    vessel(3.8, 'AURORA');
    const { page, complaints } = await openMap({ colorScheme, width });
    await shows(page, '#objects ol', 'AURORA');
    // The page receives reports after it was opened through the stream.
    vessel(3.9, 'BOREAS', 219024337);
    await shows(page, '#objects ol', 'BOREAS');
    await page.focus('#objects ol button');
    await page.keyboard.press('Enter');
    await shows(page, '#chosen dl', '219024336');
    await shows(page, '#json pre', '"mmsi": "219024336"');
    t.deepEqual(await faintTexts(page, 4.5), []);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
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
  // The page ends its stream itself.
  t.deepEqual(
    (await complaints()).filter((line) => !/stream.*ERR_ABORTED/.test(line)),
    [],
  );
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
  // A minute in each second, four frames a second; at most 1,500 frames in one request.
  t.is(replay.searchParams.get('stepSeconds'), '15');
  t.is((to as number) - (from as number), 1_500 * 15_000);
  await shows(page, '#play', '▶');
});
