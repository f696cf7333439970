// Measures what the pages of the service cost a browser when they are first opened in Chromium: bytes as transferred,
// requests, CPU time of the page's main thread until the page is quiet, elements, and memory of its scripts. Without
// Chromium the bench is skipped.
import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { openBrowser } from '../../test/support/browser.js';
import { startTestServer } from '../../test/support/test-server.js';
import { PASSWORD, startTestService } from '../../test/support/test-service.js';
import { sizesOf } from '../support/sizes.js';
import { growingTable } from '../support/table.js';

/** Time for which a page may still work after it is complete (s). */
const { quiet: QUIET } = sizesOf({ usual: { quiet: 10 }, smoke: { quiet: 1 } });
const READY = { timeout: 180_000 };

/** The pages with an element that shows that they are complete; `account` means that an account has signed in. */
const pages = [
  { path: '/', ready: '#sign-in .primary' },
  { path: '/', ready: '#overview:not([hidden]) #map canvas[data-at]', account: true },
  { path: '/account', ready: 'main section', account: true },
  { path: '/map', ready: 'html[data-ready=yes]', account: true },
  { path: '/docs', ready: '.opblock-tag' },
  { path: '/redoc', ready: '.api-content h2' },
  { path: '/redoc#tag/Markets', ready: '.api-content h2' },
  { path: '/redoc#tag/Portfolios', ready: '.api-content h2' },
  { path: '/problems', ready: 'main, body' },
];

const browser = await openBrowser().catch((error: Error) => {
  console.log(`Skipped, 0 pages measured: ${error.message}`);
  return undefined;
});
if (browser !== undefined) {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
  const service = await startTestService();
  try {
    const print = growingTable([
      'page                  ',
      'signed in',
      'requests',
      'kB transferred',
      'CPU s of the main thread',
      'nodes ',
      'MB of scripts',
    ]);
    const { email } = await service.signedIn();
    let isSignedIn = false;
    for (const { path, ready, account = false } of pages.toSorted(
      (one, other) => Number(one.account ?? false) - Number(other.account ?? false),
    )) {
      if (account && !isSignedIn) await signIn(service.url, email);
      isSignedIn ||= account;
      const { requests, bytes, seconds, nodes, heap } = await opened(service.url + path, ready);
      const figures = [requests, bytes / 1_000, seconds, nodes, heap / 1e6];
      print([path, account ? 'yes' : 'no', ...figures.map((figure, at) => figure.toFixed(at === 2 ? 2 : 0))]);
    }
  } finally {
    await browser.close();
    await service.close();
    await server.stop();
  }
}

async function signIn(url: string, email: string): Promise<void> {
  const page = (await browser?.newPage()) as Page;
  await page.goto(`${url}/`);
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#overview:not([hidden])', READY);
  await page.close();
}

/** Opens a page with an empty cache, and measures it when it is complete and has been quiet for a moment. */
async function opened(url: string, ready: string) {
  const page = (await browser?.newPage()) as Page;
  await page.setViewport({ width: 1280, height: 900 });
  await page.setCacheEnabled(false);
  const session = await page.createCDPSession();
  let [requests, bytes] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { waitUntil: 'load', ...READY });
  await page.waitForSelector(ready, READY);
  const secondsSoFar = async () => (await metric('TaskDuration')) as number;
  const metric = async (wanted: string) =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value;
  // A page that is complete uses less than a tenth of the time; live pages always use some.
  let before = await secondsSoFar();
  for (let waited = 0; waited < QUIET; waited += 1) {
    await wait(1_000);
    const now = await secondsSoFar();
    if (now - before < 0.1) break;
    before = now;
  }
  const seconds = await secondsSoFar();
  await session.send('HeapProfiler.collectGarbage');
  const { Nodes: nodes = 0, JSHeapUsedSize: heap = 0 } = await page.metrics();
  await page.close();
  return { requests, bytes, seconds, nodes, heap };
}
