import { showFactor } from './factor.js';
import { confirmedButton, onSubmit, rowOf, tell } from './forms.js';
import { make, timeAgo } from './page-dom.js';
import { explain } from './records.js';
import { addPasskey, hasPasskeys } from './sign-in-ways.js';

const at = (id) => document.getElementById(id);
const form = at('create-passkey');
const dayText = (time) => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

async function listPasskeys(session) {
  const { items } = await session.get('/auth/passkeys');
  const remove = (id) => async () => {
    const fault = await session.remove(`/auth/passkeys/${id}`).then(() => undefined, explain);
    tell(
      at('passkeys-state'),
      fault ?? 'The passkey was removed here. Delete it on the device, too.',
      fault !== undefined,
    );
    await Promise.all([listPasskeys(session), showFactor(session)]);
  };
  const rows = items.map(({ id, name, isSynced, lastUsedAt, createdAt }) =>
    rowOf(
      [make('b', {}, name)],
      `${isSynced ? 'synced between devices' : 'on one device'} · ${lastUsedAt === null ? 'never used' : `used ${timeAgo(lastUsedAt)}`} · added on ${dayText(createdAt)}`,
      confirmedButton('Remove', 'Remove this passkey?', remove(id)),
    ),
  );
  at('passkeys').replaceChildren(...(rows.length > 0 ? rows : [make('li', { class: 'quiet' }, 'No passkeys yet.')]));
}

/** Lists the passkeys of the account and lets it add some. */
export async function showPasskeys(session) {
  if (!hasPasskeys())
    at('add-passkey').replaceWith(
      make('p', { class: 'quiet', id: 'add-passkey' }, 'Passkeys need https and a host name, not an IP address.'),
    );
  else if (form.dataset.ready === undefined)
    onSubmit(form, async ({ name, password }) => {
      const added = await addPasskey(session, name.value, password.value);
      form.reset();
      await Promise.all([listPasskeys(session), showFactor(session)]);
      return `The passkey ${added.name} was added.`;
    });
  form.dataset.ready = 'yes';
  await listPasskeys(session);
}
