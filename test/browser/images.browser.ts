import 'reflect-metadata';
import test from 'ava';
import type { Browser } from 'puppeteer-core';
import { colorOf } from '../../src/charts/palette.js';
import { CandlesService } from '../../src/features/markets/candles/candles.service.js';
import { closing, ListedCandles } from '../features/markets/listed-candles.js';
import { inspectPage, openBrowser } from '../support/browser.js';
import { startTestService, type TestService } from '../support/test-service.js';

const start = { start: '2026-01-01T00:00:00Z', stepMs: 86_400_000 };
const candles = new ListedCandles({
  'AAPL.US': { candles: closing([200, 210, 205, 220], start) },
  'MSFT.US': { candles: closing([400, 390, 395, 430], start), provider: 'simulator' },
});
let browser: Browser;
let service: TestService;

test.before(async () => {
  service = await startTestService({
    replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
  });
  browser = await openBrowser();
});

test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/** Returns a color such as `#0068a8` in the form in which browsers report computed colors. */
const computed = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
/** Script that returns the computed colors of the background and of the title. */
const shown = `[document.querySelector('svg > rect'), document.querySelector('svg > text')].map((shape) => getComputedStyle(shape).fill)`;

for (const [path, name] of [
  ['/markets/compare.svg?symbol=AAPL.US,MSFT.US', 'a comparison'],
  ['/markets/candles/AAPL.US.svg?', 'a chart of candles'],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.serial(
      `${name} opened directly uses the color scheme of the reader, without policy violations (${colorScheme})`,
      async (t) => {
        const { token } = await service.signedIn();
        const headers = { authorization: `Bearer ${token}` };
        const { page, complaints } = await inspectPage(`${service.url}/api/v1${path}`, browser, {
          colorScheme,
          headers,
        });
        t.deepEqual(await page.evaluate(shown), [
          computed(colorOf('ground', colorScheme)),
          computed(colorOf('text', colorScheme)),
        ]);
        t.is(await page.evaluate('document.documentElement.getAttribute("role")'), 'img');
        t.deepEqual(await complaints(), []);
        await page.close();
      },
    );
  }
}

test.serial('a requested theme overrides the color scheme of the reader', async (t) => {
  const { token } = await service.signedIn();
  const headers = { authorization: `Bearer ${token}` };
  const url = `${service.url}/api/v1/markets/compare.svg?symbol=AAPL.US,MSFT.US&theme=light`;
  const { page, complaints } = await inspectPage(url, browser, { colorScheme: 'dark', headers });
  t.deepEqual(await page.evaluate(shown), [computed(colorOf('ground', 'light')), computed(colorOf('text', 'light'))]);
  t.deepEqual(await complaints(), []);
  await page.close();
});
