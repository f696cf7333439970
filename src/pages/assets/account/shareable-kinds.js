import { make } from './page-dom.js';

/**
 * Kinds of resources that can be shared. `writes`: others may also change them; `amounts`: amounts of money can be
 * hidden; `entry`: the kind of entry on the overview that shows one.
 */
export const kinds = {
  portfolio: { words: 'Portfolio', path: '/portfolios', writes: true, amounts: true, entry: 'portfolio' },
  client: { words: 'Client', path: '/clients', amounts: true },
  watchlist: { words: 'Watchlist', path: '/markets/watchlists', writes: true },
  screen: { words: 'Screen', path: '/markets/screens' },
  chart: { words: 'Chart', path: '/graphs/charts' },
  alert_rule: { words: 'Alert rule', path: '/alerts/rules', writes: true, entry: 'rule' },
  fleet: { words: 'Fleet', path: '/geospatial/fleets', writes: true },
  geofence: { words: 'Geofence', path: '/geospatial/geofences', writes: true },
  case: { words: 'Case', path: '/osint/cases', writes: true },
  saved_search: { words: 'Saved search', path: '/search/saved', writes: true },
};

export const titleOf = ({ name, title }) => name ?? title;

/** Returns all items of a list, page by page, up to a limit. */
export async function allOf(session, path, most = 1000) {
  const items = [];
  const query = path.includes('?') ? '&' : '?';
  for (let cursor = ''; items.length < most; ) {
    const page = await session.get(`${path}${query}limit=200${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  return items;
}

/** The kind of grants that let others create records in an account; it has no page and no list. */
export const ACCOUNT = 'account';

/** Returns the words for a kind of grant. */
export const wordsOf = (kind) => (kind === ACCOUNT ? 'Account' : kinds[kind].words);

/** Returns a link to a resource on the overview. */
export function linkToResource(kind, id, text, showAmounts = true) {
  if (kind === ACCOUNT) return make('span', {}, text);
  const { entry, path } = kinds[kind];
  const hash = entry === undefined || !showAmounts ? `record=${encodeURIComponent(`${path}/${id}`)}` : `${entry}=${id}`;
  return make('a', { href: `/#${hash}` }, text);
}

const endText = (time) => new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the terms of a grant in words: `may read, without amounts, until 3 Dec 2026, 12:00`. */
export const termsText = ({ kind, access, showAmounts, until }) =>
  [
    kind === ACCOUNT ? 'may create records' : access === 'write' ? 'may read and change' : 'may read',
    ...(showAmounts ? [] : ['without amounts']),
    ...(until === null ? [] : [`until ${endText(until)}`]),
  ].join(', ');

/** Returns a time as the value of a field for date and time, which has no time zone. */
function localValue(time) {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the fields for the terms of a grant on a kind of resource. @param grant the present terms, if there are any */
export function termsFields(kind, { access = 'read', showAmounts = true, until = null } = {}) {
  const { writes, amounts } = kinds[kind];
  const option = (value, text) => make('option', { value, selected: value === access ? '' : undefined }, text);
  const box = make('input', { type: 'checkbox', name: 'showAmounts', checked: showAmounts ? '' : undefined });
  const end = make('input', {
    type: 'datetime-local',
    name: 'until',
    value: until === null ? undefined : localValue(until),
  });
  return [
    make(
      'label',
      {},
      'They may ',
      make(
        'select',
        { name: 'access' },
        option('read', 'read it'),
        ...(writes ? [option('write', 'read and change it')] : []),
      ),
    ),
    ...(amounts ? [make('label', { class: 'check' }, box, 'Show amounts of money')] : []),
    make('label', {}, 'Until (optional) ', end),
  ];
}

/** Returns the terms in the fields of a form. */
export const termsOf = ({ access, showAmounts, until }) => ({
  access: access.value,
  ...(showAmounts !== undefined && { showAmounts: showAmounts.checked }),
  until: until.value === '' ? null : new Date(until.value).toISOString(),
});
