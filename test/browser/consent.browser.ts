import test from 'ava';
import type { Browser } from 'puppeteer-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { type InspectOptions, inspectPage, openBrowser, READY } from '../support/browser.js';
import { OAuthApp } from '../support/oauth-app.js';
import { freePort } from '../support/own-port.js';
import { sharedEnv } from '../support/process-client.js';
import { receiverFor, replyWith } from '../support/receiver.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { leave, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { createTestDatabase } from '../support/test-database.js';

let service: ServiceProcess;
let browser: Browser;
const cleaning: (() => unknown)[] = [];

test.before(async () => {
  const database = await createTestDatabase();
  cleaning.push(database.drop);
  // The address of the authorization server is configured, so it is known before the start.
  const port = await freePort();
  service = await startProcess(
    { teardown: (step) => cleaning.unshift(step) },
    {
      ...sharedEnv,
      SVC_DATABASE_URL: database.url,
      SVC_PORT: String(port),
      SVC_BASE_URL: `http://127.0.0.1:${port}`,
      SVC_SIGN_IN_LIMIT: '100000',
    },
  );
  browser = await openBrowser();
});
test.after.always(async () => {
  await browser?.close();
  for (const step of cleaning) await step();
});
test.afterEach.always(() => leave(browser));

/** Opens the request of an app in a browser that is signed out, and signs in by the link of the page. */
async function openRequest(app: OAuthApp, redirect: string, look: InspectOptions = {}) {
  await app.register();
  const query = app.query({ redirect_uri: redirect, resource: `${service.url}/api/v1/ai/mcp`, scope: null });
  const inspection = await inspectPage(`${service.url}/oauth/authorize?${query}`, browser, look);
  const { page } = inspection;
  await shows(page, '#notice', 'Research assistant asks to act for your account. Sign in');
  // The form works when the page has loaded its scripts.
  await Promise.all([page.waitForNavigation({ waitUntil: 'load', ...READY }), page.locator('#notice a').click()]);
  await page.locator('#sign-in [name=email]').fill(sharedEnv.SVC_OPERATOR_EMAIL);
  await page.locator('#sign-in [name=password]').fill(sharedEnv.SVC_OPERATOR_PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#consent:not([hidden])', READY);
  return inspection;
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const)
  test.serial(`the consent page is legible and accessible (${colorScheme}, ${width} px)`, async (t) => {
    const redirect = 'http://127.0.0.1:33418/callback';
    const { page, complaints } = await openRequest(new OAuthApp(service.url, redirect), redirect, {
      colorScheme,
      width,
    });
    t.is(await textOf(page, '#title'), 'Allow Research assistant?');
    t.regex(await textOf(page, '#who'), /Your answer goes to a program on this device \(http:\/\/127\.0\.0\.1:33418\)/);
    t.deepEqual(await accessibilityViolations(page), []);
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(unexpected(await complaints()), []);
  });

test.serial('an app receives a code for the ticked scopes, and operations of operators are not ticked', async (t) => {
  const receiver = await receiverFor(t);
  receiver.reply(replyWith(200, { 'content-type': 'text/html' }, 'Connected.'));
  const redirect = `${receiver.url}/callback`;
  const app = new OAuthApp(service.url, redirect);
  const { page } = await openRequest(app, redirect);
  t.is(await page.$eval('[value="admin:read"]', (box) => (box as unknown as { checked: boolean }).checked), false);
  await page.locator('#untick').click();
  await page.locator('#consent .primary').click();
  await shows(page, '#error', 'Tick what the app may do, or reject the request.');
  await page.locator('[value="markets:read"]').click();
  await page.locator('#consent .primary').click();
  await shows(page, 'body', 'Connected.');
  const code = new URL(page.url()).searchParams.get('code') as string;
  const { status, json } = await app.exchange(code);
  t.is(status, 200, JSON.stringify(json));
  t.is(json.scope, 'markets:read');
});

test.serial('an app is notified that its request was rejected', async (t) => {
  const receiver = await receiverFor(t);
  receiver.reply(replyWith(200, { 'content-type': 'text/html' }, 'Rejected.'));
  const redirect = `${receiver.url}/callback`;
  const { page } = await openRequest(new OAuthApp(service.url, redirect), redirect);
  await page.locator('#reject').click();
  await shows(page, 'body', 'Rejected.');
  t.is(new URL(page.url()).searchParams.get('error'), 'access_denied');
});
