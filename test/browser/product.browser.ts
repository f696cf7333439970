import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let browser: Browser;
let service: TestService;

test.before(async () => {
  service = await startTestService();
  browser = await openBrowser();
});

test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/**
 * Waits until a page that was opened at an operation has scrolled to it. Otherwise it would scroll away from the
 * element that a test clicks.
 */
const hasScrolled = (page: Page) =>
  page.waitForFunction('(scrollY > 0 && globalThis.formerY === scrollY) || void (globalThis.formerY = scrollY)', {
    ...READY,
    polling: 300,
  });

/** Opens the explorer at an operation. @param operation tag and operation id, joined by `/` */
async function openAt(operation: string): ReturnType<typeof inspectPage> {
  const inspected = await inspectPage(`${service.url}/docs#/${operation}`, browser);
  await hasScrolled(inspected.page);
  return inspected;
}

test.serial('the explorer of the service signs in, tries an operation and shows the response', async (t) => {
  const ada = await service.signedIn('ada');
  const { page, complaints } = await openAt('Users/getProfile');
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('#auth-bearer-value').click();
  // Pastes the token: the form does not notice fill() with long texts.
  await page.keyboard.sendCharacter(ada.token as string);
  await page.locator('.auth-container form:has(#auth-bearer-value) button[type=submit]').click();
  await page.waitForSelector('.auth-container ::-p-text(Logout)', READY);
  await page.locator('.auth-btn-wrapper .btn-done').click();
  await page.locator('#operations-Users-getProfile .try-out__btn').click();
  await page.locator('#operations-Users-getProfile .execute').click();
  const answer = await page.waitForSelector('#operations-Users-getProfile .live-responses-table .response', READY);
  t.regex(String(await answer?.evaluate((row) => row.textContent)), /^200[\s\S]*ada@watchfloor\.test/);
  const command = String(
    await page.evaluate('document.querySelector("#operations-Users-getProfile .curl-command").textContent'),
  );
  t.false(command.includes('If-None-Match')); // the user did not enter a condition
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial('signing in from the explorer returns a token and sets the cookie', async (t) => {
  await service.signedIn('grace');
  const { page, complaints } = await openAt('Auth/login');
  await page.locator('#operations-Auth-login .try-out__btn').click();
  await page
    .locator('#operations-Auth-login textarea.body-param__text')
    .fill(JSON.stringify({ email: 'grace@watchfloor.test', password: 'correct horse battery staple' }));
  await page.locator('#operations-Auth-login .execute').click();
  const answer = await page.waitForSelector('#operations-Auth-login .live-responses-table .response', READY);
  t.regex(String(await answer?.evaluate((row) => row.textContent)), /^200[\s\S]*accessToken/);
  const cookies = await browser.cookies();
  t.true(cookies.some(({ name, httpOnly }) => name === 'svc_refresh' && httpOnly));
  t.deepEqual(await complaints(), []);
  await page.close();
});

/** CPU time (s) that the explorer took for one operation; measures how fast the machine is at present. */
let explorerSeconds = 0;
/** Maximum CPU time of the whole reference, as a multiple of `explorerSeconds`; 3.2 to 4.2 were measured. */
const REFERENCE_UNITS = 4.7;

test.serial('the explorer opens one operation by its link in less than 3 s of CPU time', async (t) => {
  const { page, busySeconds } = await inspectPage(`${service.url}/docs#/Geospatial/listVessels`, browser);
  const table = await page.waitForSelector('#operations-Geospatial-listVessels .responses-table', READY);
  const seconds = await busySeconds();
  t.log(`${seconds} s`);
  t.true(seconds < 3, `${seconds} s`);
  explorerSeconds = seconds;
  t.true(String(await table?.evaluate((element) => element.textContent)).includes('"mmsi"'));
  const area = await page.$eval('#operations-Geospatial-listVessels [data-param-name=bbox]', (row) => row.textContent);
  t.regex(String(area), /Example : 3, 50, 9, 54/);
  t.is(await page.$('.errors-wrapper'), null);
  await page.close();
});

async function signInWithForm(page: Page, email: string): Promise<void> {
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in button').click();
  await page.waitForSelector('.auth-wrapper .authorize.locked', READY);
}

/** Runs an operation whose section is open. @returns the text of the response */
async function execute(page: Page, operation: string): Promise<string> {
  await page.locator(`#operations-${operation} .try-out__btn`).click();
  await page.locator(`#operations-${operation} .execute`).click();
  const row = await page.waitForSelector(`#operations-${operation} .live-responses-table .response`, READY);
  return String(await row?.evaluate((element) => element.textContent));
}

test.serial(
  'the sign-in form of the explorer authorizes every operation, also after a reload, and stores no token',
  async (t) => {
    const { email } = await service.signedIn('form');
    const { page, complaints } = await openAt('Users/getProfile');
    await signInWithForm(page, email);
    t.regex(await execute(page, 'Users-getProfile'), /^200[\s\S]*form@watchfloor\.test/);
    await page.reload();
    await hasScrolled(page);
    await page.waitForSelector('.auth-wrapper .authorize.locked', READY);
    t.regex(await execute(page, 'Users-getProfile'), /^200[\s\S]*form@watchfloor\.test/);
    t.is(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
      '[{"watchfloor.signedIn":"yes"},{},""]',
    );
    t.deepEqual(await complaints(), []);
    await page.locator('#sign-in button').click();
    await page.waitForSelector('.auth-wrapper .authorize.unlocked', READY);
    await page.close();
  },
);

test.serial(
  'a session that is restored before the description has arrived authorizes the operations, too',
  async (t) => {
    const { email } = await service.signedIn('fast');
    const { page } = await openAt('Users/getProfile');
    await signInWithForm(page, email);
    const restored = page
      .waitForResponse((response) => response.url().endsWith('/auth/refresh'), READY)
      .then(() => setTimeout(500));
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const wait = request.url().endsWith('/openapi.json') ? restored : Promise.resolve();
      wait.then(() => request.continue());
    });
    await page.reload();
    t.truthy(await page.waitForSelector('.auth-wrapper .authorize.locked', READY));
    await page.evaluate('localStorage.clear()');
    await page.close();
  },
);

test.serial('the explorer renews a token that has expired before it calls an operation', async (t) => {
  const { email } = await service.signedIn('late');
  const { page } = await openAt('Users/getProfile');
  await signInWithForm(page, email);
  // Advances the clocks of the page and of the service by 15 minutes, so that the token expires.
  await page.evaluate('{ const now = Date.now; Date.now = () => now() + 15 * 60_000; }');
  service.clock.advance(15 * 60_000);
  t.regex(await execute(page, 'Users-getProfile'), /^200[\s\S]*late@watchfloor\.test/);
  await page.evaluate('localStorage.clear()');
  await page.close();
});

let opened: ReturnType<typeof inspectPage> | undefined;
/** Returns an open explorer, which the tests that do not change it share because rendering takes seconds. */
function openExplorer(): ReturnType<typeof inspectPage> {
  opened ??= inspectPage(`${service.url}/docs`, browser);
  return opened;
}

test.serial('webhooks are separate from the operations, below a summary with their number', async (t) => {
  const { page } = await openExplorer();
  await page.waitForSelector('.webhooks-apart', READY);
  const count = Object.keys(service.app.document.webhooks ?? {}).length;
  t.is(
    await page.$eval('.webhooks-apart summary', (summary) => summary.textContent),
    `Webhooks: ${count} events that are sent to your endpoints`,
  );
  t.is(await page.$('.webhooks-apart[open]'), null);
});

for (const [phrase, found, webhooks] of [
  ['listVessels', ['operations-Geospatial-listVessels'], 0],
  ['check readiness', ['operations-Health-getReadiness'], 0],
  ['delete watchlist symbols', ['operations-Markets-removeWatchlistSymbol'], 0],
  ['geofence.dwelled', [], 1],
  ['no such operation', [], 0],
] as const) {
  test.serial(
    `the filter "${phrase}" of the explorer finds ${found.length} operations and ${webhooks} webhooks`,
    async (t) => {
      const { page, complaints } = await openExplorer();
      await page.locator('.operation-filter-input').fill(phrase);
      const operations = '[...document.querySelectorAll(".opblock-tag-section .opblock")].map(({ id }) => id).join()';
      await page.waitForFunction(
        `document.querySelectorAll(".opblock-tag-section").length < 2 && ${operations} === "${found.join()}"`,
        READY,
      );
      t.is((await page.$$('.webhooks-apart[open] .opblock')).length, webhooks);
      t.deepEqual(await complaints(), []);
    },
  );
}

test.serial('the dialog to authorize offers the bearer token, but not the cookie, which no page can set', async (t) => {
  const { page } = await openExplorer();
  await page.locator('.auth-wrapper .authorize').click();
  await page.waitForSelector('.auth-container', READY);
  const names = await page.$$eval('.auth-container h4 code', (elements) =>
    elements.map((element) => element.textContent),
  );
  t.true(names.includes('BearerJWT'));
  t.false(names.includes('RefreshCookie'), names.join());
  await page.locator('.auth-btn-wrapper .btn-done').click();
});

test.serial('the explorer explains a wrong password', async (t) => {
  const { page } = await openExplorer();
  await page.locator('#sign-in [name=email]').fill('nobody@watchfloor.test');
  await page.locator('#sign-in [name=password]').fill('not the password');
  await page.locator('#sign-in button').click();
  await page.waitForFunction('document.querySelector("#sign-in [role=status]").textContent.length > 10', READY);
  t.is((await page.$$('.authorize.locked')).length, 0);
  await page.close();
});

test.serial('parameters that a first call needs are filled in; parameters that exclude them are not', async (t) => {
  const { email } = await service.signedIn('area');
  const { page } = await openAt('Geospatial/listVessels');
  await signInWithForm(page, email);
  t.regex(await execute(page, 'Geospatial-listVessels'), /^200/);
  const command = String(
    await page.evaluate('document.querySelector("#operations-Geospatial-listVessels .curl-command").textContent'),
  );
  t.regex(command, /bbox=3,50,9,54/);
  t.notRegex(command, /near=|polygon=|If-None-Match/);
  await page.evaluate('localStorage.clear()');
  await page.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(`the explorer fits a screen of 390 px, and its own parts are legible (${colorScheme})`, async (t) => {
    const { page } = await inspectPage(`${service.url}/docs`, browser, { colorScheme, width: 390 });
    await page.waitForSelector('.webhooks-apart', READY);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
    t.deepEqual(await faintTexts(page, 4.5), []);
    await page.close();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(
    `each part of the reference renders in the CPU time of five operations of the explorer, without policy violations (${colorScheme})`,
    async (t) => {
      const address = `${service.url}/redoc#tag/Auth/operation/login`;
      const { page, complaints, busySeconds } = await inspectPage(address, browser, { colorScheme });
      await page.waitForSelector('h2 ::-p-text(Sign in)', READY);
      const seconds = await busySeconds();
      t.log(`${seconds} s`);
      t.true(seconds < Math.max(5, REFERENCE_UNITS * explorerSeconds), `${seconds} s`);
      t.deepEqual(await faintTexts(page, 4), []);
      const parts = await page.$$eval('#parts a', (links) => links.map(({ textContent }) => textContent));
      for (const part of ['Auth', 'Markets', 'Clients', 'Debug']) t.true(parts.includes(part), part);
      t.is(await page.$eval('#parts [aria-current]', ({ textContent }) => textContent), 'Auth');
      const text = String(await page.evaluate('document.body.textContent'));
      t.is(text.split('headers_too_large: ').length - 1, 1, 'a response of most operations is described once');
      t.deepEqual(await complaints(), []);
      await page.close();
    },
  );
}

test.serial('links, the search and the back button open parts of the reference, none of them large', async (t) => {
  const { page, complaints } = await inspectPage(`${service.url}/redoc`, browser);
  const warnings: string[] = [];
  page.on('console', (message) => void (message.type() === 'warn' && warnings.push(message.text())));
  await page.waitForSelector('h2 ::-p-text(Check liveness)', READY);
  const part = (name: string) =>
    page.waitForFunction(
      `document.querySelector('#parts [aria-current]')?.textContent === '${name}' && document.querySelectorAll('.api-content h2').length > 5`,
      READY,
    );
  for (const name of ['Geospatial', 'Markets']) {
    await page.$$eval('#parts a', (links, text) => links.find((link) => link.textContent === text)?.click(), name);
    await part(name);
    const session = await page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    const { Nodes = 0, JSHeapUsedSize = 0 } = await page.metrics();
    t.log(`${name}: ${Nodes} nodes, ${Math.round(JSHeapUsedSize / 1e6)} MB`);
    t.true(Nodes <= 80_000, `${Nodes} nodes`);
    t.true(JSHeapUsedSize <= 120e6, `${JSHeapUsedSize} bytes`);
  }
  await page.type('#find', 'createWebhookEndpoint\n');
  await part('Webhooks');
  t.regex(String(await page.evaluate('location.hash')), /^#tag\/Webhooks/);
  await page.goBack();
  await part('Markets');
  t.is(await page.$eval('header .brand', (link) => link.getAttribute('href')), '/');
  t.deepEqual(
    warnings.filter((line) => line.includes('allOf')),
    [],
  );
  t.deepEqual(await complaints(), []);
  await page.close();
});
