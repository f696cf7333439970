import type { Browser, Page } from 'puppeteer-core';
import { type Inspection, type InspectOptions, inspectPage, READY } from './browser.js';
import { PASSWORD, type TestService } from './test-service.js';

/** Opens a path of the service in a browser in which an account has signed in on the front page. */
export async function openSignedIn(
  { service, browser, email }: { service: TestService; browser: Browser; email: string },
  path: string,
  options: InspectOptions = {},
): Promise<Inspection> {
  const inspection = await inspectPage(`${service.url}/`, browser, options);
  const { page } = inspection;
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
  await page.waitForSelector('#overview:not([hidden])', READY);
  if (path !== '/') {
    // An address that differs only in its fragment does not load the page.
    await page.goto('about:blank');
    await page.goto(service.url + path);
  }
  return inspection;
}

/** Removes the session and the pages of a test. */
export async function leave(browser: Browser): Promise<void> {
  for (const page of await browser.pages()) {
    if (page.url().startsWith('http')) await page.evaluate('localStorage.clear()');
    await page.close();
  }
  await browser.deleteCookie(...(await browser.cookies()));
}

/** Waits until the element has the text. */
export const shows = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
    READY,
  );

export const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

/**
 * Returns the complaints about a page without those of its readiness checks, which may time out on a busy machine: the
 * page then shows that the service is not ready.
 */
export const unexpected = (complaints: readonly string[]) =>
  complaints.filter((line) => !line.includes('/health/ready') && !line.includes('status of 503'));
