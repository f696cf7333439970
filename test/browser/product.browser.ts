import test from 'ava';
import type { Browser } from 'puppeteer-core';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { startTestService, type TestService } from '../support/test-service.js';

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

test.serial('the explorer of the service signs in, tries an operation and shows the response', async (t) => {
  const ada = await service.signedIn('ada');
  const { page, complaints } = await inspectPage(`${service.url}/docs#/Users/getProfile`, browser);
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('#auth-bearer-value').click();
  await page.keyboard.sendCharacter(ada.token as string); // as a paste does; fill() is not noticed by the form for long texts
  await page.locator('.auth-container form:has(#auth-bearer-value) button[type=submit]').click();
  await page.waitForSelector('.auth-container ::-p-text(Logout)', READY);
  await page.locator('.auth-btn-wrapper .btn-done').click();
  await page.locator('#operations-Users-getProfile .try-out__btn').click();
  await page.locator('#operations-Users-getProfile .execute').click();
  const answer = await page.waitForSelector('#operations-Users-getProfile .live-responses-table .response', READY);
  t.regex(String(await answer?.evaluate((row) => row.textContent)), /^200[\s\S]*ada@watchfloor\.test/);
  const command = String(await page.evaluate('document.querySelector("#operations-Users-getProfile .curl-command").textContent'));
  t.false(command.includes('If-None-Match')); // a condition the user did not choose
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial('signing in from the explorer returns a token and sets the cookie', async (t) => {
  await service.signedIn('grace');
  const { page, complaints } = await inspectPage(`${service.url}/docs#/Auth/login`, browser);
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(`the reference of the service renders its groups in less than 4 s of CPU time without policy violations (${colorScheme})`, async (t) => {
    const { page, complaints, busySeconds } = await inspectPage(`${service.url}/redoc`, browser, { colorScheme });
    await page.waitForSelector('h2 ::-p-text(Sign in)', READY);
    const seconds = await busySeconds();
    t.log(`${seconds} s`);
    t.true(seconds < 4, `${seconds} s`);
    const text = String(await page.evaluate('document.body.textContent'));
    for (const group of ['Auth / Users', 'Portfolio / Clients / Graphs', 'Debug']) t.true(text.includes(group), group);
    t.deepEqual(await complaints(), []);
    await page.close();
  });
}
