import 'reflect-metadata';
import test from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { CandlesService } from '../../src/features/markets/candles/candles.service.js';
import { DAY_MS } from '../../src/time/durations.js';
import { closing, ListedCandles } from '../features/markets/listed-candles.js';
import { FakeTickingProvider } from '../features/markets/quotes/fake-ticks.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { ManualClock } from '../support/manual-clock.js';
import { ownArticle } from '../support/own-article.js';
import { leave, openSignedIn, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { startTestService, type TestService } from '../support/test-service.js';

const clock = new ManualClock(Date.now());
const month = {
  candles: closing([200, 210, 205, 220], { start: new Date(clock.now() - 20 * DAY_MS).toISOString(), stepMs: DAY_MS }),
};
/** The symbols that the front page shows to a new account. */
const symbols = [
  ...['AAPL.US', 'MSFT.US', 'NVDA.US', 'VOD.LSE'],
  ...['EURUSD.FOREX', 'USDJPY.FOREX', 'BTC-USD.CC', 'ETH-USD.CC'],
];
const candles = new ListedCandles(Object.fromEntries(symbols.map((symbol) => [symbol, month])));
const ticks = new FakeTickingProvider('coinbase', clock).knows('BTC-USD.CC', 54_000) as FakeTickingProvider;
let browser: Browser;
let service: TestService;

test.before(async () => {
  service = await startTestService({
    marketProviders: [ticks],
    parts: { clock },
    env: { SVC_STREAMS_PER_ACCOUNT: '40', SVC_SIGN_IN_LIMIT: '1000' },
    replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
  });
  browser = await openBrowser();
  // On a busy machine, the first readiness check may time out.
  while ((await service.client().get('/health/ready')).status !== 200);
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

function reportVessel(): void {
  const [observedAt, place] = [clock.now(), { lat: 54, lon: 4, speedKnots: 12, courseDegrees: 90 }];
  const report = { key: 219024336, provider: 'simulator', name: 'EMMA', observedAt, receivedAt: observedAt };
  service.services.get(LiveState).takeVessel({ ...report, ...place });
}

/** Appends an earthquake to the event log, as an event source does. */
async function quake(provider: string, title: string): Promise<void> {
  const now = new Date(clock.now());
  const times = { startedAt: now, endedAt: now, reportedAt: now };
  const position = { lat: 45, lon: 10 };
  await service.services
    .get(GeoEvents)
    .report([{ provider, key: title, type: 'earthquake', title, severity: 3, position, ...times }]);
  await service.settle();
}

/** Opens the front page of a new account. */
async function overview(path = '/', options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const owner = await service.signedIn();
  return { owner, ...(await openSignedIn({ service, browser, email: owner.email }, path, options)) };
}

const isOpen = (page: Page) => page.$eval('#entry', (dialog) => dialog.hasAttribute('open'));
const opened = (page: Page, title: string) => shows(page, '#entry[open] h2', title);
const imageLoads = (page: Page) =>
  page.waitForFunction('document.querySelector("#entry img")?.naturalWidth > 0', READY);
const focusedHref = (page: Page) => page.evaluate('document.activeElement.getAttribute("href")');

test.serial(
  'a quote opens with its chart, its figures and its JSON; Escape returns the focus to its link',
  async (t) => {
    const { page, complaints } = await overview();
    await shows(page, '#quotes tbody', '54,000.00');
    await page.focus('#quotes a[href="#symbol=BTC-USD.CC"]');
    await page.keyboard.press('Enter');
    await opened(page, 'BTC-USD.CC');
    await imageLoads(page);
    t.regex(await textOf(page, '#entry dl'), /Price.*54,000\.00/);
    t.regex(await textOf(page, '#entry .json code'), /GET \/api\/v1\/markets\/quotes\/BTC-USD\.CC/);
    t.is(JSON.parse(await textOf(page, '#entry .json pre')).price, 54_000);
    t.is(await page.evaluate('document.activeElement.id'), 'entry-title');
    await page.keyboard.press('Escape');
    t.false(await isOpen(page));
    t.is(await focusedHref(page), '#symbol=BTC-USD.CC');
    t.is(await page.evaluate('location.hash'), '');
    t.deepEqual(unexpected(await complaints()), []);
  },
);

test.serial('an alert rule is created from a quote, and its alert is listed, opened and acknowledged', async (t) => {
  const { page, complaints } = await overview('/#symbol=BTC-USD.CC');
  await opened(page, 'BTC-USD.CC');
  await page.locator('#entry [name=threshold]').fill('100');
  await page.locator('#entry .inline button').click();
  await shows(page, '#entry .inline [role=status]', 'Created: BTC-USD.CC above 100');
  await page.locator('#entry .inline [role=status] a').click();
  await opened(page, 'BTC-USD.CC above 100');
  t.regex(await textOf(page, '#entry dl'), /StateWatching/);
  await page.keyboard.press('Escape');
  await shows(page, '#alerts .foot', '1 of 1 rules watch: BTC-USD.CC above 100');
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('a vessel opens from the map by keyboard, with its track; the focus returns to the map', async (t) => {
  reportVessel();
  const { page, complaints } = await overview();
  await shows(page, '#map .vessels b', '1');
  await page.focus('#map .view');
  await page.keyboard.press('n');
  await shows(page, '#map output', 'EMMA');
  await page.keyboard.press('Enter');
  await opened(page, 'EMMA');
  await shows(page, '#entry .marks', 'Simulated');
  t.regex(await textOf(page, '#entry dl'), /MMSI219024336/);
  await page.keyboard.press('Escape');
  t.true(await page.evaluate('document.activeElement.matches("#map .view")'));
  t.deepEqual(
    unexpected(await complaints()).filter((line) => !line.includes('track')),
    [],
  );
});

test.serial('an event opens from its link, and the page of the link can be opened directly', async (t) => {
  await quake('simulator', 'M 5.1 - a quake to open (simulated)');
  const { page, complaints } = await overview();
  await shows(page, '#timeline ol', 'M 5.1 - a quake to open');
  const row = '#timeline li:first-child';
  t.notRegex(await textOf(page, `${row} .title`), /simulated/i);
  t.is(await textOf(page, `${row} .badge`), 'Simulated');
  await page.locator(`${row} a`).click();
  await opened(page, 'M 5.1 - a quake to open');
  await imageLoads(page);
  t.regex(await textOf(page, '#entry dl'), /Severity3 of 5/);
  const address = page.url();
  t.regex(address, /#event=[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto(address);
  await opened(page, 'M 5.1 - a quake to open');
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('an event that is not simulated has no mark', async (t) => {
  await quake('usgs', 'M 5.2 - a real quake');
  const { page } = await overview();
  await shows(page, '#timeline ol', 'a real quake');
  t.is((await page.$$('#timeline li:first-child .badge')).length, 0);
});

test.serial('an article opens with its source; a feed opens with its status', async (t) => {
  const owner = await service.signedIn();
  const { articleId } = await ownArticle(owner, service);
  const { page, complaints } = await openSignedIn({ service, browser, email: owner.email }, '/');
  await page.waitForSelector(`#news a[href="#article=${articleId}"]`, READY);
  await page.locator(`#news a[href="#article=${articleId}"]`).click();
  await shows(page, '#entry[open] dl', 'one.example');
  await page.locator('#entry .close').click();
  t.false(await isOpen(page));
  const [{ feed }] = (await service.client().get('/health/feeds')).json.items;
  await page.evaluate(`location.hash = '#feed=${feed}'`);
  await opened(page, `Feed ${feed}`);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('a search result opens as an entry', async (t) => {
  const { page, owner, complaints } = await overview();
  await owner.post('/markets/watchlists', { name: 'Zanzibar majors', symbols: ['AAPL.US'] });
  await page.type('#search-input', 'zanzibar');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#search ol a', READY);
  await page.locator('#search ol a').click();
  await opened(page, 'Zanzibar majors');
  t.regex(await textOf(page, '#entry .json code'), /\/markets\/watchlists\//);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('empty lists say what to do', async (t) => {
  const { page, complaints } = await overview();
  await shows(page, '#alerts .empty', 'No alert rules yet.');
  await shows(page, '#portfolios .empty', 'Create demonstration portfolios');
  await shows(page, '#news .empty', 'Add a news feed');
  await shows(page, '#webhooks .empty', 'add a channel');
  t.is(await page.$eval('#webhooks .empty a', (link) => link.getAttribute('href')), '/account#channels');
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('a link to an unknown entry explains that it is not available', async (t) => {
  const { page } = await overview('/#event=01980a6e-5f3c-7c1a-9b52-3a8f64d2e901');
  await opened(page, 'Not available');
  t.regex(await textOf(page, '#entry [role=alert]'), /\.$/);
});

test.serial('a link to an entry asks a visitor to sign in, and opens afterwards', async (t) => {
  await quake('usgs', 'M 5.3 - linked');
  const { owner, page } = await overview();
  await shows(page, '#timeline ol', 'M 5.3 - linked');
  const hash = await page.$eval('#timeline li:first-child a', (link) => link.getAttribute('href'));
  await page.locator('#sign-out').click();
  await shows(page, '#notice', 'You are signed out.');
  await page.goto('about:blank');
  await page.goto(`${service.url}/${hash}`);
  await shows(page, '#notice', 'Sign in, and the linked entry opens.');
  await page.locator('#sign-in [name=email]').fill(owner.email);
  await page.locator('#sign-in [name=password]').fill('correct horse battery staple');
  await page.locator('#sign-in .primary').click();
  await opened(page, 'M 5.3 - linked');
  t.pass();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.serial(`the overview and its entries pass axe-core and fit a small screen (${colorScheme})`, async (t) => {
    reportVessel();
    await quake('simulator', `M 5.4 - ${colorScheme} (simulated)`);
    const owner = await service.signedIn();
    const { articleId } = await ownArticle(owner, service);
    await owner.post('/alerts/rules', {
      name: 'Bitcoin above 100',
      condition: { type: 'price', symbol: 'BTC-USD.CC', operator: 'above', threshold: 100 },
    });
    const { page } = await openSignedIn({ service, browser, email: owner.email }, '/', { colorScheme, width: 390 });
    await shows(page, '#timeline ol', `M 5.4 - ${colorScheme}`);
    await shows(page, '#alerts .foot', 'Bitcoin above 100');
    t.deepEqual(await accessibilityViolations(page), []);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const event = await page.$eval('#timeline li:first-child a', (link) => link.getAttribute('href'));
    for (const hash of ['#symbol=BTC-USD.CC', '#vessel=219024336', event, `#article=${articleId}`]) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.waitForSelector('#entry[open] .json', READY);
      t.deepEqual(await accessibilityViolations(page), [], String(hash));
      t.deepEqual(await faintTexts(page, 4.5), [], String(hash));
      t.is(await page.$eval('#entry', (dialog) => dialog.scrollWidth - dialog.clientWidth), 0, String(hash));
      await page.keyboard.press('Escape');
    }
  });
