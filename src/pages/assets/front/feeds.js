import { linkTo } from './entry-links.js';
import { make, pause, showState, timeAgo } from './page-dom.js';

const PERIOD_SECONDS = 15;
const order = ['down', 'stale', 'ok', 'standby', 'disabled'];

const panel = document.getElementById('feeds');
const body = panel.querySelector('tbody');

function rowOf({ feed, status, records, lastSuccessAt }) {
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, linkTo('feed', feed, feed)),
    make('td', { class: 'status', 'data-status': status }, status.replaceAll('_', ' ')),
    make('td', { class: 'number' }, records.toLocaleString('en')),
    make('td', { class: 'number' }, lastSuccessAt === null ? '–' : timeAgo(lastSuccessAt)),
  );
}

function show(items) {
  const configured = items.filter(({ status }) => status !== 'not_configured');
  const rank = ({ status }) => order.indexOf(status);
  const focused = body.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  body.replaceChildren(...configured.sort((one, other) => rank(one) - rank(other)).map(rowOf));
  if (focused !== null) body.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  const failing = configured.filter(({ status }) => status === 'down' || status === 'stale').length;
  const missing = items.length - configured.length;
  panel.querySelector('p').textContent =
    `${failing === 0 ? 'All configured feeds work.' : `${failing} of ${configured.length} feeds have a problem.`} ${missing} more are not configured.`;
}

/** Shows the status of the feeds until the signal aborts, and updates it when an event reports a change. */
export async function runFeeds(session, signal) {
  showState(panel, 'connecting');
  while (!signal.aborted) {
    let seconds = PERIOD_SECONDS;
    try {
      show((await session.get('/health/feeds', signal)).items);
      showState(panel, 'live');
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
      showState(panel, 'waiting', error);
      seconds = error.retryAfter ?? PERIOD_SECONDS;
    }
    const either = new AbortController();
    const wake = () => either.abort();
    document.addEventListener('feedchange', wake, { signal: either.signal });
    signal.addEventListener('abort', wake, { signal: either.signal });
    await pause(seconds, either.signal);
    wake();
  }
}
