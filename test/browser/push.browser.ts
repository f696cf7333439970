import 'reflect-metadata';
import test from 'ava';
import type { Browser } from 'puppeteer-core';
import type { Notice } from '../../src/features/alerts/contacts/channels/channel.js';
import { payloadOf } from '../../src/features/alerts/web-push/web-push.service.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { openBrowser, READY } from '../support/browser.js';
import { subscribed } from '../support/push-service.js';
import { leave, openSignedIn, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { startTestService, type TestService } from '../support/test-service.js';

let browser: Browser;
let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_SIGN_IN_LIMIT: '1000', SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  browser = await openBrowser();
  while ((await service.client().get('/health/ready')).status !== 200);
});
test.afterEach.always(() => leave(browser));
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/**
 * Opens the account page of a new account. Chromium registers subscriptions at a server of its maker, which tests do
 * not reach, so the page gets a subscription of the test instead, with the key that it passes.
 */
async function account() {
  const owner = await service.signedIn();
  const { origin } = new URL(service.url);
  await browser.defaultBrowserContext().overridePermissions(origin, ['notifications']);
  const inspection = await openSignedIn({ service, browser, email: owner.email }, '/account');
  const { page } = inspection;
  await page.waitForSelector('#channel-list li', READY);
  const { endpoint, p256dh, auth } = subscribed('http://127.0.0.1:9/push').delivery;
  await page.evaluate(`
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async function (options) {
      window.subscribedWith = options;
      return { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}) };
    };`);
  return { owner, ...inspection };
}

test.serial(
  'a browser becomes a contact with the key of the service and a service worker, and is removed',
  async (t) => {
    const { page, owner, complaints } = await account();
    await page.locator('#add-browser').click();
    await shows(page, '#new-browser', 'This browser is a contact now.');
    t.regex(await textOf(page, '#browser-list'), /Chrome on Linux.*On.*a browser at 127\.0\.0\.1:9/);
    const { items } = (await owner.get('/alerts/contacts')).json;
    t.like(items[0], { channel: 'webPush', name: 'Chrome on Linux' });
    await page.evaluate(`document.querySelector('#new-browser').textContent = ''`);
    await page.locator('#add-browser').click();
    await shows(page, '#new-browser', 'This browser is a contact now.');
    const again = (await owner.get('/alerts/contacts')).json.items;
    t.deepEqual(
      again.map(({ id }: { id: string }) => id),
      [items[0].id],
      'a browser that is added again stays one contact',
    );
    t.deepEqual(await page.evaluate('window.subscribedWith'), {
      userVisibleOnly: true,
      applicationServerKey: (await owner.get('/alerts/web-push-key')).json.publicKey,
    });
    const script = `navigator.serviceWorker.getRegistration('/account').then((one) => (one.active ?? one.waiting ?? one.installing).scriptURL)`;
    t.is(await page.evaluate(script), `${new URL(service.url).origin}/push-worker.js`);
    t.deepEqual(await accessibilityViolations(page), []);
    const remove = '#browser-list li button:last-child';
    await page.locator(remove).click();
    await page.locator(remove).click();
    await page.waitForFunction('document.querySelectorAll("#browser-list li").length === 0', READY);
    t.deepEqual((await owner.get('/alerts/contacts')).json.items, []);
    t.deepEqual(unexpected(await complaints()), []);
  },
);

test.serial('a browser that does not permit notifications is no contact, and the page says why', async (t) => {
  const { page, owner } = await account();
  await page.evaluate(`Notification.requestPermission = async () => 'denied'`);
  await page.locator('#add-browser').click();
  await shows(page, '#new-browser', 'does not permit notifications');
  t.deepEqual((await owner.get('/alerts/contacts')).json.items, []);
});

test.serial('a push message becomes a notification, and a click on it opens the alert', async (t) => {
  const { page, complaints } = await account();
  await page.locator('#add-browser').click();
  await shows(page, '#new-browser', 'This browser is a contact now.');
  const session = await page.createCDPSession();
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations)
        if (scopeURL.includes('/account')) resolve(registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(service.url);
  const notice: Notice = {
    id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902',
    thread: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    time: new Date('2026-12-01T09:30:00Z'),
    kind: 'firing',
    alertId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    severity: 'critical',
    title: 'Brent above 90',
    text: 'BRENT.COMM is 91.20 USD.',
  };
  const data = payloadOf(notice);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  const shown = `navigator.serviceWorker.getRegistration('/account').then((one) => one.getNotifications())`;
  await page.waitForFunction(`${shown}.then(({ length }) => length === 1)`, READY);
  t.deepEqual(await page.evaluate(`${shown}.then(([{ title, body, tag }]) => ({ title, body, tag }))`), {
    title: 'Brent above 90',
    body: 'BRENT.COMM is 91.20 USD.',
    tag: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  });
  // Only a person can click a notification, so the worker receives an event with the same content.
  const target = await browser.waitForTarget((one) => one.type() === 'service_worker');
  const worker = await target.worker();
  const opened = await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    let opened;
    clients.openWindow = async (address) => void (opened = address);
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
    return { opened, left: (await registration.getNotifications()).length };
  })()`);
  t.deepEqual(opened, { opened: '/#alert=01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', left: 0 });
  t.deepEqual(unexpected(await complaints()), []);
});
