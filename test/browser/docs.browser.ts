import test from 'ava';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { type DocsService, startDocs, TOKEN } from '../support/docs-service.js';

let browser: Browser;
let service: DocsService;

test.before(async () => {
  service = await startDocs();
  browser = await openBrowser();
});

test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/** Opens the groups of the explorer, which are closed at first. */
async function openGroups(page: Page): Promise<void> {
  await page.waitForSelector('.opblock-tag', READY);
  await page.evaluate('for (const group of document.querySelectorAll(".opblock-tag")) group.click()');
  await page.waitForSelector('#operations-Notes-listNotes', READY);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(
    `the explorer renders every operation in less than 4 s of CPU time without policy violations (${colorScheme})`,
    async (t) => {
      const { page, complaints, busySeconds } = await inspectPage(`${service.origin}/docs`, browser, { colorScheme });
      await openGroups(page);
      const seconds = await busySeconds();
      t.true(seconds < 4, `${seconds} s`);
      t.is((await page.$$('.opblock')).length, 10); // nine operations and a webhook
      t.is(await page.title(), 'Watchfloor API');
      t.deepEqual(await complaints(), []);
      await page.close();
    },
  );

  test.serial(`every text of an open operation in the explorer is legible (${colorScheme})`, async (t) => {
    const { page } = await inspectPage(`${service.origin}/docs`, browser, { colorScheme });
    await openGroups(page);
    await page.locator('#operations-Notes-listNotes .opblock-summary-control').click();
    await page.waitForSelector('#operations-Notes-listNotes .responses-table', READY);
    t.deepEqual(await faintTexts(page, 4.5), []);
    await page.close();
  });

  test.serial(
    `the reference renders the description in less than 4 s of CPU time without policy violations (${colorScheme})`,
    async (t) => {
      const { page, complaints, busySeconds } = await inspectPage(`${service.origin}/redoc`, browser, { colorScheme });
      await page.waitForSelector('h2 ::-p-text(List)', READY);
      const seconds = await busySeconds();
      t.true(seconds < 4, `${seconds} s`);
      t.deepEqual(await faintTexts(page, 4.5), []);
      t.deepEqual(await complaints(), []);
      await page.close();
    },
  );
}

test.serial('the explorer names its fields for screen readers, and links to the other pages', async (t) => {
  const { page, complaints } = await inspectPage(`${service.origin}/docs`, browser);
  await page.waitForSelector('#servers', READY);
  const violations = await accessibilityViolations(page);
  const named = /^(region|select-name|label|link-name|color-contrast) /;
  t.deepEqual(
    violations.filter((violation) => named.test(violation)),
    [],
  );
  const links = await page.$$eval('#pages a', (all) => all.map((link) => link.getAttribute('href')));
  t.deepEqual(links, ['/', '/map', '/redoc']);
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial('the try-it form sends the bearer token and shows the response', async (t) => {
  const { page, complaints } = await inspectPage(`${service.origin}/docs`, browser);
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('.auth-container input').fill(TOKEN);
  await page.locator('.auth-btn-wrapper button[type=submit]').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  await openGroups(page);
  await page.locator('#operations-Notes-listNotes .opblock-summary-control').click();
  await page.locator('#operations-Notes-listNotes .try-out__btn').click();
  await page.locator('#operations-Notes-listNotes .execute').click();
  const status = await page.waitForSelector(
    '#operations-Notes-listNotes .live-responses-table .response .response-col_status',
    READY,
  );
  t.regex(String(await status?.evaluate((cell) => cell.textContent)), /^200/);
  const answer = await page.waitForSelector(
    '#operations-Notes-listNotes .live-responses-table .response .response-col_description',
    READY,
  );
  t.regex(String(await answer?.evaluate((cell) => cell.textContent)), /The tide table/);
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial(
  'the references of an operation are the same in the part of the description that it reaches and in the whole description',
  async (t) => {
    const { page } = await inspectPage(`${service.origin}/docs`, browser);
    const found = (await page.evaluate(`(async () => {
    const { reachable } = await import(document.querySelector('script[src*="docs-plugin"]').src);
    const { resolveSubtree } = SwaggerUIBundle({ spec: {}, domNode: document.createElement('div') }).getSystem().fn;
    const description = await (await fetch('/openapi.json')).json();
    const subtrees = ['paths', 'webhooks'].flatMap((group) =>
      Object.entries(description[group]).flatMap(([name, item]) => Object.keys(item).map((method) => [group, name, method])));
    const resolve = async (from, path) => {
      const { spec, errors } = await resolveSubtree(from, path, { baseDoc: document.baseURI });
      return JSON.stringify([spec, errors.map(String)]);
    };
    return Promise.all([...subtrees, ['components', 'securitySchemes'], ['components', 'schemas']].map(async (path) => {
      const part = reachable(description, path);
      return { path, part: await resolve(part, path), whole: await resolve(description, path), schemas: Object.keys(part.components?.schemas ?? {}) };
    }));
  })()`)) as { path: string[]; part: string; whole: string; schemas: string[] }[];
    for (const { path, part, whole } of found) t.is(part, whole, path.join(' '));
    t.deepEqual(found.find(({ path }) => path[1] === '/health')?.schemas.sort(), ['FieldError', 'Problem']);
    await page.close();
  },
);

test.serial('the explorer stores no token in the browser', async (t) => {
  const { page } = await inspectPage(`${service.origin}/docs`, browser);
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('.auth-container input').fill(TOKEN);
  await page.locator('.auth-btn-wrapper button[type=submit]').click();
  await page.waitForSelector('.auth-wrapper .authorize.locked', READY);
  t.false(
    String(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).includes(TOKEN),
  );
  await page.reload();
  await page.waitForSelector('.auth-wrapper .authorize.unlocked', READY);
  t.pass();
  await page.close();
});

test.serial('a page that restores a session shows no fields to sign in until the session has ended', async (t) => {
  const { page } = await inspectPage(`${service.origin}/docs`, browser);
  await page.evaluate("localStorage.setItem('watchfloor.signedIn', 'yes')");
  await page.setRequestInterception(true);
  const refresh = new Promise<HTTPRequest>((resolve) => {
    page.on('request', (request) =>
      request.url().endsWith('/auth/refresh') ? resolve(request) : void request.continue(),
    );
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  const held = await refresh;
  await page.waitForSelector('#sign-in ::-p-text(Signing in)', READY);
  t.is(await page.$eval('#sign-in [name=email]', (field) => field.getClientRects().length), 0);
  await held.respond({ status: 401, contentType: 'application/problem+json', body: '{}' });
  await page.waitForSelector('#sign-in [name=email]', { ...READY, visible: true });
  t.is(await page.$eval('#sign-in [role=status]', (status) => status.textContent), '');
  t.is(await page.$('#sign-in button[type=submit]:disabled'), null);
  await page.close();
});

test.serial('the search of the reference finds an operation', async (t) => {
  const { page, complaints } = await inspectPage(`${service.origin}/redoc`, browser);
  await page.locator('input[placeholder="Search..."]').fill('stream');
  const found = await page.waitForSelector('[data-role="search:results"] li', READY);
  t.regex(String(await found?.evaluate((item) => item.textContent)), /stream/i);
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial('the page of a problem has no policy violations', async (t) => {
  const { page, complaints } = await inspectPage(`${service.origin}/problems/refresh_reused`, browser);
  t.is(await page.title(), 'Refresh token reused');
  t.deepEqual(await complaints(), []);
  await page.close();
});

test.serial('the violation check detects a forbidden script, style and request', async (t) => {
  const { page, complaints } = await inspectPage(`${service.origin}/docs`, browser);
  await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', () => policyViolations.length === 3 && resolve());
    document.body.insertAdjacentHTML('beforeend', '<i style="color: red"></i><img src="http://example.com/a.png">');
    document.body.append(Object.assign(document.createElement('script'), { text: '1' }));
  })`);
  const text = (await complaints()).join('\n');
  for (const directive of ['script-src-elem', 'style-src-attr', 'img-src'])
    t.true(text.includes(`policy: ${directive}`), text);
  await page.close();
});
