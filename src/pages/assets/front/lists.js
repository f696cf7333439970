import { hashOf, linkTo } from './entry-links.js';
import { endpointState } from './kinds-account.js';
import { make, pause, timeAgo } from './page-dom.js';
import { badgeOf, explain, moneyText, plainTitle } from './records.js';

const PERIOD_SECONDS = 60;
/** Events within this time (ms) renew a list once. */
const EVENT_PAUSE_MS = 2_000;
const MAX_ITEMS = 6;
const MAX_ARTICLES = 9;

/** Returns an item of a list: a link, a note beside it, and a line of details below. */
const item = ({ link, note = '', line = '' }) =>
  make('li', {}, link, note, line === '' ? '' : make('span', { class: 'quiet' }, line));

/** Returns the form that an empty list shows to add the first entry. */
function formOf({ label, input, button, send }) {
  const [field, problem] = [
    make('input', { 'aria-label': label, required: '', ...input }),
    make('p', { class: 'error', role: 'alert' }),
  ];
  const form = make('form', { class: 'inline' }, field, make('button', { type: 'submit' }, button), problem);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    try {
      await send(field.value);
    } catch (error) {
      problem.textContent = explain(error);
    }
  });
  return form;
}

const alertStates = {
  firing: 'Firing',
  pending: 'Pending',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
};

async function alerts(session, signal) {
  const [{ items }, { items: rules }] = await Promise.all([
    session.get(`/alerts?limit=${MAX_ITEMS}`, signal),
    session.get('/alerts/rules?limit=20', signal),
  ]);
  const open = items.filter(({ state }) => state !== 'resolved');
  const shown = [...open, ...items.filter(({ state }) => state === 'resolved')];
  const watching = rules.filter(({ enabled }) => enabled);
  return {
    items: shown.map(({ id, title, state, severity, startedAt }) =>
      item({
        link: linkTo('alert', id, title),
        note: make(
          'span',
          { class: 'tag', 'data-severity': state === 'resolved' ? 'info' : severity },
          alertStates[state],
        ),
        line: timeAgo(startedAt),
      }),
    ),
    empty:
      rules.length === 0
        ? [
            'No alert rules yet. Open a quote, such as ',
            linkTo('symbol', 'AAPL.US', 'AAPL.US'),
            ', and create one for its price.',
          ]
        : ['No alerts yet.'],
    foot:
      rules.length === 0
        ? []
        : [
            `${watching.length} of ${rules.length}${rules.length === 20 ? ' or more' : ''} rules watch: `,
            ...watching.slice(0, 4).flatMap(({ id, name }, at) => [at === 0 ? '' : ', ', linkTo('rule', id, name)]),
            watching.length > 4 ? ' …' : '',
          ],
  };
}

async function portfolios(session, signal, reload) {
  const { items } = await session.get(`/portfolios?limit=${MAX_ITEMS}`, signal);
  const valued = await Promise.all(
    items.map(async (portfolio) => ({
      portfolio,
      // A portfolio whose prices are not available is listed without its value.
      valuation: await session.get(`/portfolios/${portfolio.id}/valuation`, signal).catch(() => undefined),
    })),
  );
  const button = make('button', { type: 'button' }, 'Create demonstration portfolios');
  button.addEventListener('click', async () => {
    button.disabled = true;
    await session
      .post('/portfolios/demo', {})
      .then(reload, (error) => button.after(make('p', { role: 'alert' }, explain(error))));
  });
  return {
    items: valued.map(({ portfolio: { id, name, kind, baseCurrency }, valuation }) =>
      item({
        link: linkTo('portfolio', id, name),
        note: make(
          'span',
          { class: 'amount' },
          valuation === undefined || kind === 'model' ? '' : moneyText(valuation.value, baseCurrency),
        ),
        line: { own: 'Own portfolio', model: 'Model to compare with', client: 'Of a client' }[kind],
      }),
    ),
    empty: [
      'No portfolios yet. Look at one with made-up transactions, or create your own with POST /portfolios.',
      button,
    ],
    isSimulated: valued.some(({ valuation }) => valuation?.providers.includes('simulator')),
  };
}

async function news(session, signal, reload) {
  const { items } = await session.get(`/news?limit=${MAX_ARTICLES}`, signal);
  return {
    items: items.map((article) =>
      item({
        link: linkTo('article', article.id, plainTitle(article.title)),
        note: badgeOf(article),
        line: `${article.sourceName} · ${timeAgo(article.publishedAt)}`,
      }),
    ),
    empty: [
      'No articles yet. Add a news feed; its articles appear here within a minute.',
      formOf({
        label: 'Address of an RSS, Atom or JSON feed',
        input: { type: 'url', placeholder: 'https://news.example.org/rss.xml' },
        button: 'Add feed',
        send: async (url) => {
          await session.post('/news/feeds', { url });
          reload();
        },
      }),
    ],
  };
}

async function webhooks(session, signal) {
  const { items } = await session.get(`/webhooks/endpoints?limit=${MAX_ITEMS}`, signal);
  return {
    items: items.map((endpoint) =>
      item({
        link: make('a', { href: hashOf('endpoint', endpoint.id) }, endpoint.description || new URL(endpoint.url).host),
        note: make(
          'span',
          { class: 'tag', 'data-severity': endpoint.failingSince === null && endpoint.enabled ? 'ok' : 'warning' },
          endpoint.enabled ? (endpoint.failingSince === null ? 'On' : 'Failing') : 'Off',
        ),
        line: endpoint.enabled && endpoint.failingSince === null ? new URL(endpoint.url).host : endpointState(endpoint),
      }),
    ),
    empty: [
      'No webhooks yet. Have events sent to your program or to a chat: ',
      make('a', { href: '/account#channels' }, 'add a channel'),
      '.',
    ],
  };
}

const lists = { alerts, portfolios, news, webhooks };
/** First words of types of events after which a list is read again. */
const listsOf = { alert: 'alerts', news: 'news', webhook: 'webhooks' };

function show(panel, { items, empty, foot = [], isSimulated = false }) {
  const had = panel.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  panel.querySelector('ul').replaceChildren(...items);
  panel.querySelector('ul').hidden = items.length === 0;
  panel.querySelector('.empty').replaceChildren(...(items.length === 0 ? empty : []));
  panel.querySelector('.foot').replaceChildren(...foot);
  panel.querySelector('.bar .badge').hidden = !isSimulated;
  // The link that had the focus was replaced, so the new link gets the focus.
  if (had !== null) panel.querySelector(`a[href="${CSS.escape(had)}"]`)?.focus();
}

/** Removes the lists of an account that has signed out. */
export function clearLists() {
  for (const name of Object.keys(lists)) show(document.getElementById(name), { items: [], empty: [] });
}

async function keepList(name, session, signal) {
  const panel = document.getElementById(name);
  while (!signal.aborted) {
    let seconds = PERIOD_SECONDS;
    const wait = new AbortController();
    const reload = () => wait.abort();
    signal.addEventListener('abort', reload, { signal: wait.signal });
    document.addEventListener('listchange', ({ detail }) => detail === name && reload(), { signal: wait.signal });
    try {
      show(panel, await lists[name](session, signal, reload));
    } catch (error) {
      if (signal.aborted || error.status === 401) return;
      show(panel, { items: [], empty: [`Not available: ${explain(error)}`] });
      seconds = error.retryAfter ?? PERIOD_SECONDS;
    }
    if (!wait.signal.aborted) await pause(seconds, wait.signal);
    wait.abort();
  }
}

/** Keeps the lists of the account's alerts, portfolios, news and webhooks up to date until the signal aborts. */
export function runLists(session, signal) {
  const due = new Map();
  const renew = (name) => {
    due.delete(name);
    document.dispatchEvent(new CustomEvent('listchange', { detail: name }));
  };
  document.addEventListener(
    'timelineevent',
    ({ detail: { type } }) => {
      const name = listsOf[type.slice(0, type.indexOf('.'))];
      if (name !== undefined && !due.has(name)) due.set(name, setTimeout(renew, EVENT_PAUSE_MS, name));
    },
    { signal },
  );
  signal.addEventListener('abort', () => due.forEach(clearTimeout));
  for (const name of Object.keys(lists)) keepList(name, session, signal);
}
