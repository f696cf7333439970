import { hashOfPath } from './entry-links.js';
import { make, timeAgo } from './page-dom.js';

const TYPING_PAUSE_MS = 120;
const PAGE_SIZE = 20;

const panel = document.getElementById('search');
const form = panel.querySelector('form');
const input = form.querySelector('input');
const options = panel.querySelector('[role=listbox]');
const problem = panel.querySelector('.error');
const summary = panel.querySelector('[role=status]');
const results = panel.querySelector('ol');
const more = panel.querySelector('.more');

/** Returns the name of a type in words, such as `geo event`. */
const words = (type) => type.replaceAll('_', ' ');

/** Returns a text with its matching parts marked; offsets count UTF-16 code units. */
function marked(text, highlights, field) {
  const parts = [];
  let from = 0;
  for (const { start, end } of highlights.filter((one) => one.field === field)) {
    parts.push(text.slice(from, start), make('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** The latest request of a kind; starting another one aborts it. */
class Latest {
  start() {
    this.controller?.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }
}

const typing = new Latest();
const searching = new Latest();
let pauseTimer;
let session;

function choose(option) {
  for (const other of options.children) other.setAttribute('aria-selected', String(other === option));
  if (option === undefined) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', option.id);
  option?.scrollIntoView({ block: 'nearest' });
}

function showOptions(items) {
  options.replaceChildren(
    ...items.map(({ type, id, title, highlights }, index) =>
      make(
        'div',
        {
          role: 'option',
          id: `option-${index}`,
          'data-type': type,
          'data-id': id,
          'data-title': title,
          'aria-selected': 'false',
        },
        make('span', { class: 'title' }, ...marked(title, highlights, 'title')),
        ' ',
        make('span', { class: 'quiet' }, words(type)),
      ),
    ),
  );
  options.hidden = items.length === 0;
  input.setAttribute('aria-expanded', String(items.length > 0));
  choose(undefined);
}

function hideOptions() {
  clearTimeout(pauseTimer);
  typing.start();
  showOptions([]);
}

async function suggest() {
  const q = input.value.trim();
  const signal = typing.start();
  if (q === '') return showOptions([]);
  try {
    const { items } = await session.get(`/search/suggest?q=${encodeURIComponent(q)}`, signal);
    if (!signal.aborted) showOptions(items);
  } catch {
    // Only a search shows its error; failed suggestions just close the list.
    if (!signal.aborted) showOptions([]);
  }
}

const resultOf = ({ type, title, snippet, highlights, time, href }) =>
  make(
    'li',
    {},
    make('span', { class: 'badge' }, words(type)),
    make('a', { class: 'title', href: hashOfPath(href) }, ...marked(title, highlights, 'title')),
    time === null ? '' : make('time', { class: 'quiet', datetime: time, title: time }, timeAgo(time)),
    snippet === null ? '' : make('span', { class: 'snippet' }, ...marked(snippet, highlights, 'snippet')),
  );

const counted = (facets) => {
  const counts = facets.type.map(
    ({ value, count, truncated }) => `${words(value)} ${truncated ? 'more than ' : ''}${count.toLocaleString('en')}`,
  );
  return counts.length === 0 ? 'Nothing found.' : `Matches by type: ${counts.join(', ')}.`;
};

/** Searches and shows the results. @param cursor of a further page; undefined starts a new search */
async function search(q, cursor) {
  hideOptions();
  const signal = searching.start();
  problem.textContent = '';
  try {
    const page = await session.get(
      `/search?limit=${PAGE_SIZE}&q=${encodeURIComponent(q)}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      signal,
    );
    if (signal.aborted) return;
    if (cursor === undefined) results.replaceChildren();
    results.append(...page.items.map(resultOf));
    summary.textContent = [counted(page.facets), ...page.warnings].join(' ');
    more.hidden = page.nextCursor === null;
    more.onclick = () => search(q, page.nextCursor);
    panel.querySelector('.found').hidden = false;
  } catch (error) {
    if (signal.aborted) return;
    problem.textContent = error.errors?.map(({ detail }) => detail).join('; ') ?? error.message;
  }
}

/** Searches for the title of a suggestion, as a phrase if it is not a single word. */
function take(option) {
  const { title } = option.dataset;
  input.value = /^[\p{L}\p{N}]+$/u.test(title) ? title : `"${title.replaceAll('"', ' ')}"`;
  search(input.value);
}

function move(step) {
  const all = [...options.children];
  if (all.length === 0) return;
  const at = all.findIndex((one) => one.getAttribute('aria-selected') === 'true');
  choose(all[(at + step + (at < 0 && step < 0 ? 1 : 0) + all.length) % all.length]);
}

const chosen = () => options.querySelector('[aria-selected=true]');

const keys = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Escape: () => (options.hidden ? clearSearch() : hideOptions()),
};

/** Removes the query and its results. */
export function clearSearch() {
  hideOptions();
  searching.start();
  input.value = '';
  problem.textContent = '';
  summary.textContent = '';
  results.replaceChildren();
  panel.querySelector('.found').hidden = true;
}

/** Enables the search box for the signed-in account. */
export function runSearch(signedIn) {
  session = signedIn;
}

input.addEventListener('input', () => {
  clearTimeout(pauseTimer);
  pauseTimer = setTimeout(suggest, TYPING_PAUSE_MS);
});
input.addEventListener('keydown', (event) => {
  const act = keys[event.key];
  if (act === undefined || event.isComposing) return;
  event.preventDefault();
  act();
});
input.addEventListener('blur', hideOptions);
// `pointerdown` comes before the input loses the focus.
options.addEventListener('pointerdown', (event) => {
  event.preventDefault();
  const option = event.target.closest('[role=option]');
  if (option !== null) take(option);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const option = chosen();
  if (option !== null) take(option);
  else if (input.value.trim() !== '') search(input.value.trim());
});
panel.querySelector('.close').addEventListener('click', () => {
  clearSearch();
  input.focus();
});
