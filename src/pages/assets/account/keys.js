import { confirmedButton, onSubmit, rowOf, secretOf, tell } from './forms.js';
import { make, timeAgo } from './page-dom.js';

const DAY_MS = 86_400_000;
/** Groups of the API, each with its name for people. */
const groups = {
  markets: 'Markets',
  geospatial: 'Geospatial',
  news: 'News',
  osint: 'OSINT',
  alerts: 'Alerts',
  timeline: 'Timeline',
  search: 'Search',
  portfolios: 'Portfolios',
  clients: 'Clients',
  graphs: 'Graphs',
  subscriptions: 'Subscriptions',
  webhooks: 'Webhooks',
  ai: 'AI',
  users: 'Users',
  auth: 'Auth',
};
const at = (id) => document.getElementById(id);
const form = at('create-key');

function fillScopes() {
  form.querySelector('tbody').replaceChildren(
    ...Object.entries(groups).map(([group, name]) => {
      const box = (right) =>
        make(
          'td',
          {},
          make('input', {
            type: 'checkbox',
            name: 'scope',
            value: `${group}:${right}`,
            'aria-label': `${name}: ${right}`,
          }),
        );
      return make('tr', {}, make('th', { scope: 'row' }, name), box('read'), box('write'));
    }),
  );
}

const boxes = () => [...form.querySelectorAll('[name=scope]')];

const dayText = (time) => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

async function listKeys(session) {
  const { items } = await session.get('/auth/keys?limit=200');
  const revoke = (id) => async () => {
    await session.remove(`/auth/keys/${id}`).catch((error) => tell(at('new-key'), error.message, true));
    await listKeys(session);
  };
  const rows = items.map(({ id, name, hint, scopes, lastUsedAt, expiresAt }) =>
    rowOf(
      [make('b', {}, name), ' ', make('code', { class: 'quiet' }, `${hint}…`)],
      `${scopes.join(', ')} · ${lastUsedAt === null ? 'never used' : `used ${timeAgo(lastUsedAt)}`} · ${expiresAt === null ? 'does not expire' : `expires on ${dayText(expiresAt)}`}`,
      confirmedButton('Revoke', 'Revoke this key?', revoke(id)),
    ),
  );
  at('keys').replaceChildren(
    ...(rows.length === 0
      ? [
          make(
            'li',
            { class: 'quiet' },
            'No keys yet. Create one for each program, with only the scopes that it needs.',
          ),
        ]
      : rows),
  );
}

/** Lists the personal keys of the account and lets it create some. */
export async function showKeys(session) {
  fillScopes();
  for (const button of form.querySelectorAll('fieldset button'))
    button.onclick = () => {
      for (const box of boxes()) box.checked = button.value === 'read' && box.value.endsWith(':read');
    };
  if (form.dataset.ready === undefined)
    onSubmit(form, async ({ name, days }) => {
      const scopes = boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
      if (scopes.length === 0) throw new Error('Choose at least one scope.');
      const expiresAt = days.value === '' ? null : new Date(Date.now() + Number(days.value) * DAY_MS).toISOString();
      const { key } = await session.post('/auth/keys', { name: name.value, scopes, expiresAt });
      at('new-key').replaceChildren(...secretOf('Store the key now. It is not shown again.', key));
      form.reset();
      form.closest('details').open = false;
      await listKeys(session);
      at('new-key').scrollIntoView({ block: 'nearest' });
    });
  form.dataset.ready = 'yes';
  await listKeys(session);
}
