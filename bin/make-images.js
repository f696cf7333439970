#!/usr/bin/env node
// Draws the images of the README and of the front page with a running service that has simulated data:
// `npm start` in one terminal, `node bin/make-images.js [http://127.0.0.1:3000]` in another. It needs Chromium
// (`CHROMIUM_PATH`, or /usr/bin/chromium) and open registration, as in development.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = join(fileURLToPath(import.meta.url), '../..');
const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const account = { email: `images-${randomUUID()}@example.org`, password: randomUUID() };
const HALF_A_YEAR_MS = 183 * 86_400_000;
const since = new Date(Date.now() - HALF_A_YEAR_MS).toISOString().slice(0, 10);
const chart = `/markets/candles/AAPL.US.svg?from=${since}&overlay=sma:20`;

const drawings = {
  'docs/images/map.svg': '/geospatial/map.svg?bbox=-7,34,19,46&width=800',
  'docs/images/chart.svg': `${chart}&width=800&height=480`,
  'src/pages/assets/front/example-map.svg': '/geospatial/map.svg?bbox=-7,35,18,45&width=640&height=320',
  'src/pages/assets/front/example-chart.svg': `${chart}&width=640&height=320`,
};

await call('/auth/register', { ...account, displayName: 'Images' });
const { accessToken } = await (await call('/auth/login', account)).json();
for (const [file, path] of Object.entries(drawings)) {
  const response = await call(path, undefined, { authorization: `Bearer ${accessToken}` });
  writeFileSync(join(root, file), await response.text());
}
writeFileSync(join(root, 'docs/images/interactive-map.webp'), await pictureOfMap());

/** Calls an operation. @throws if it fails */
async function call(path, body, headers = {}) {
  const request = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${address}/api/v1${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Opens the interactive map with the details of a vessel in the English Channel. @returns a WebP image */
async function pictureOfMap() {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(180_000);
    await page.setViewport({ width: 1200, height: 680 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    await page.goto(address);
    await page.locator('#sign-in [name=email]').fill(account.email);
    await page.locator('#sign-in [name=password]').fill(account.password);
    await page.locator('#sign-in .primary').click();
    await page.waitForSelector('#overview:not([hidden])');
    await page.goto(`${address}/map#4.6/50/1`);
    await page.waitForSelector('html[data-ready=yes]');
    // The objects nearest to the center are listed; a vessel under way has its speed in knots.
    await page.locator('::-p-xpath(//*[@id="objects"]//button[contains(., " kn")])').click();
    await page.waitForNetworkIdle({ idleTime: 3_000, timeout: 60_000 }).catch(() => undefined);
    return await page.screenshot({ type: 'webp', quality: 80 });
  } finally {
    await browser.close();
  }
}
