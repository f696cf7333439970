import { make } from './page-dom.js';

/** Time that a ticket must remain valid for an image to load (ms). */
const MARGIN_MS = 30_000;
const API = '/api/v1';
/** Tickets by path; a ticket authorizes the images of one path. */
const tickets = new Map();

/** Removes the tickets of an account that has signed out. */
export function clearTickets() {
  tickets.clear();
}

async function ticketFor(session, path) {
  const known = tickets.get(path);
  if (known !== undefined && Date.parse(known.expiresAt) - Date.now() > MARGIN_MS) return known.ticket;
  const created = await session.post('/auth/tickets', { path: API + path });
  tickets.set(path, created);
  return created.ticket;
}

/**
 * Returns an image of the service. It loads when it is in the document, as wide as its place, with a ticket, because
 * images cannot send the access token.
 * @param query parameters of the image, such as `{ interval: '1d' }`
 * @param ratio height divided by width
 */
export function pictureOf(session, { path, query = {}, alt, ratio = 0.5 }, signal) {
  const image = make('img', { alt, class: 'loading' });
  const figure = make('figure', {}, image);
  const state = make('p', { class: 'quiet', role: 'status' });
  const show = async (changes = {}) => {
    Object.assign(query, changes);
    image.classList.add('loading');
    image.hidden = false;
    state.remove();
    try {
      const width = Math.min(1200, Math.max(320, Math.round(figure.clientWidth)));
      const height = Math.max(200, Math.round(width * (width < 500 ? Math.max(ratio, 0.7) : ratio)));
      image.width = width;
      image.height = height;
      const ticket = await ticketFor(session, path);
      if (signal.aborted) return;
      image.src = `${API}${path}?${new URLSearchParams({ ...query, width, height, ticket })}`;
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  const fail = (error) => {
    image.hidden = true;
    state.textContent = `The image is not available: ${error.message}`;
    figure.append(state);
  };
  image.addEventListener('load', () => image.classList.remove('loading'));
  // An image does not say why it failed; the same request with the access token does.
  image.addEventListener('error', async () => {
    image.hidden = true;
    try {
      await session.fetch(`${path}?${new URLSearchParams(query)}`, { signal });
      fail({ message: 'the connection was lost. Close this panel and open it again.' });
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  });
  return { figure, show };
}
