import { clearAnnouncements, runAnnouncements } from './announcements.js';
import { runEntries } from './entry.js';
import { runFeeds } from './feeds.js';
import { runLinks } from './links.js';
import { clearLists, runLists } from './lists.js';
import { clearMap, runMap } from './map.js';
import { pause, showState } from './page-dom.js';
import { clearTickets } from './pictures.js';
import { runQuotes } from './quotes.js';
import { explain } from './records.js';
import { clearSearch, runSearch } from './search.js';
import { Session } from './session.js';
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
    runSearch(session);
    start();
    return;
  }
  at('notice').textContent = isLeaving ? 'You are signed out.' : 'Your session has ended. Sign in again.';
  form.elements.email.focus();
}

/** Shows the form for the code of a second factor, or for e-mail address and password. */
function showStep(next) {
  challenge = next;
  const { email, password, code } = form.elements;
  at('second-step').hidden = at('other-account').hidden = code.disabled = challenge === undefined;
  for (const field of [email, password]) field.parentElement.hidden = field.disabled = challenge !== undefined;
  for (const button of form.querySelectorAll('[value=register], #forgot')) button.hidden = challenge !== undefined;
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

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const buttons = form.querySelectorAll('button');
  at('sign-in-error').textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    await submit(event.submitter?.value === 'register');
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
});

at('sign-out').addEventListener('click', async () => {
  isLeaving = true;
  await session.signOut().catch((error) => {
    at('notice').textContent = error.message;
  });
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
session
  .restore()
  .catch((error) => {
    at('notice').textContent = error.message;
  })
  .finally(() => {
    document.documentElement.dataset.ready = 'yes';
  });
