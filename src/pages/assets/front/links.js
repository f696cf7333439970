import { make } from './page-dom.js';

const at = (id) => document.getElementById(id);
const [panel, form, signIn] = [at('event'), at('reset'), at('sign-in')];

/**
 * Returns the value in the fragment of the page's URL, from a link in an e-mail or a chat: `#event=<id>` or
 * `#reset=<token>`. Browsers do not send the fragment to the server.
 */
function linked(kind) {
  return new RegExp(`^#${kind}=([\\w-]{36,43})$`).exec(location.hash)?.[1];
}

function forget() {
  history.replaceState(null, '', location.pathname);
}

const row = (name, value) => [make('dt', {}, name), make('dd', {}, value)];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isShown = ([name, value]) =>
  !['title', 'severity'].includes(name) &&
  ['string', 'number', 'boolean'].includes(typeof value) &&
  value !== '' &&
  !uuid.test(value);

/** Returns the name of a field in words: `previousStatus` becomes `Previous status`. */
const wordsOf = (name) =>
  name[0].toUpperCase() +
  name.slice(1).replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);

async function showEvent(session) {
  const id = linked('event');
  panel.hidden = id === undefined || session.user === undefined;
  if (panel.hidden) return;
  const [title, facts] = [panel.querySelector('h2'), panel.querySelector('dl')];
  title.textContent = 'Event';
  facts.replaceChildren();
  try {
    const event = await session.get(`/timeline/${id}`);
    title.textContent = event.title ?? event.type;
    const own = Object.entries(event.data)
      .filter(isShown)
      .map(([name, value]) => [wordsOf(name), value]);
    const all = [
      ['Type', event.type],
      ['Severity', `${event.severity} of 5`],
      ['Time', new Date(event.time).toLocaleString()],
      ...own,
    ];
    facts.replaceChildren(...all.flatMap(([name, value]) => row(name, String(value))));
  } catch (error) {
    facts.replaceChildren(...row('Not available', error.message));
  }
}

function showReset() {
  form.hidden = linked('reset') === undefined;
  if (!form.hidden) form.elements.password.focus();
}

/** Opens the target of the page's fragment, now and whenever it changes. */
export function runLinks(session) {
  const show = () => {
    showReset();
    void showEvent(session);
  };
  window.addEventListener('hashchange', show);
  session.addEventListener('change', () => void showEvent(session));
  panel.querySelector('.close').addEventListener('click', () => {
    forget();
    panel.hidden = true;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const complaint = form.querySelector('.error');
    complaint.textContent = '';
    try {
      await session.setPassword(linked('reset'), form.elements.password.value);
      form.reset();
      forget();
      // All sessions have ended, including that of this page.
      if (session.user !== undefined) return location.reload();
      showReset();
      at('notice').textContent = 'The password is set. Sign in with it.';
    } catch (error) {
      complaint.textContent = error.errors[0]?.detail ?? error.message;
    }
  });
  at('forgot')?.addEventListener('click', async () => {
    const { email } = signIn.elements;
    if (!email.reportValidity()) return;
    try {
      await session.requestPasswordReset(email.value);
      at('notice').textContent = 'If the address has an account, a mail with a link to a new password is on its way.';
    } catch (error) {
      at('sign-in-error').textContent = error.message;
    }
  });
  show();
}
