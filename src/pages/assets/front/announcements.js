import { make, pause } from './page-dom.js';

const PERIOD_SECONDS = 60;
/** Key of the stored ids of announcements that were dismissed in this browser. */
const DISMISSED = 'watchfloor.dismissed';
const MAX_DISMISSED = 100;

const area = document.getElementById('announcements');

/** Returns the dismissed ids; a stored value that is not a list counts as empty. */
function dismissed() {
  try {
    const ids = JSON.parse(localStorage.getItem(DISMISSED) ?? '[]');
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

function dismiss(id) {
  localStorage.setItem(DISMISSED, JSON.stringify([...dismissed(), id].slice(-MAX_DISMISSED)));
  area.querySelector(`[data-id="${CSS.escape(id)}"]`)?.remove();
}

function elementOf({ id, text, severity }) {
  const close = make(
    'button',
    { type: 'button', class: 'close end', 'aria-label': 'Dismiss this announcement' },
    'Dismiss',
  );
  close.addEventListener('click', () => dismiss(id));
  return make('p', { 'data-id': id, 'data-severity': severity }, make('span', {}, text), close);
}

/**
 * Shows announcements. Those that are already shown are not replaced, so that screen readers do not read them again.
 */
function show(items) {
  const hidden = new Set(dismissed());
  const shown = items.filter(({ id }) => !hidden.has(id));
  const known = new Map([...area.children].map((element) => [element.dataset.id, element]));
  const elements = shown.map((item) => {
    const element = known.get(item.id);
    const isSame = element?.firstElementChild.textContent === item.text && element.dataset.severity === item.severity;
    return isSame ? element : elementOf(item);
  });
  if (elements.length !== area.children.length || elements.some((element, index) => element !== area.children[index]))
    area.replaceChildren(...elements);
}

/** Removes all announcements when the account has signed out. */
export function clearAnnouncements() {
  area.replaceChildren();
}

/** Shows current announcements until the signal aborts. */
export async function runAnnouncements(session, signal) {
  while (!signal.aborted) {
    let seconds = PERIOD_SECONDS;
    try {
      show((await session.get('/users/me/announcements', signal)).items);
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
      seconds = Math.max(error.retryAfter ?? 0, PERIOD_SECONDS);
    }
    await pause(seconds, signal);
  }
}
