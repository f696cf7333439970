import { confirmedButton, onSubmit, rowOf, secretOf, tell } from './forms.js';
import { make } from './page-dom.js';

const at = (id) => document.getElementById(id);
const [form, list, quiet] = [at('create-channel'), at('channel-list'), at('quiet-hours')];

const formats = { generic: 'Webhook', slack: 'Slack', discord: 'Discord', teams: 'Microsoft Teams' };
/** Minimum severity of events of every type. */
const MIN_SEVERITY = 3;

const eventsText = ({ eventTypes, filter }) =>
  `${eventTypes.join(', ')}${filter?.minSeverity === undefined ? '' : `, from severity ${filter.minSeverity}`}`;

async function listChannels(session) {
  const [{ items: endpoints }, { items: subscriptions }] = await Promise.all([
    session.get('/webhooks/endpoints?limit=200'),
    session.get('/subscriptions?limit=200'),
  ]);
  const removal = (paths) => async () => {
    try {
      for (const path of paths) await session.remove(path);
    } catch (error) {
      tell(at('new-channel'), error.message, true);
    }
    await listChannels(session);
  };
  const ofEndpoint = (id) => subscriptions.filter(({ delivery }) => delivery.endpointId === id);
  const rows = [
    ...endpoints.map(({ id, url, format, description, enabled }) => {
      const own = ofEndpoint(id);
      const name = [
        make('a', { href: `/#endpoint=${id}` }, description || new URL(url).host),
        make('span', { class: 'tag', 'data-severity': enabled ? 'ok' : 'warning' }, enabled ? 'On' : 'Off'),
      ];
      const events = own.length === 0 ? 'alert rules that name it' : own.map(eventsText).join('; ');
      const paths = [...own.map((one) => `/subscriptions/${one.id}`), `/webhooks/endpoints/${id}`];
      return rowOf(
        name,
        `${formats[format]} · ${events}`,
        confirmedButton('Remove', 'Remove this channel?', removal(paths)),
      );
    }),
    ...subscriptions
      .filter(({ mail }) => mail !== null)
      .map((one) =>
        rowOf(
          make('b', {}, one.name),
          `E-mail, ${one.mail.mode === 'each' ? 'one for each event' : `a digest every ${one.mail.digestMinutes} minutes`} · ${eventsText(one)}`,
          confirmedButton('Remove', 'Remove this channel?', removal([`/subscriptions/${one.id}`])),
        ),
      ),
  ];
  list.replaceChildren(
    ...(rows.length === 0
      ? [make('li', { class: 'quiet' }, 'No channels yet. Add one, and alerts reach you without this page.')]
      : rows),
  );
}

async function addChannel(session, { format, url, events }) {
  const eventTypes = events.value.split(',');
  const filter = events.value === '*' ? { minSeverity: MIN_SEVERITY } : {};
  const name = `${format.selectedOptions[0].textContent}: ${events.selectedOptions[0].textContent}`;
  const subscribe = (delivery) => session.post('/subscriptions', { name, eventTypes, filter, delivery });
  at('new-channel').replaceChildren();
  if (format.value === 'email') await subscribe({ channel: 'email', mode: 'each' });
  else {
    const { id, secret } = await session.post('/webhooks/endpoints', { url: url.value, format: format.value });
    await subscribe({ channel: 'webhook', endpointId: id });
    if (format.value === 'generic')
      at('new-channel').replaceChildren(...secretOf('Store the signing secret now. It is not shown again.', secret));
  }
  form.reset();
  showAddress();
  form.closest('details').open = false;
  await listChannels(session);
}

/** Shows the field of the address, except for e-mail, which goes to the address of the account. */
function showAddress() {
  const { format, url } = form.elements;
  at('channel-url').hidden = url.disabled = format.value === 'email';
}

async function showQuietHours(session) {
  const { quietHours, timeZone } = await session.get('/users/me/preferences');
  const { start, end, timeZone: zone } = quiet.elements;
  [start.value, end.value, zone.value] = [quietHours?.start ?? '', quietHours?.end ?? '', timeZone];
  at('zones').replaceChildren(...Intl.supportedValuesOf('timeZone').map((value) => make('option', { value })));
}

/** Shows the channels of notifications and the quiet hours, and lets the account change them. */
export async function showChannels(session) {
  if (form.dataset.ready === undefined) {
    form.elements.format.addEventListener('change', showAddress);
    onSubmit(form, (fields) => addChannel(session, fields));
    onSubmit(quiet, async ({ start, end, timeZone }) => {
      if ((start.value === '') !== (end.value === '')) throw new Error('Enter both times, or none.');
      const quietHours = start.value === '' ? null : { start: start.value, end: end.value };
      await session.patch('/users/me/preferences', { quietHours, timeZone: timeZone.value || null });
      return quietHours === null ? 'Saved: no quiet hours.' : 'Saved.';
    });
  }
  form.dataset.ready = 'yes';
  await Promise.all([listChannels(session), showQuietHours(session)]);
}
