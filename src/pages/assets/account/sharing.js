import { confirmedButton, onSubmit, rowOf, tell } from './forms.js';
import { make } from './page-dom.js';
import { explain } from './records.js';
import {
  ACCOUNT,
  allOf,
  kinds,
  linkToResource,
  termsFields,
  termsOf,
  termsText,
  titleOf,
  wordsOf,
} from './shareable-kinds.js';

const at = (id) => document.getElementById(id);
const form = at('create-grant');
/** Grants of one page; `Show more` reads the next one. */
const PAGE = 50;

/** Returns a function that finds the titles of one's own resources, each list of which is read once. */
function titles(session) {
  const lists = new Map();
  const listOf = (kind) => {
    if (!lists.has(kind)) lists.set(kind, allOf(session, kinds[kind].path));
    return lists.get(kind);
  };
  return async (kind, id) => {
    if (kind === ACCOUNT) return 'New records';
    const found = (await listOf(kind)).find((one) => one.id === id);
    return found === undefined ? kinds[kind].words : titleOf(found);
  };
}

/** Moves the focus to the heading of a part whose button was removed, so that the keyboard continues there. */
function keepFocus(heading) {
  if (document.activeElement === document.body) at(heading).focus({ preventScroll: true });
}

/** Returns a form in the row of a grant that changes its terms. */
function changeForm(session, grant) {
  const cancel = make('button', { type: 'button' }, 'Cancel');
  const changes = make(
    'form',
    { 'aria-label': 'Terms' },
    make('div', { class: 'terms' }, ...termsFields(grant.kind, grant)),
    make('div', { class: 'buttons' }, make('button', { type: 'submit', class: 'primary' }, 'Save terms'), cancel),
    make('p', { role: 'status' }),
  );
  cancel.addEventListener('click', () => {
    const button = changes.parentElement.querySelector('button');
    changes.remove();
    button.focus();
  });
  onSubmit(changes, async (fields) => {
    await session.patch(`/users/me/grants/${grant.id}`, termsOf(fields));
    tell(at('grants-state'), 'The terms are changed.');
    await listGrants(session);
    keepFocus('sharing-title');
  });
  return changes;
}

function grantRow(session, grant, title, teams) {
  const { id, kind, resourceId, email, teamId } = grant;
  const withdraw = async () => {
    const fault = await session.remove(`/users/me/grants/${id}`).then(() => undefined, explain);
    tell(at('grants-state'), fault ?? 'The grant has ended.', fault !== undefined);
    await listGrants(session);
    keepFocus('sharing-title');
  };
  const change = make('button', { type: 'button', 'aria-label': `Change the terms of ${title}` }, 'Change');
  const grantee = email ?? `the team ${teams.find((one) => one.id === teamId)?.name ?? ''}`.trim();
  const row = rowOf(
    [linkToResource(kind, resourceId, title), make('span', { class: 'tag' }, wordsOf(kind))],
    `${grantee} ${termsText(grant)}`,
    ...(kind === ACCOUNT ? [] : [change]),
    confirmedButton('Withdraw', 'Withdraw this grant?', withdraw),
  );
  change.addEventListener('click', () => {
    row.querySelector('form')?.remove();
    row.append(changeForm(session, grant));
    row.querySelector('form select').focus();
  });
  return row;
}

/** Lists the grants that the account gives. @param cursor of the next page, whose rows are added */
async function listGrants(session, cursor) {
  const query = cursor === undefined ? '' : `&cursor=${cursor}`;
  const [{ items, nextCursor }, teams] = await Promise.all([
    session.get(`/users/me/grants?order=desc&limit=${PAGE}${query}`),
    allOf(session, '/teams'),
  ]);
  const titleFor = titles(session);
  const rows = await Promise.all(
    items.map(async (grant) => grantRow(session, grant, await titleFor(grant.kind, grant.resourceId), teams)),
  );
  if (cursor === undefined) at('grants').replaceChildren();
  at('grants').append(...rows);
  if (at('grants').childElementCount === 0)
    at('grants').append(make('li', { class: 'quiet' }, 'You share nothing. Only you see your resources.'));
  const more = at('more-grants');
  more.hidden = nextCursor === null;
  more.onclick = () => listGrants(session, nextCursor);
}

async function showResources(session) {
  const { kind, resourceId } = form.elements;
  form.querySelector('.terms').replaceChildren(...termsFields(kind.value));
  const chosen = kind.value;
  resourceId.replaceChildren(make('option', { value: '' }, 'Loading …'));
  const items = await allOf(session, kinds[chosen].path);
  if (kind.value !== chosen) return;
  resourceId.replaceChildren(
    ...(items.length === 0
      ? [make('option', { value: '' }, 'You have none of this kind')]
      : items.map((one) => make('option', { value: one.id }, titleOf(one)))),
  );
}

function showGrantee() {
  const { teamId, email } = form.elements;
  at('grant-email').hidden = email.disabled = teamId.value !== '';
}

/** Fills the form for a new grant when it is opened, and again when the teams may have changed. */
async function fillForm(session) {
  const { kind, teamId } = form.elements;
  if (kind.options.length === 0)
    kind.replaceChildren(...Object.entries(kinds).map(([value, { words }]) => make('option', { value }, words)));
  const teams = (await allOf(session, '/teams')).filter(({ acceptedAt }) => acceptedAt !== null);
  teamId.replaceChildren(
    make('option', { value: '' }, 'one account'),
    ...teams.map(({ id, name }) => make('option', { value: id }, `the team ${name}`)),
  );
  showGrantee();
  await showResources(session);
}

async function share(session, fields) {
  const { kind, resourceId, teamId, email } = fields;
  if (resourceId.value === '') throw new Error('Choose a resource.');
  const grantee = teamId.value === '' ? { email: email.value } : { teamId: teamId.value };
  await session.post('/users/me/grants', {
    kind: kind.value,
    resourceId: resourceId.value,
    ...grantee,
    ...termsOf(fields),
  });
  email.value = '';
  await listGrants(session);
  return teamId.value === '' ? 'Shared. If an account has this address, it can use the resource now.' : 'Shared.';
}

/** Lists the resources of others. Their names are read by `shared=true`, which the activity of the owners records. */
async function listReceived(session, received) {
  const teams = await allOf(session, '/teams');
  const present = [...new Set(received.map(({ kind }) => kind))].filter((kind) => kind in kinds);
  const lists = await Promise.all(present.map((kind) => allOf(session, `${kinds[kind].path}?shared=true`)));
  const rows = lists.flatMap((items, at) => items.map((item) => receivedRow(session, present[at], item, teams)));
  const creations = received
    .filter(({ kind }) => kind === ACCOUNT)
    .map((grant) => receivedRow(session, ACCOUNT, { id: grant.resourceId, name: 'New records', grant }, teams));
  at('received').replaceChildren(...rows, ...creations);
}

function receivedRow(session, kind, item, teams) {
  const { id, ownerName, teamId, showAmounts } = item.grant;
  const decline = async () => {
    const fault = await session.remove(`/users/me/grants/${id}`).then(() => undefined, explain);
    tell(at('received-state'), fault ?? 'You no longer use this resource.', fault !== undefined);
    await showReceived(session);
    keepFocus('sharing-title');
  };
  const through = teamId === null ? '' : ` · by the team ${teams.find((one) => one.id === teamId)?.name ?? ''}`;
  return rowOf(
    [linkToResource(kind, item.id, titleOf(item), showAmounts), make('span', { class: 'tag' }, wordsOf(kind))],
    `From ${ownerName} · you ${termsText({ ...item.grant, kind })}${through}`,
    ...(teamId === null ? [confirmedButton('Decline', 'Decline this grant?', decline)] : []),
  );
}

async function showReceived(session) {
  const received = await allOf(session, '/users/me/grants/received');
  const count = new Set(received.map(({ resourceId }) => resourceId)).size;
  at('received-count').textContent =
    count === 0 ? 'Nothing is shared with you.' : `${count} ${count === 1 ? 'resource' : 'resources'}.`;
  const part = at('received-part');
  part.hidden = count === 0;
  const show = () => listReceived(session, received).catch((error) => tell(at('received-state'), explain(error), true));
  part.ontoggle = () => (part.open ? show() : undefined);
  if (part.open) await show();
}

/** Shows what the account shares and what others share with it, and lets it give, change and end grants. */
export async function showSharing(session) {
  if (form.dataset.ready === undefined) {
    form.elements.kind.addEventListener('change', () => showResources(session));
    form.elements.teamId.addEventListener('change', showGrantee);
    form.closest('details').addEventListener('toggle', ({ target }) => (target.open ? fillForm(session) : undefined));
    onSubmit(form, (fields) => share(session, fields));
  }
  form.dataset.ready = 'yes';
  await Promise.all([listGrants(session), showReceived(session)]);
}
