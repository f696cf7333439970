import { linkTo } from './entry-links.js';
import { follow } from './live-stream.js';
import { make, showState, timeAgo } from './page-dom.js';
import { badgeOf, plainTitle, wordsOf } from './records.js';

const MAX_ITEMS = 60;
const NAME = 'Live overview';

const panel = document.getElementById('timeline');
const list = panel.querySelector('ol');
const severities = ['', 'minor', 'low', 'moderate', 'high', 'critical'];

function itemOf(event) {
  const { id, type, time, severity, title } = event;
  return make(
    'li',
    { 'data-id': id },
    make(
      'span',
      { class: 'severity', 'data-severity': severity, title: `Severity ${severity} of 5` },
      severities[severity],
    ),
    make('span', { class: 'title' }, linkTo('event', id, plainTitle(title))),
    make(
      'span',
      { class: 'quiet' },
      `${wordsOf(type.slice(0, type.indexOf('.')))} · `,
      make('time', { datetime: time, title: time }, timeAgo(time)),
      ' ',
      badgeOf(event),
    ),
  );
}

/** Inserts an event at the top, unless it is already listed. */
function show(event, isNew) {
  if (list.querySelector(`[data-id="${CSS.escape(event.id)}"]`)) return;
  const item = itemOf(event);
  item.classList.toggle('new', isNew);
  list.prepend(item);
  while (list.children.length > MAX_ITEMS) list.lastElementChild.remove();
  if (event.type.startsWith('feed.')) document.dispatchEvent(new Event('feedchange'));
  if (isNew) document.dispatchEvent(new CustomEvent('timelineevent', { detail: event }));
}

/**
 * Returns the id of this page's subscription, by which its events are streamed; it is created once for each account.
 */
async function subscriptionId(session, signal) {
  const { items } = await session.get('/subscriptions?limit=200', signal);
  const own = items.find(({ name, delivery }) => name === NAME && delivery.channel === 'stream');
  return (
    own ?? (await session.post('/subscriptions', { name: NAME, eventTypes: ['*'], delivery: { channel: 'stream' } }))
  ).id;
}

/** Id of the last streamed event; undefined before the first one. */
let lastEventId;

/** Removes the events of an account that has signed out. */
export function clearTimeline() {
  list.replaceChildren();
  lastEventId = undefined;
}

async function showLatest(session, signal) {
  const { items } = await session.get(`/timeline?limit=${MAX_ITEMS}`, signal);
  for (const event of items.reverse()) show(event, false);
  list.classList.toggle('empty', items.length === 0);
}

/** Lists the latest events and adds new ones until the signal aborts. */
export async function runTimeline(session, signal) {
  showState(panel, 'connecting');
  const id = await subscriptionId(session, signal);
  const refreshTimes = setInterval(() => {
    for (const time of list.querySelectorAll('time')) time.textContent = timeAgo(time.dateTime);
  }, 15_000);
  signal.addEventListener('abort', () => clearInterval(refreshTimes));
  const onEvent = async ({ type, id: eventId, data }) => {
    // Latest events are listed after the stream has opened, so that no event is missed in between. A resumed stream
    // sends the missed events itself.
    if (type === 'ready' && lastEventId === undefined) await showLatest(session, signal);
    if (eventId === undefined) return;
    lastEventId = eventId;
    list.classList.remove('empty');
    show(data, true);
  };
  await follow(session, `/subscriptions/${id}/stream`, {
    signal,
    lastEventId,
    onEvent,
    onState: (state, error) => showState(panel, state, error),
  });
}
