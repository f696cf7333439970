import { confirmedButton, rowOf, tell } from './forms.js';
import { make, timeAgo } from './page-dom.js';
import { explain } from './records.js';
import { goToProvider } from './sign-in-ways.js';

const at = (id) => document.getElementById(id);
const form = at('link-identity');

/** Lists the identities with which the account signs in, and lets it link more. */
export async function showIdentities(session) {
  const [{ items: providers }, { items }] = await Promise.all([session.ways(), session.get('/auth/identities')]);
  at('identities-section').hidden = providers.length === 0 && items.length === 0;
  const nameOf = (id) => providers.find((one) => one.id === id)?.name ?? id;
  const unlink = (id) => async () => {
    const fault = await session.remove(`/auth/identities/${id}`).then(() => undefined, explain);
    tell(at('identities-state'), fault ?? 'The identity was unlinked.', fault !== undefined);
    await showIdentities(session);
  };
  const rows = items.map(({ id, provider, label, subject, lastUsedAt }) =>
    rowOf(
      [make('b', {}, nameOf(provider))],
      `${label ?? subject} · ${lastUsedAt === null ? 'never used' : `used ${timeAgo(lastUsedAt)}`}`,
      confirmedButton('Unlink', 'Unlink this identity?', unlink(id)),
    ),
  );
  at('identities').replaceChildren(
    ...(rows.length > 0 ? rows : [make('li', { class: 'quiet' }, 'No identities yet.')]),
  );
  const buttons = providers.map(({ id, name }) => {
    const button = make('button', { type: 'button' }, `Link ${name}`);
    button.addEventListener('click', async () => {
      button.disabled = true;
      const password = form.elements.password.value;
      try {
        const body = { provider: id, ...(password !== '' && { password }) };
        goToProvider(id, 'link', await session.post('/auth/identities/link/start', body));
      } catch (error) {
        tell(at('identities-state'), explain(error), true);
      }
      button.disabled = false;
    });
    return button;
  });
  form.hidden = providers.length === 0;
  form.onsubmit = (event) => event.preventDefault();
  form.querySelector('.buttons').replaceChildren(...buttons);
}
