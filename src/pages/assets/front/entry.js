import { hashOf, read } from './entry-links.js';
import { accountKinds } from './kinds-account.js';
import { eventKinds } from './kinds-events.js';
import { mapKinds } from './kinds-map.js';
import { marketKinds } from './kinds-markets.js';
import { make } from './page-dom.js';
import { pictureOf } from './pictures.js';
import { badgeOf, explain, plainTitle } from './records.js';

/** Functions that load an entry, by the kind in the fragment of the page's URL. */
const kinds = { ...marketKinds, ...mapKinds, ...eventKinds, ...accountKinds };

const dialog = document.getElementById('entry');
const heading = dialog.querySelector('h2');
const marks = dialog.querySelector('.marks');
const body = dialog.querySelector('.body');

let session;
let reading;
/** Fragment of the entry that was opened first, whose link gets the focus back. */
let openedBy;
/** The fragment of the URL that names the entry shown. */
let shownHash;
/** URL of the JSON that the browser shows; revoked when the entry closes. */
let file;

/** Returns a list of terms and descriptions; those without a value are left out. */
function factsOf(facts) {
  const shown = Object.entries(facts).filter(
    ([, value]) => ![null, undefined, ''].includes(value) && value.length !== 0,
  );
  if (shown.length === 0) return '';
  const joined = (values) => values.flatMap((one, at) => (at === 0 ? [one] : [', ', one]));
  return make(
    'dl',
    {},
    ...shown.flatMap(([name, value]) => [
      make('dt', {}, name),
      make('dd', {}, ...(Array.isArray(value) ? joined(value) : [value])),
    ]),
  );
}

/** Returns a list of further records, such as the news about an instrument. */
function sectionOf({ title, items, empty }) {
  if (items.length === 0 && empty === undefined) return '';
  const list = make('ul', { class: 'entries' }, ...items.map((item) => make('li', {}, ...[item].flat())));
  return make('section', {}, make('h3', {}, title), items.length === 0 ? make('p', { class: 'quiet' }, empty) : list);
}

/** Returns buttons that choose a variant of the image, such as its range of time. */
function choicesOf(choices, show) {
  const group = make('div', { class: 'choices', role: 'group', 'aria-label': choices.label });
  for (const [text, query] of Object.entries(choices.options)) {
    const button = make('button', { type: 'button', 'aria-pressed': String(text === choices.chosen) }, text);
    button.addEventListener('click', () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === button));
      show(query);
    });
    group.append(button);
  }
  return group;
}

/** Returns the JSON of the record, folded, with its path in the API and a link that opens it alone. */
function jsonOf({ path, value }) {
  const text = JSON.stringify(value, null, 2);
  file = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  return make(
    'details',
    { class: 'json' },
    make('summary', {}, 'JSON'),
    make(
      'p',
      {},
      make('code', {}, `GET /api/v1${path}`),
      ' ',
      make('a', { href: file, target: '_blank' }, 'Open in a new tab'),
    ),
    make('pre', { tabindex: '0', role: 'region', 'aria-label': 'JSON' }, text),
  );
}

/**
 * Shows an entry: `{ title, record, subtitle, pictures, text, facts, sections, actions, json }`, of which only the
 * title and the JSON are required.
 */
function show(entry, signal) {
  heading.textContent = plainTitle(entry.title);
  marks.replaceChildren(badgeOf(entry.record ?? entry.json.value));
  const pictures = (entry.pictures ?? []).map((picture) => {
    const { figure, show: load } = pictureOf(session, picture, signal);
    if (picture.choices !== undefined) figure.prepend(choicesOf(picture.choices, load));
    return { figure, load };
  });
  body.replaceChildren(
    entry.subtitle === undefined ? '' : make('p', { class: 'quiet' }, ...[entry.subtitle].flat()),
    ...(entry.text ? [make('p', { class: 'text' }, entry.text)] : []),
    ...pictures.map(({ figure }) => figure),
    factsOf(entry.facts ?? {}),
    ...(entry.actions?.length > 0 ? [make('div', { class: 'actions' }, ...entry.actions)] : []),
    ...(entry.sections ?? []).map(sectionOf),
    jsonOf(entry.json),
  );
  for (const { load } of pictures) load();
}

async function open(kind, id) {
  reading?.abort();
  reading = new AbortController();
  shownHash = location.hash;
  const { signal } = reading;
  URL.revokeObjectURL(file);
  heading.textContent = 'Loading …';
  marks.replaceChildren();
  body.replaceChildren();
  if (!dialog.open) {
    openedBy = location.hash;
    dialog.showModal();
  }
  dialog.scrollTop = 0;
  heading.focus();
  try {
    show(await kinds[kind](session, id, { signal, reload: () => open(kind, id) }), signal);
  } catch (error) {
    if (signal.aborted) return;
    heading.textContent = 'Not available';
    body.replaceChildren(make('p', { role: 'alert' }, explain(error)));
  }
}

/** Opens the entry that the fragment of the URL names, or closes the dialog if it names no entry. */
function follow() {
  const target = read(location.hash);
  if (target !== undefined && Object.hasOwn(kinds, target.kind) && session.user !== undefined)
    open(target.kind, target.id);
  else if (dialog.open) dialog.close();
}

dialog.querySelector('.close').addEventListener('click', () => dialog.close());
// A click beside the dialog is a click on the dialog itself, because its content fills it.
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
dialog.addEventListener('close', () => {
  // The event comes later than the closing; another entry may be open by then, or about to open.
  if (dialog.open) return;
  reading?.abort();
  URL.revokeObjectURL(file);
  if (location.hash === shownHash) history.pushState(null, '', location.pathname);
  // The lists may have been rendered again meanwhile, so the focus goes to the present link to the entry.
  if (document.activeElement === document.body)
    (document.querySelector(`main a[href="${CSS.escape(openedBy)}"]`) ?? document.getElementById('main')).focus();
});

/** Lets entries open, now and whenever the fragment of the page's URL changes. */
export function runEntries(signedIn) {
  session = signedIn;
  window.addEventListener('hashchange', follow);
  session.addEventListener('change', follow);
  if (read(location.hash) !== undefined && !session.isRestorable)
    document.getElementById('notice').textContent = 'Sign in, and the linked entry opens.';
}

/** Opens an entry from a script, as a link to it does. */
export function openEntry(kind, id) {
  location.hash = hashOf(kind, id);
}
