import { showChannels } from './channels.js';
import { showFactor } from './factor.js';
import { onSubmit } from './forms.js';
import { showIdentities } from './identities.js';
import { showKeys } from './keys.js';
import { make } from './page-dom.js';
import { showPasskeys } from './passkeys.js';
import { showBrowsers } from './push.js';
import { Session } from './session.js';
import { showSessions } from './sessions.js';
import { showSharing } from './sharing.js';
import { showTeams } from './teams.js';

const session = new Session();
const at = (id) => document.getElementById(id);

function showProfile() {
  const { displayName, email } = session.user;
  at('user').textContent = displayName;
  at('profile').elements.displayName.value = displayName;
  at('email').textContent = email;
  at('password').elements.username.value = email;
}

onSubmit(at('profile'), async ({ displayName }) => {
  session.user = await session.patch('/users/me', { displayName: displayName.value });
  showProfile();
  return 'Saved.';
});

onSubmit(at('password'), async ({ currentPassword, newPassword }) => {
  await session.changePassword(currentPassword.value, newPassword.value);
  at('password').reset();
  showProfile();
  await showSessions(session);
  return 'The password is changed. All other sessions have ended.';
});

/** Shows one part of the page; an error replaces the part, and the others are not affected. */
async function showPart(section, show) {
  try {
    await show(session);
  } catch (error) {
    if (error.status !== 401)
      section.querySelector('.panel').replaceChildren(make('p', { role: 'alert' }, error.message));
  }
}

function showAccount() {
  const isIn = session.user !== undefined;
  at('settings').hidden = at('account').hidden = !isIn;
  at('notice').replaceChildren(
    ...(isIn
      ? []
      : ['This page shows your account: ', make('a', { href: '/' }, 'sign in'), ' on the overview, then come back.']),
  );
  if (!isIn) return;
  showProfile();
  const parts = {
    sessions: showSessions,
    passkeys: showPasskeys,
    identities: showIdentities,
    factor: showFactor,
    keys: showKeys,
    channels: (signedIn) => Promise.all([showChannels(signedIn), showBrowsers(signedIn)]),
    sharing: showSharing,
    teams: showTeams,
  };
  for (const [id, show] of Object.entries(parts)) showPart(at(`${id}-title`).closest('section'), show);
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

at('sign-out').addEventListener('click', async () => {
  await session.signOut().catch((error) => {
    at('notice').textContent = error.message;
  });
});

session.addEventListener('change', showAccount);
session
  .restore()
  .catch((error) => {
    at('notice').textContent = error.message;
  })
  .finally(() => {
    if (session.user === undefined && at('notice').textContent === '') showAccount();
    document.documentElement.dataset.ready = 'yes';
  });
