import 'reflect-metadata';
import test from 'ava';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'puppeteer-core';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { leave } from '../support/signed-in-page.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let browser: Browser;
let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_STREAMS_PER_ACCOUNT: '40', SVC_SIGN_IN_LIMIT: '1000' } });
  browser = await openBrowser();
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

async function enter(page: Page, email: string): Promise<void> {
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
}

/** Opens the front page and signs in with a new account that has a watchlist. */
async function signedInPage(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const ada = await service.signedIn();
  await ada.post('/markets/watchlists', { name: 'Zanzibar <b>majors</b>', symbols: ['AAPL.US'] });
  const inspection = await inspectPage(`${service.url}/`, browser, options);
  const { page } = inspection;
  await enter(page, ada.email);
  await page.waitForSelector('#search-input', { visible: true });
  return inspection;
}

const attribute = (page: Page, name: string) =>
  page.$eval('#search-input', (input, wanted) => input.getAttribute(wanted), name);
const suggested = (page: Page) => page.waitForSelector('#search-options [role=option]', READY);

test.serial('suggestions are chosen with the keyboard and announced by their roles', async (t) => {
  const { page, complaints } = await signedInPage();
  await page.type('#search-input', 'zanz');
  await suggested(page);
  t.is(await attribute(page, 'aria-expanded'), 'true');
  t.is(await attribute(page, 'aria-activedescendant'), null);
  await page.keyboard.press('ArrowDown');
  t.is(await attribute(page, 'aria-activedescendant'), 'option-0');
  t.is(await page.$eval('#option-0', (option) => option.getAttribute('aria-selected')), 'true');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#search ol li', READY);
  t.is(await attribute(page, 'aria-expanded'), 'false');
  t.is(await page.$eval('#search ol .title', (title) => title.textContent), 'Zanzibar <b>majors</b>');
  t.is(await page.$eval('#search ol mark', (mark) => mark.textContent), 'Zanzibar');
  t.regex(await page.$eval('#search [role=status]', (status) => status.textContent ?? ''), /watchlist 1/);
  await page.keyboard.press('Escape');
  t.true(await page.$eval('#search .found', (found) => (found as unknown as { hidden: boolean }).hidden));
  t.deepEqual(await complaints(), []);
});

test.serial('an error in a query is shown with its position', async (t) => {
  const { page } = await signedInPage();
  await page.type('#search-input', 'flg:PA');
  await page.keyboard.press('Enter');
  await page.waitForFunction('document.querySelector("#search-error").textContent.includes("at character 1")', READY);
  t.regex(await page.$eval('#search-error', (error) => error.textContent ?? ''), /Did you mean flag\?/);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.serial(`suggestions and results are legible and fit a small screen (${colorScheme})`, async (t) => {
    const { page } = await signedInPage({ colorScheme, width: 390 });
    await page.type('#search-input', 'zanz');
    await suggested(page);
    await page.keyboard.press('ArrowDown');
    t.deepEqual(await faintTexts(page, 4.5), []);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#search ol li', READY);
    t.deepEqual(await faintTexts(page, 4.5), []);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
  });

for (const colorScheme of ['light', 'dark'] as const)
  test.serial(`announcements are shown as text, and stay dismissed (${colorScheme})`, async (t) => {
    const operator = await service.signedIn(undefined, 'operator');
    const text = 'Maintenance <b>tonight</b>, for longer than fits on one line of a small screen.';
    const { id } = (await operator.post('/admin/announcements', { text, severity: 'critical' })).json;
    t.teardown(() => operator.delete(`/admin/announcements/${id}`));
    const { page, complaints } = await signedInPage({ colorScheme, width: 390 });
    await page.waitForSelector('#announcements p', READY);
    t.is(await page.$eval('#announcements span', (span) => span.textContent), text);
    t.deepEqual(await faintTexts(page, 4.5), []);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.click('#announcements button');
    t.is((await page.$$('#announcements p')).length, 0);
    t.true(String(await page.evaluate('localStorage.getItem("watchfloor.dismissed")')).includes(id));
    t.deepEqual(await complaints(), []);
  });

test.serial(
  'after the password, an account with a second factor is asked for its code, and another account can be chosen',
  async (t) => {
    const owner = await service.signedIn();
    const { json } = await owner.post('/auth/mfa/totp', { password: PASSWORD });
    const code = () => new TOTP({ secret: json.secret }).generate({ timestamp: service.clock.now() });
    await owner.post('/auth/mfa/totp/confirm', { code: code() });
    service.clock.advance(30_000);
    const { page, complaints } = await inspectPage(`${service.url}/`, browser);
    await enter(page, owner.email);
    await page.locator('#other-account').click();
    await enter(page, owner.email);
    await page.locator('#sign-in [name=code]').fill(code());
    await page.locator('#sign-in .primary').click();
    await page.waitForSelector('#search-input', { visible: true });
    t.deepEqual(
      (await complaints()).filter((line) => !line.includes('401')),
      [],
    );
  },
);
