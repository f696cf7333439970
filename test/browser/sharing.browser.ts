import 'reflect-metadata';
import test from 'ava';
import type { Browser, Page } from 'puppeteer-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { openBrowser, READY } from '../support/browser.js';
import { faintTexts } from '../support/contrast.js';
import { leave, openSignedIn, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { startTestService, type TestService } from '../support/test-service.js';

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

type Account = Awaited<ReturnType<TestService['signedIn']>>;

const open = async (owner: Account, options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) => {
  const inspection = await openSignedIn({ service, browser, email: owner.email }, '/account', options);
  await inspection.page.waitForSelector('#teams li', READY);
  await inspection.page.waitForFunction('document.querySelector("#received-count").textContent !== ""', READY);
  return inspection;
};

const portfolioOf = async (owner: Account): Promise<string> =>
  (await owner.post('/portfolios', { name: 'Retirement', baseCurrency: 'EUR' })).json.id;

/** Opens the part that contains an element. */
const unfold = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).closest('details').open = true`);

/** Clicks a button of two steps. */
async function confirm(page: Page, selector: string): Promise<void> {
  await page.locator(selector).click();
  await page.locator(`${selector}.danger`).click();
}

test.serial('a resource is shared with an account, its terms are changed, and the grant is withdrawn', async (t) => {
  const [ada, grace] = [await service.signedIn(), await service.signedIn()];
  const id = await portfolioOf(ada);
  const { page, complaints } = await open(ada);
  await shows(page, '#grants', 'You share nothing.');
  await unfold(page, '#create-grant');
  await page.waitForSelector(`#create-grant option[value="${id}"]`, READY);
  await page.locator('#create-grant [name=email]').fill(grace.email);
  await page.locator('#create-grant [name=showAmounts]').click();
  await page.locator('#create-grant [type=submit]').click();
  await shows(page, '#grants', `${grace.email} may read, without amounts`);
  t.regex(await textOf(page, '#grants'), /RetirementPortfolio/);
  t.is((await grace.get(`/portfolios/${id}`)).status, 200);
  t.is((await grace.get(`/portfolios/${id}/holdings`)).status, 403);

  await page.locator('#grants li button').click();
  await page.locator('#grants form [name=showAmounts]').click();
  await page.select('#grants form [name=access]', 'write');
  await page.$eval('#grants form [name=until]', (field) => Object.assign(field, { value: '2099-12-31T12:00' }));
  await page.locator('#grants form [type=submit]').click();
  await shows(page, '#grants', 'may read and change, until 31 Dec 2099, 12:00');
  t.is((await grace.patch(`/portfolios/${id}`, { name: 'Pension' })).status, 200);

  await confirm(page, '#grants li .buttons button:last-child');
  await shows(page, '#grants', 'You share nothing.');
  t.is(await page.evaluate('document.activeElement.id'), 'sharing-title');
  t.is((await grace.get(`/portfolios/${id}`)).status, 404);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('a refused change of terms says why, and the terms stay', async (t) => {
  const [ada, grace] = [await service.signedIn(), await service.signedIn()];
  const resourceId = await portfolioOf(ada);
  await ada.post('/users/me/grants', { kind: 'portfolio', resourceId, email: grace.email, showAmounts: false });
  const { page } = await open(ada);
  await page.locator('#grants li button').click();
  await page.select('#grants form [name=access]', 'write');
  await page.locator('#grants form [type=submit]').click();
  await shows(page, '#grants form [role=status]', 'needs amounts');
  t.like((await ada.get('/users/me/grants')).json.items, [{ access: 'read', showAmounts: false, version: 1 }]);
  await page.keyboard.press('Tab');
  await page.locator('#grants form [type=button]').click();
  t.is(await page.evaluate('document.activeElement.textContent'), 'Change');
});

test.serial('what others share is listed when its part is opened, and declined', async (t) => {
  const [ada, grace] = [await service.signedIn('Ada'), await service.signedIn()];
  const resourceId = await portfolioOf(ada);
  await ada.post('/users/me/grants', { kind: 'portfolio', resourceId, email: grace.email, showAmounts: false });
  const { page, complaints } = await open(grace);
  await shows(page, '#received-count', '1 resource.');
  const uses = async () =>
    (await ada.get('/users/me/export')).json.activity.filter(
      ({ action }: { action: string }) => action === 'grant.read',
    );
  t.is((await uses()).length, 0);
  await unfold(page, '#received');
  await shows(page, '#received', 'From Ada · you may read, without amounts');
  t.is((await uses()).length, 1);
  await page.locator('#received a').click();
  await shows(page, '#entry[open]', 'Retirement');
  await page.goBack();
  await page.waitForSelector('#received-part:not([hidden])', READY);
  await unfold(page, '#received');
  await confirm(page, '#received button');
  await shows(page, '#received-count', 'Nothing is shared with you.');
  t.is((await grace.get(`/portfolios/${resourceId}`)).status, 404);
  t.deepEqual(
    (await complaints()).filter((line) => !line.includes('/health/ready') && !line.includes('503')),
    [],
  );
});

test.serial('a team is created, an account is invited, joins and uses what is shared with the team', async (t) => {
  const [ada, grace] = [await service.signedIn(), await service.signedIn()];
  const id = (await ada.post('/markets/watchlists', { name: 'Majors' })).json.id;
  const owner = await open(ada);
  await unfold(owner.page, '#create-team');
  await owner.page.locator('#create-team [name=name]').fill('Research');
  await owner.page.locator('#create-team [type=submit]').click();
  await shows(owner.page, '#teams', 'You are the owner');
  await unfold(owner.page, '#teams form');
  await owner.page.locator('#teams form [name=email]').fill(grace.email);
  await owner.page.locator('#teams form [type=submit]').click();
  await shows(owner.page, '#teams .rows', 'invited, not accepted yet');
  await unfold(owner.page, '#create-grant');
  await owner.page.select('#create-grant [name=kind]', 'watchlist');
  await owner.page.waitForSelector(`#create-grant option[value="${id}"]`, READY);
  const team = (await ada.get('/teams')).json.items[0].id;
  await owner.page.select('#create-grant [name=teamId]', team);
  await owner.page.locator('#create-grant [type=submit]').click();
  await shows(owner.page, '#grants', 'the team Research may read');
  t.is((await grace.get(`/markets/watchlists/${id}`)).status, 404);
  t.deepEqual(unexpected(await owner.complaints()), []);
  await leave(browser);

  const { page, complaints } = await open(grace);
  await shows(page, '#teams', 'Invitation');
  await page.locator('#teams .primary').click();
  await shows(page, '#received-count', '1 resource.');
  t.is((await grace.get(`/markets/watchlists/${id}`)).status, 200);
  await confirm(page, '#teams li > .buttons button');
  await shows(page, '#teams', 'No teams yet.');
  await shows(page, '#received-count', 'Nothing is shared with you.');
  t.is((await grace.get(`/markets/watchlists/${id}`)).status, 404);
  t.deepEqual(unexpected(await complaints()), []);
});

test.serial('sharing works with the keyboard alone', async (t) => {
  const [ada, grace] = [await service.signedIn(), await service.signedIn()];
  await portfolioOf(ada);
  const { page } = await open(ada);
  await page.focus('#sharing-title');
  await page.keyboard.press('Tab');
  t.is(await page.evaluate('document.activeElement.textContent'), 'Share a resource');
  await page.keyboard.press('Enter');
  await shows(page, '#create-grant [name=resourceId]', 'Retirement');
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Tab');
  await page.keyboard.type(grace.email);
  await page.keyboard.press('Enter');
  await shows(page, '#grants', `${grace.email} may read`);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test.serial(
      `grants, shared resources and teams pass axe-core and are legible (${colorScheme}, ${width} px)`,
      async (t) => {
        const [ada, grace] = [await service.signedIn(), await service.signedIn()];
        const long = 'a.very.long.address.of.a.colleague.whose.name.does.not.end@department.watchfloor.test';
        const until = '2099-12-31T12:00:00Z';
        for (const [owner, email] of [
          [ada, grace.email],
          [grace, ada.email],
          [ada, long],
        ] as const)
          await owner.post('/users/me/grants', {
            kind: 'portfolio',
            resourceId: await portfolioOf(owner),
            email,
            showAmounts: false,
            until,
          });
        const team = (await ada.post('/teams', { name: 'Research' })).json.id;
        await ada.post(`/teams/${team}/members`, { email: grace.email });
        await ada.post(`/teams/${team}/members`, { email: long });
        const invited = (await grace.post('/teams', { name: 'Operations' })).json.id;
        await grace.post(`/teams/${invited}/members`, { email: ada.email });
        const { page, complaints } = await open(ada, { colorScheme, width });
        await page.locator('#grants li button').click();
        await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
        await shows(page, '#received', 'Retirement');
        await shows(page, '#teams .rows', long);
        await shows(page, '#create-grant [name=resourceId]', 'Retirement');
        t.deepEqual(await accessibilityViolations(page), []);
        t.deepEqual(await faintTexts(page, 4.5), []);
        t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
        t.deepEqual(unexpected(await complaints()), []);
      },
    );
