import { onSubmit } from './forms.js';
import { make } from './page-dom.js';
import { timeText } from './records.js';

const panel = document.getElementById('factor');

const field = (label, attributes) =>
  make('label', {}, `${label} `, make('input', { required: '', maxlength: '128', ...attributes }));
// An account without a password leaves the field empty.
const passwordField = () =>
  field('Password', { name: 'password', type: 'password', autocomplete: 'current-password', required: undefined });
const confirmation = ({ value }) => (value === '' ? {} : { password: value });
const codeField = (label) =>
  field(label, {
    name: 'code',
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: '40',
  });

function formOf(button, ...fields) {
  const form = make(
    'form',
    {},
    ...fields,
    make('div', { class: 'buttons' }, make('button', { type: 'submit', class: 'primary' }, button)),
    make('p', { role: 'status' }),
  );
  return form;
}

const folded = (text, form) => make('details', {}, make('summary', {}, text), form);

/** Returns the element that shows the SVG of a QR code as an image, so that scripts and styles in it do not run. */
function qrOf(svg) {
  const image = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  image.setAttribute('role', 'img');
  image.setAttribute('aria-label', 'QR code for an authenticator app');
  return make('div', { class: 'qr' }, document.importNode(image, true));
}

function showCodes(session, codes, text) {
  const done = make('button', { type: 'button', class: 'primary' }, 'I have stored them');
  done.addEventListener('click', () => showFactor(session));
  panel.replaceChildren(
    make('p', { role: 'status' }, text),
    make('p', {}, 'Store these recovery codes. Each signs you in once without the app. They are not shown again.'),
    make('ul', { class: 'codes' }, ...codes.map((code) => make('li', {}, make('code', {}, code)))),
    make('div', { class: 'buttons' }, done),
  );
  done.focus();
}

function showEnrollment(session, { secret, uri, qrSvg }) {
  const form = formOf('Turn on', codeField('Code that the app shows'));
  onSubmit(form, async ({ code }) => {
    const { recoveryCodes } = await session.post('/auth/mfa/totp/confirm', { code: code.value.trim() });
    showCodes(session, recoveryCodes, 'The second factor is on. All other sessions have ended.');
  });
  panel.replaceChildren(
    make('p', {}, 'Scan the code with an authenticator app, then enter the six digits that it shows.'),
    qrOf(qrSvg),
    make(
      'details',
      {},
      make('summary', {}, 'Enter the secret by hand'),
      make('p', {}, make('code', {}, secret)),
      make('p', { class: 'quiet' }, make('a', { href: uri }, 'Open in an app on this device')),
    ),
    form,
  );
  form.elements.code.focus();
}

function showOff(session, { required }) {
  const form = formOf('Set up', passwordField());
  onSubmit(form, async ({ password }) => {
    showEnrollment(session, await session.post('/auth/mfa/totp', confirmation(password)));
  });
  const byPasskeys = formOf('Turn on', passwordField());
  onSubmit(byPasskeys, async ({ password }) => {
    const { recoveryCodes } = await session.post('/auth/mfa/passkeys', confirmation(password));
    showCodes(session, recoveryCodes, 'The second factor is on. All other sessions have ended.');
  });
  panel.replaceChildren(
    make(
      'p',
      {},
      make('span', { class: 'tag', 'data-severity': required ? 'warning' : undefined }, 'Off'),
      required ? ' The operator requires a second factor of this account.' : ' Signing in needs only the password.',
    ),
    folded('Turn on', form),
    folded('Turn on with passkeys, without an app', byPasskeys),
  );
}

function showOn(session, { enabledAt, recoveryCodeCount }) {
  const codes = formOf('Create new codes', passwordField(), codeField('Code of the app'));
  onSubmit(codes, async ({ password, code }) => {
    const body = { ...confirmation(password), code: code.value.trim() };
    const { recoveryCodes } = await session.post('/auth/mfa/recovery-codes', body);
    showCodes(session, recoveryCodes, 'The earlier recovery codes are no longer valid.');
  });
  const off = formOf('Turn off', passwordField(), codeField('Code of the app, or a recovery code'));
  onSubmit(off, async ({ password, code }) => {
    await session.fetch('/auth/mfa/disable', {
      method: 'POST',
      body: JSON.stringify({ ...confirmation(password), code: code.value.trim() }),
      headers: { 'content-type': 'application/json' },
    });
    await showFactor(session);
  });
  panel.replaceChildren(
    make(
      'p',
      {},
      make('span', { class: 'tag', 'data-severity': 'ok' }, 'On'),
      ` Since ${timeText(enabledAt)}. ${recoveryCodeCount} of 10 recovery codes are left.`,
    ),
    folded('New recovery codes', codes),
    folded('Turn off', off),
  );
}

/** Shows whether the second factor is on, and lets the account turn it on or off. */
export async function showFactor(session) {
  const status = await session.get('/auth/mfa');
  (status.enabled ? showOn : showOff)(session, status);
}
