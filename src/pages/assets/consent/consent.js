import { make } from './page-dom.js';
import { Session } from './session.js';

/** Key under which the overview finds the page to which a sign-in returns. */
const RETURN = 'watchfloor.return';

const session = new Session();
const at = (id) => document.getElementById(id);
const form = at('consent');

/** Calls the authorization server, which is not part of the API. */
async function call(path, init) {
  const response = await fetch(location.pathname + path, init);
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.detail ?? body.title ?? 'The service does not answer.');
  return body;
}

/** Returns a row with a checkbox for a scope, in words and with the group of operations it belongs to. */
function rowOf(scope, title, words, checked) {
  const box = make('input', { type: 'checkbox', name: 'scope', value: scope });
  box.checked = checked;
  return make('label', {}, box, make('span', {}, words, ' ', make('span', { class: 'quiet' }, title)));
}

/** Returns where the answer goes, in words. */
const receiver = (redirect) =>
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/.test(redirect)
    ? `a program on this device (${redirect})`
    : redirect;

function show({ name, redirect, groups }) {
  const { displayName, email, role } = session.user;
  document.title = `Allow ${name} · Watchfloor`;
  at('title').textContent = `Allow ${name}?`;
  at('user').textContent = `Signed in as ${displayName}`;
  at('who').append(
    make('b', {}, name),
    ' asks to act for your account ',
    make('b', {}, email),
    '. Your answer goes to ',
    make('b', {}, receiver(redirect)),
    '.',
  );
  const shown = groups.filter(({ folder }) => folder !== 'admin' || role === 'operator');
  const [reads, writes] = [shown.filter(({ read }) => read), shown.filter(({ write }) => write)];
  at('reads').append(
    ...reads.map(({ folder, read, title, words }) => rowOf(read, title, words.read, folder !== 'admin')),
  );
  at('writes').append(...writes.map(({ write, title, words }) => rowOf(write, title, words.write, false)));
  at('reads').hidden = reads.length === 0;
  at('writes').hidden = writes.length === 0;
  form.hidden = false;
  at('main').focus();
}

/** Sends the decision; then the browser returns to the app. @param scopes null: reject */
async function decide(scopes) {
  const buttons = form.querySelectorAll('button');
  at('error').textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await session.token()}` };
    const { location: next } = await call('', { method: 'POST', headers, body: JSON.stringify({ scopes }) });
    location.assign(next);
  } catch (error) {
    at('error').textContent = error.message;
    for (const button of buttons) button.disabled = false;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const scopes = [...form.querySelectorAll('input:checked')].map(({ value }) => value);
  if (scopes.length === 0) at('error').textContent = 'Tick what the app may do, or reject the request.';
  else decide(scopes);
});
at('untick').addEventListener('click', () => {
  for (const box of form.querySelectorAll('input:checked')) box.checked = false;
});
at('reject').addEventListener('click', () => decide(null));

async function start() {
  const request = await call('/request');
  await session.restore();
  if (session.user !== undefined) return show(request);
  sessionStorage.setItem(RETURN, location.pathname);
  at('notice').replaceChildren(
    `${request.name} asks to act for your account. `,
    make('a', { href: '/' }, 'Sign in'),
    ' on the overview; you then return here.',
  );
}

start()
  .catch((error) => {
    at('notice').textContent = error.message;
  })
  .finally(() => {
    document.documentElement.dataset.ready = 'yes';
  });
