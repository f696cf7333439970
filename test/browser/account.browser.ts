import 'reflect-metadata';
import test from 'ava';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'puppeteer-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { leave, openSignedIn, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let browser: Browser;
let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_SIGN_IN_LIMIT: '1000' } });
  browser = await openBrowser();
  // On a busy machine, the first readiness check may time out.
  while ((await service.client().get('/health/ready')).status !== 200);
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/** Opens the account page of a new account. */
async function account(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const owner = await service.signedIn();
  const inspection = await openSignedIn({ service, browser, email: owner.email }, '/account', options);
  await inspection.page.waitForSelector('#channel-list li', READY);
  return { owner, ...inspection };
}

/** Opens the part with a form, which appears when the page has read the account. */
async function unfold(page: Page, form: string): Promise<void> {
  await page.waitForSelector(form, READY);
  await page.evaluate(`document.querySelector(${JSON.stringify(form)}).closest('details').open = true`);
}

test.serial('without a session the account page leads to the sign-in', async (t) => {
  const { page, complaints } = await inspectPage(`${service.url}/account`, browser);
  await shows(page, '#notice', 'sign in');
  t.true(await page.$eval('#settings', (element) => element.hasAttribute('hidden')));
  t.deepEqual(await accessibilityViolations(page), []);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('sessions are listed, and one or all others are ended', async (t) => {
  const { page, owner, complaints } = await account();
  for (let count = 0; count < 2; count += 1) await service.client().signIn(owner.email, PASSWORD);
  await page.reload();
  const rows = () => page.$$eval('#sessions li', (items) => items.length);
  await page.waitForFunction('document.querySelectorAll("#sessions li").length === 4', READY);
  t.regex(await textOf(page, '#sessions li:first-child'), /This one/);
  t.is((await page.$$('#sessions li:first-child button')).length, 0);
  await page.locator('#sessions li:nth-child(2) button').click();
  t.is(await rows(), 4);
  await page.locator('#sessions li:nth-child(2) button').click();
  await page.waitForFunction('document.querySelectorAll("#sessions li").length === 3', READY);
  await page.locator('#end-others').click();
  await page.waitForFunction('document.querySelectorAll("#sessions li").length === 1', READY);
  t.is((await owner.get('/users/me')).status, 401);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('a personal key is created with the chosen scopes, shown once, and revoked', async (t) => {
  const { page, owner, complaints } = await account();
  await unfold(page, '#create-key');
  await page.locator('#create-key [name=name]').fill('Nightly report');
  await page.locator('#create-key [type=submit]').click();
  await shows(page, '#create-key [role=status]', 'Choose at least one scope.');
  await page.locator('#create-key [value="markets:read"]').click();
  await page.locator('#create-key [type=submit]').click();
  await shows(page, '#new-key', 'It is not shown again.');
  const key = await textOf(page, '#new-key code');
  t.is((await service.client().post('/auth/token', { key })).status, 200);
  t.regex(await textOf(page, '#keys'), /Nightly report.*markets:read · never used · expires on/);
  await page.reload();
  await shows(page, '#keys', 'Nightly report');
  t.false((await page.content()).includes(key));
  await page.locator('#keys button').click();
  await page.locator('#keys button').click();
  await shows(page, '#keys', 'No keys yet.');
  t.deepEqual((await owner.get('/auth/keys')).json.items, []);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('the second factor is turned on with a QR code or its secret, and off again', async (t) => {
  const { page, owner, complaints } = await account();
  const code = (secret: string) => new TOTP({ secret }).generate({ timestamp: service.clock.now() });
  await unfold(page, '#factor form');
  await page.locator('#factor [name=password]').fill(PASSWORD);
  await page.locator('#factor [type=submit]').click();
  await page.waitForSelector('#factor .qr svg', READY);
  const secret = await textOf(page, '#factor details code');
  t.regex(await page.$eval('#factor details a', (link) => link.getAttribute('href') ?? ''), /^otpauth:\/\/totp\//);
  t.deepEqual(await accessibilityViolations(page), []);
  await page.locator('#factor [name=code]').fill(code(secret));
  await page.locator('#factor [type=submit]').click();
  await shows(page, '#factor', 'Store these recovery codes.');
  t.is((await page.$$('#factor .codes li')).length, 10);
  const recovery = await textOf(page, '#factor .codes code');
  t.true((await service.client().post('/auth/login', { email: owner.email, password: PASSWORD })).status === 401);
  await page.locator('#factor button').click();
  await shows(page, '#factor', '10 of 10 recovery codes are left.');
  await unfold(page, '#factor details:last-child form');
  await page.locator('#factor details:last-child [name=password]').fill(PASSWORD);
  await page.locator('#factor details:last-child [name=code]').fill(recovery);
  await page.locator('#factor details:last-child [type=submit]').click();
  await shows(page, '#factor', 'Signing in needs only the password.');
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial(
  'a webhook is added as a channel with its secret shown once, and removed with its subscription',
  async (t) => {
    const { page, owner, complaints } = await account();
    await unfold(page, '#create-channel');
    await page.locator('#create-channel [name=url]').fill('https://8.8.8.8/hook');
    await page.locator('#create-channel [type=submit]').click();
    await shows(page, '#new-channel', 'Store the signing secret now.');
    t.regex(await textOf(page, '#new-channel code'), /^whsec_/);
    await shows(page, '#channel-list', 'Webhook · alert.*');
    const [subscription] = (await owner.get('/subscriptions')).json.items.filter(
      ({ delivery }: { delivery: { channel: string } }) => delivery.channel === 'webhook',
    );
    t.deepEqual(subscription.eventTypes, ['alert.*']);
    await page.locator('#channel-list button').click();
    await page.locator('#channel-list button').click();
    await shows(page, '#channel-list', 'No channels yet.');
    t.deepEqual((await owner.get('/webhooks/endpoints')).json.items, []);
    t.deepEqual(unexpected(await complaints()), []);
  },
);

test.serial('quiet hours, name and password are changed', async (t) => {
  const { page, owner, complaints } = await account();
  await page.$eval('#quiet-hours [name=start]', (field) => Object.assign(field, { value: '22:00' }));
  await page.locator('#quiet-hours [type=submit]').click();
  await shows(page, '#quiet-hours [role=status]', 'Enter both times, or none.');
  await page.$eval('#quiet-hours [name=end]', (field) => Object.assign(field, { value: '06:30' }));
  await page.locator('#quiet-hours [type=submit]').click();
  await shows(page, '#quiet-hours [role=status]', 'Saved.');
  t.like((await owner.get('/users/me/preferences')).json.quietHours, { start: '22:00', end: '06:30' });
  await page.locator('#profile [name=displayName]').fill('Grace Hopper');
  await page.locator('#profile [type=submit]').click();
  await shows(page, '#user', 'Grace Hopper');
  await unfold(page, '#password');
  await page.locator('#password [name=currentPassword]').fill(PASSWORD);
  await page.locator('#password [name=newPassword]').fill('a longer and better sentence');
  await page.locator('#password [type=submit]').click();
  await shows(page, '#password [role=status]', 'The password is changed.');
  await page.reload();
  await shows(page, '#user', 'Grace Hopper');
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('demonstration portfolios are created from the empty list of portfolios, and open', async (t) => {
  const { email } = await service.signedIn();
  const { page } = await openSignedIn({ service, browser, email }, '/');
  await shows(page, '#portfolios .empty', 'Create demonstration portfolios');
  await page.locator('#portfolios .empty button').click();
  await shows(page, '#portfolios ul', 'Demonstration');
  await page.locator('#portfolios ul a').click();
  await shows(page, '#entry[open] h2', 'Demonstration');
  await shows(page, '#entry .body', 'Holdings');
  t.deepEqual(await accessibilityViolations(page), []);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test.serial(
      `the account page passes axe-core, also with all parts open, and is legible (${colorScheme}, ${width} px)`,
      async (t) => {
        const { page, complaints } = await account({ colorScheme, width });
        t.deepEqual(await accessibilityViolations(page), []);
        await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
        t.deepEqual(await accessibilityViolations(page), []);
        t.deepEqual(await faintTexts(page, 4.5), []);
        t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
        t.deepEqual(unexpected(await complaints()), []);
      },
    );

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test.serial(
      `signed out, the front page shows examples and passes axe-core (${colorScheme}, ${width} px)`,
      async (t) => {
        const { page, complaints } = await inspectPage(`${service.url}/`, browser, { colorScheme, width });
        await page.waitForFunction(
          '[...document.querySelectorAll("#welcome img")].every(({ naturalWidth }) => naturalWidth > 0)',
          READY,
        );
        t.is((await page.$$('#welcome img')).length, 2);
        t.regex(
          String(await page.evaluate('document.querySelector("#welcome .quote tbody").innerText')),
          /AAPL\.US\s+Simulated/,
        );
        t.deepEqual(await accessibilityViolations(page), []);
        t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
        t.deepEqual(unexpected(await complaints()), []);
      },
    );
