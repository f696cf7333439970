import { confirmedButton, onSubmit, rowOf, tell } from './forms.js';
import { make } from './page-dom.js';
import { explain } from './records.js';
import { allOf } from './shareable-kinds.js';
import { showSharing } from './sharing.js';

const at = (id) => document.getElementById(id);
const form = at('create-team');
const roles = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** Returns a function that changes something, shows the result, and lists the teams again. */
const acting = (session, act, text) => async () => {
  const fault = await act().then(() => undefined, explain);
  tell(at('teams-state'), fault ?? text, fault !== undefined);
  await listTeams(session);
  // The lists of shared resources follow the teams.
  await showSharing(session);
  if (document.activeElement === document.body) at('teams-title').focus({ preventScroll: true });
};

function memberRow(session, team, member, list) {
  const { id, email, role, acceptedAt } = member;
  const isRemovable = role !== 'owner' && (team.role === 'owner' || (team.role === 'admin' && role === 'member'));
  const remove = async () => {
    const fault = await session.remove(`/teams/${team.id}/members/${id}`).then(() => undefined, explain);
    tell(at('teams-state'), fault ?? `${email} was removed.`, fault !== undefined);
    await list();
  };
  return rowOf(
    [make('b', {}, email)],
    acceptedAt === null ? `${roles[role]} · invited, not accepted yet` : roles[role],
    ...(isRemovable && id !== team.memberId ? [confirmedButton('Remove', 'Remove this member?', remove)] : []),
  );
}

/** Returns the part of a team with its members, which are read when it is opened, and the form for invitations. */
function membersPart(session, team) {
  const members = make('ul', { class: 'rows' });
  const list = async () => {
    const items = await allOf(session, `/teams/${team.id}/members`);
    members.replaceChildren(...items.map((member) => memberRow(session, team, member, list)));
  };
  const part = make('details', {}, make('summary', {}, `Members of ${team.name}`), members);
  part.addEventListener('toggle', () => {
    if (part.open) list().catch((error) => tell(at('teams-state'), explain(error), true));
  });
  if (team.role === 'member') return part;
  const admin = team.role === 'owner' ? [make('option', { value: 'admin' }, 'Admin')] : [];
  const invitation = make(
    'form',
    { 'aria-label': `Invitation to ${team.name}` },
    make(
      'label',
      {},
      'E-mail address ',
      make('input', { name: 'email', type: 'email', required: '', maxlength: '254', autocomplete: 'off' }),
    ),
    make(
      'label',
      {},
      'Role ',
      make('select', { name: 'role' }, make('option', { value: 'member' }, 'Member'), ...admin),
    ),
    make('div', { class: 'buttons' }, make('button', { type: 'submit' }, 'Invite')),
    make('p', { role: 'status' }),
  );
  onSubmit(invitation, async ({ email, role }) => {
    await session.post(`/teams/${team.id}/members`, { email: email.value, role: role.value });
    email.value = '';
    await list();
    return 'Invited. If an account has this address, it sees the invitation on this page.';
  });
  part.append(invitation);
  return part;
}

function teamRow(session, team) {
  const { id, name, ownerName, role, memberId, acceptedAt } = team;
  const leave = () => session.remove(`/teams/${id}/members/${memberId}`);
  if (acceptedAt === null) {
    const accept = make('button', { type: 'button', class: 'primary' }, 'Accept');
    accept.addEventListener('click', async () => {
      accept.disabled = true;
      await acting(session, () => session.fetch(`/teams/${id}/accept`, { method: 'POST' }), 'You are a member now.')();
    });
    return rowOf(
      [make('b', {}, name), make('span', { class: 'tag', 'data-severity': 'warning' }, 'Invitation')],
      `From ${ownerName}`,
      accept,
      confirmedButton('Decline', 'Decline this invitation?', acting(session, leave, 'The invitation was declined.')),
    );
  }
  const end =
    role === 'owner'
      ? confirmedButton(
          'Delete',
          'Delete this team and the grants to it?',
          acting(session, () => session.remove(`/teams/${id}`), 'The team was deleted.'),
        )
      : confirmedButton('Leave', 'Leave this team?', acting(session, leave, 'You have left the team.'));
  const row = rowOf(
    [make('b', {}, name)],
    role === 'owner' ? 'You are the owner' : `${roles[role]} · owner ${ownerName}`,
    end,
  );
  row.append(membersPart(session, team));
  return row;
}

async function listTeams(session) {
  const teams = await allOf(session, '/teams');
  at('teams').replaceChildren(
    ...(teams.length === 0
      ? [make('li', { class: 'quiet' }, 'No teams yet.')]
      : teams.map((team) => teamRow(session, team))),
  );
}

/** Shows the teams and invitations of the account, and lets it create, join, manage and leave teams. */
export async function showTeams(session) {
  if (form.dataset.ready === undefined)
    onSubmit(form, async ({ name }) => {
      await session.post('/teams', { name: name.value });
      form.reset();
      await listTeams(session);
      return 'The team was created. Invite its members.';
    });
  form.dataset.ready = 'yes';
  await listTeams(session);
}
