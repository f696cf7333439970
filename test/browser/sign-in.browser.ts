import 'reflect-metadata';
import test from 'ava';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { inspectPage, openBrowser, READY } from '../support/browser.js';
import { clientOf, type RunningProvider, startProvider } from '../support/oidc-provider.js';
import { leave, shows, textOf, unexpected } from '../support/signed-in-page.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let provider: RunningProvider;
let service: TestService;
let browser: Browser;
/** Address of the service by a host name, which passkeys need. */
let address: string;
let subjects = 0;

test.before(async () => {
  provider = await startProvider();
  service = await startTestService({
    env: {
      SVC_SIGN_IN_LIMIT: '100000',
      SVC_OUTBOUND_ALLOW: '127.0.0.1',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: 'watchfloor',
      SVC_OIDC_CLIENT_SECRET: clientOf('', '').client_secret,
      SVC_OIDC_NAME: 'Example SSO',
      SVC_OIDC_SIGN_UP: 'open',
    },
  });
  address = service.url.replace('127.0.0.1', 'localhost');
  await provider.change({ clients: [clientOf(address, 'sso')] });
  browser = await openBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await service?.close();
  await provider?.close();
});
test.afterEach.always(() => leave(browser));

async function newPerson() {
  subjects += 1;
  const email = `person-${subjects}@example.org`;
  await provider.change({ forgery: null, user: `s-${subjects}`, claims: { email, email_verified: true, name: 'Ada' } });
  return email;
}

/** Opens a page of the service, with a virtual authenticator that verifies its user. */
async function openPage(path: string) {
  const { page, complaints } = await inspectPage(address + path, browser);
  const authenticator = await page.createCDPSession();
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, authenticator, complaints };
}

async function signInByPassword(page: Page, email: string) {
  await page.locator('#sign-in [name=email]').fill(email);
  await page.locator('#sign-in [name=password]').fill(PASSWORD);
  await page.locator('#sign-in .primary').click();
}

const isIn = (page: Page) => page.waitForSelector('#overview:not([hidden])', READY);

async function addPasskey(page: Page, name: string) {
  await page.goto(`${address}/account`);
  await page.waitForSelector('#settings:not([hidden])', READY);
  await page.locator('#add-passkey summary').click();
  await page.locator('#create-passkey [name=name]').fill(name);
  await page.locator('#create-passkey [type=submit]').click();
  await shows(page, '#passkeys', name);
}

async function signOut(page: Page) {
  await page.goto(`${address}/`);
  await isIn(page);
  await page.locator('#sign-out').click();
  await page.waitForSelector('#welcome:not([hidden])', READY);
}

const withoutProvider = (complaints: readonly string[]) =>
  unexpected(complaints).filter((line) => !line.includes(new URL(provider.issuer).host));

test.serial('a passkey is added on the account page, signs in on the front page, and is removed', async (t) => {
  const { email } = await service.signedIn();
  const { page, complaints } = await openPage('/');
  await signInByPassword(page, email);
  await isIn(page);
  await addPasskey(page, 'My laptop');
  await shows(page, '#create-passkey [role=status]', 'The passkey My laptop was added.');
  t.deepEqual(await accessibilityViolations(page), []);
  await signOut(page);
  t.deepEqual(await accessibilityViolations(page), []);
  await page.locator('#with-passkey').click();
  await isIn(page);
  await page.goto(`${address}/account`);
  await shows(page, '#sessions', 'by passkey');
  t.regex(await textOf(page, '#passkeys'), /My laptop.*used/);
  await page.locator('#passkeys button').click();
  await page.locator('#passkeys button').click();
  await shows(page, '#passkeys', 'No passkeys yet.');
  await signOut(page);
  await page.locator('#with-passkey').click();
  await shows(page, '#sign-in-error', 'Try again, or sign in in another way.');
  t.deepEqual(
    unexpected(await complaints()).filter(
      (line) => !line.includes('401') && !line.includes('/passkeys/sign-in/verify'),
    ),
    [],
  );
});

test.serial('a passkey is the second factor after a password', async (t) => {
  const { email } = await service.signedIn();
  const { page } = await openPage('/');
  await signInByPassword(page, email);
  await isIn(page);
  await addPasskey(page, 'Phone');
  await page.locator('#factor details:last-child summary').click();
  await page.locator('#factor details:last-child [name=password]').fill(PASSWORD);
  await page.locator('#factor details:last-child [type=submit]').click();
  await shows(page, '#factor', 'Store these recovery codes.');
  await signOut(page);
  await signInByPassword(page, email);
  await page.waitForSelector('#second-step:not([hidden])', READY);
  await shows(page, '#with-passkey', 'Use a passkey instead');
  t.deepEqual(await accessibilityViolations(page), []);
  await page.locator('#with-passkey').click();
  await isIn(page);
});

test.serial('an authenticator that does not verify its user does not sign in alone', async (t) => {
  const { email } = await service.signedIn();
  const { page, authenticator } = await openPage('/');
  await signInByPassword(page, email);
  await isIn(page);
  await addPasskey(page, 'Key');
  await signOut(page);
  await refuseVerification(authenticator);
  await page.locator('#with-passkey').click();
  await shows(page, '#sign-in-error', 'The passkey was not used');
  t.is((await page.$$('#overview[hidden]')).length, 1);
});

/** Lets the authenticators of the page fail to recognize the user. */
async function refuseVerification(authenticator: CDPSession) {
  await authenticator.send('WebAuthn.disable');
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    },
  });
}

test.serial('a provider signs in from the front page, and signs out with it', async (t) => {
  const email = await newPerson();
  const { page, complaints } = await openPage('/');
  await shows(page, '#other-ways', 'Sign in with Example SSO');
  t.deepEqual(await accessibilityViolations(page), []);
  await page.locator('#other-ways .provider').click();
  await isIn(page);
  t.is(new URL(page.url()).pathname + new URL(page.url()).search, '/', 'the code is not in the address');
  await page.goto(`${address}/account`);
  await shows(page, '#identities', email);
  await shows(page, '#sessions', 'by provider sso');
  t.deepEqual(await accessibilityViolations(page), []);
  await signOut(page);
  await shows(page, '#notice', 'Sign out at the provider');
  t.regex(await page.$eval('#notice a', (link) => (link as unknown as { href: string }).href), /\/session\/end\?/);
  t.deepEqual(withoutProvider(await complaints()), []);
});

test.serial('an identity is linked and unlinked on the account page', async (t) => {
  const { email } = await service.signedIn();
  const identity = await newPerson();
  const { page, complaints } = await openPage('/');
  await signInByPassword(page, email);
  await isIn(page);
  await page.goto(`${address}/account`);
  await shows(page, '#link-identity', 'Link Example SSO');
  await page.locator('#link-identity button').click();
  await shows(page, '#identities', identity);
  t.is(new URL(page.url()).pathname, '/account');
  await page.locator('#identities button').click();
  await page.locator('#identities button').click();
  await shows(page, '#identities', 'No identities yet.');
  t.deepEqual(withoutProvider(await complaints()), []);
});

test.serial(
  'an answer that does not pass the checks, or began elsewhere, is explained on the front page',
  async (t) => {
    await newPerson();
    await provider.change({ forgery: 'issuer' });
    const { page } = await openPage('/');
    await page.locator('#other-ways .provider').click();
    await shows(page, '#sign-in-error', 'Example SSO did not confirm the sign-in');
    await page.goto(`${address}/sign-in/sso?code=1&state=2`);
    await shows(page, '#notice', 'This sign-in began in another browser or tab. Start it again.');
    t.is(new URL(page.url()).search, '');
  },
);
