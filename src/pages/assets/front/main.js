import { clearAnnouncements, runAnnouncements } from './announcements.js';
import { runEntries } from './entry.js';
import { runFeeds } from './feeds.js';
import { runLinks } from './links.js';
import { clearLists, runLists } from './lists.js';
import { clearMap, runMap } from './map.js';
import { make, pause, showState } from './page-dom.js';
import { clearTickets } from './pictures.js';
import { runQuotes } from './quotes.js';
import { explain } from './records.js';
import { clearSearch, runSearch } from './search.js';
import { Session } from './session.js';
import { goToProvider, hasPasskeys, signInWithPasskey, takeCallback } from './sign-in-ways.js';
import { clearTimeline, runTimeline } from './timeline.js';

const RETRY_SECONDS = 10;
const panels = { map: runMap, quotes: runQuotes, timeline: runTimeline, feeds: runFeeds };

const session = new Session();
const at = (id) => document.getElementById(id);
const form = at('sign-in');
let running;
let isLeaving = false;
/** Challenge of a sign-in that waits for the code of a second factor. */
let challenge;

function start() {
  if (running !== undefined || session.user === undefined || document.hidden) return;
  const controller = new AbortController();
  running = controller;
  runAnnouncements(session, controller.signal);
  runLists(session, controller.signal);
  for (const [name, run] of Object.entries(panels)) keepRunning(at(name), run, controller.signal);
}

/** Runs a panel until the signal aborts, and again after a temporary error. The other panels are not affected. */
async function keepRunning(panel, run, signal) {
  while (!signal.aborted) {
    const attempt = new AbortController();
    try {
      await run(session, AbortSignal.any([signal, attempt.signal]));
      return;
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
      showState(panel, error.isFinal ? 'failed' : 'waiting', error);
      if (error.isFinal) return;
      await pause(error.retryAfter ?? RETRY_SECONDS, signal);
    } finally {
      attempt.abort();
    }
  }
}

function stop() {
  running?.abort();
  running = undefined;
}

function showAccount() {
  const { user } = session;
  at('welcome').hidden = user !== undefined;
  at('overview').hidden = user === undefined;
  at('account').hidden = user === undefined;
  at('user').textContent = user?.displayName ?? '';
  stop();
  clearAnnouncements();
  clearTimeline();
  clearMap();
  clearSearch();
  clearLists();
  clearTickets();
  if (user !== undefined) {
    at('notice').textContent = '';
    if (returnToConsent()) return;
    runSearch(session);
    start();
    return;
  }
  at('notice').textContent = isLeaving ? 'You are signed out.' : 'Your session has ended. Sign in again.';
  form.elements.email.focus();
}

/** Returns to the consent page, if the sign-in was for an app. @returns true if the browser leaves this page */
function returnToConsent() {
  const path = sessionStorage.getItem('watchfloor.return') ?? '';
  sessionStorage.removeItem('watchfloor.return');
  if (!/^\/oauth\/consent\/[\w-]{20,64}$/.test(path)) return false;
  location.replace(path);
  return true;
}

/** Shows the form for the code of a second factor, or for e-mail address and password. */
function showStep(next) {
  challenge = next;
  const { email, password, code } = form.elements;
  at('second-step').hidden = at('other-account').hidden = code.disabled = challenge === undefined;
  for (const field of [email, password]) field.parentElement.hidden = field.disabled = challenge !== undefined;
  for (const button of form.querySelectorAll('[value=register], #forgot, .provider'))
    button.hidden = challenge !== undefined;
  at('with-passkey').textContent = challenge === undefined ? 'Sign in with a passkey' : 'Use a passkey instead';
  code.value = '';
  if (challenge !== undefined) code.focus();
}

at('other-account').addEventListener('click', () => {
  showStep(undefined);
  at('sign-in-error').textContent = '';
  form.reset();
  form.elements.email.focus();
});

function submit(isRegistration) {
  const { email, password, code } = form.elements;
  if (challenge !== undefined) return session.verify(challenge, code.value);
  return isRegistration ? session.register(email.value, password.value) : session.signIn(email.value, password.value);
}

/** Runs a step of a sign-in with disabled buttons, and shows its error or the next step. */
async function attempt(step) {
  const buttons = form.querySelectorAll('button');
  at('sign-in-error').textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    await step();
    showStep(undefined);
    form.reset();
    at('main').focus();
  } catch (error) {
    if (error.code === 'mfa_required') showStep(error.challenge);
    else {
      if (error.code === 'invalid_challenge') showStep(undefined);
      at('sign-in-error').textContent = explain(error);
    }
  }
  for (const button of buttons) button.disabled = false;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(() => submit(event.submitter?.value === 'register'));
});

at('with-passkey').addEventListener('click', () => attempt(() => signInWithPasskey(session, challenge)));

/** Shows the other ways to sign in: passkeys, and a button for each provider. */
async function showWays() {
  const ways = await session.ways().catch(() => ({ items: [], passwordSignIn: 'all' }));
  const buttons = ways.items.map(({ id, name }) => {
    const button = make('button', { type: 'button', class: 'provider' }, `Sign in with ${name}`);
    button.addEventListener('click', () => attempt(async () => goToProvider(id, 'sign-in', await session.startAt(id))));
    return button;
  });
  at('with-passkey').hidden = !hasPasskeys();
  at('other-ways').append(...buttons);
  at('other-ways').hidden = !hasPasskeys() && buttons.length === 0;
  if (ways.passwordSignIn !== 'none') return;
  at('with-password').hidden = true;
  for (const field of form.querySelectorAll('label')) field.hidden = true;
}

/** Completes a sign-in at a provider, or the linking of an identity, which ends on the account page. */
async function complete({ provider, purpose, flowToken, callbackQuery }) {
  if (purpose !== 'link') {
    if (flowToken === undefined) throw new Error('This sign-in began in another browser or tab. Start it again.');
    return attempt(() => session.finishAt(provider, flowToken, callbackQuery));
  }
  await session.restore();
  await session.post('/auth/identities/link', { provider, flowToken, callbackQuery });
  location.replace('/account#identities-title');
}

at('sign-out').addEventListener('click', async () => {
  isLeaving = true;
  const remote = await session.providerSignOut().catch(() => undefined);
  // A panel would otherwise open a stream with the token of the session that ends.
  stop();
  try {
    await session.signOut();
    if (remote?.url)
      at('notice').append(' ', make('a', { href: remote.url }, `Sign out at the provider (${remote.provider}), too`));
  } catch (error) {
    at('notice').textContent = error.message;
    start();
  }
  isLeaving = false;
});

session.addEventListener('change', showAccount);
// The number of an account's streams is limited, so a hidden page closes its streams and resumes them later.
document.addEventListener('visibilitychange', () => (document.hidden ? stop() : start()));

async function showHealth() {
  const health = at('health');
  try {
    const response = await fetch('/api/v1/health/ready');
    const { status } = await response.json();
    health.dataset.state = { ready: 'live', degraded: 'waiting' }[status] ?? 'failed';
    health.textContent = { ready: 'Ready', degraded: 'Degraded', unavailable: 'Unavailable' }[status] ?? 'Unknown';
  } catch {
    health.dataset.state = 'failed';
    health.textContent = 'No connection';
  }
}

runLinks(session);
runEntries(session);
showHealth();
setInterval(() => document.hidden || showHealth(), 15_000);
document.documentElement.dataset.ready = 'restoring';
// A form that is sent before its listener exists would leave the page, so its buttons are disabled until now.
for (const button of form.querySelectorAll('button')) button.disabled = false;
showWays();
const callback = takeCallback();
(callback === undefined ? session.restore() : complete(callback))
  .catch((error) => {
    at('notice').textContent = explain(error);
  })
  .finally(() => {
    document.documentElement.dataset.ready = 'yes';
  });
