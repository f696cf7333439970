import { linkTo } from './entry-links.js';
import { follow } from './live-stream.js';
import { make, showState } from './page-dom.js';
import { percentText, pricedText, priceText } from './records.js';

const SYMBOLS = [
  'AAPL.US',
  'MSFT.US',
  'NVDA.US',
  'VOD.LSE',
  'EURUSD.FOREX',
  'USDJPY.FOREX',
  'BTC-USD.CC',
  'ETH-USD.CC',
];
const TREND_DAYS = 30;
const MAX_SYMBOLS = 10;

const panel = document.getElementById('quotes');
const rows = new Map();

function rowOf(symbol) {
  const known = rows.get(symbol);
  if (known) return known;
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  const chart = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  chart.setAttribute('viewBox', '0 0 60 20');
  chart.setAttribute('aria-hidden', 'true');
  chart.append(line);
  const cells = { price: make('td', { class: 'number' }, '–'), change: make('td', { class: 'number' }, '') };
  const element = make(
    'tr',
    {},
    make('th', { scope: 'row' }, linkTo('symbol', symbol, symbol)),
    make('td', { class: 'trend' }, chart),
    cells.price,
    cells.change,
  );
  panel.querySelector('tbody').append(element);
  const row = { ...cells, line, element };
  rows.set(symbol, row);
  return row;
}

function drawTrend({ line }, values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value) => (high === low ? 10 : 18 - (16 * (value - low)) / (high - low));
  line.setAttribute(
    'points',
    values
      .map((value, at) => `${((60 * at) / Math.max(1, values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`)
      .join(' '),
  );
}

/** Shows trends, which are optional: if they fail, quotes are still shown. */
async function showTrends(session, symbols, signal) {
  const from = new Date(Date.now() - TREND_DAYS * 86_400_000).toISOString().slice(0, 10);
  const { items } = await session
    .get(`/markets/compare?symbol=${symbols.map(encodeURIComponent)}&from=${from}`, signal)
    .catch(() => ({ items: [] }));
  for (const { symbol, values } of items)
    drawTrend(
      rowOf(symbol),
      values.filter((value) => value !== null),
    );
}

function showQuote(quote) {
  const row = rowOf(quote.symbol);
  const before = row.last;
  row.last = quote.price;
  row.price.textContent = priceText(quote.price);
  row.change.textContent = quote.changePercent === null ? '' : percentText(quote.changePercent);
  row.change.dataset.sign = Math.sign(quote.changePercent ?? 0);
  row.element.title = `${pricedText(quote)}, market ${quote.marketState.replaceAll('_', ' ')}, by ${quote.provenance.provider}`;
  panel.querySelector('.badge').hidden = quote.provenance.provider !== 'simulator';
  if (before === undefined || before === quote.price) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.price.animate([{ color: before < quote.price ? 'var(--up)' : 'var(--down)' }, {}], 1_200);
}

/** Returns the symbols of the account's default watchlist, or some symbols of each asset class. */
async function symbolsOf(session, signal) {
  const { defaultWatchlistId } = await session.get('/users/me/preferences', signal);
  if (defaultWatchlistId === null) return SYMBOLS;
  const { symbols } = await session.get(`/markets/watchlists/${defaultWatchlistId}`, signal);
  return symbols.length === 0 ? SYMBOLS : symbols.slice(0, MAX_SYMBOLS);
}

/** Shows the quotes and updates them until the signal aborts. */
export async function runQuotes(session, signal) {
  const symbols = await symbolsOf(session, signal);
  for (const symbol of symbols) rowOf(symbol);
  showTrends(session, symbols, signal);
  await follow(session, `/markets/quotes/stream?symbol=${symbols.map(encodeURIComponent)}`, {
    signal,
    onState: (state, error) => showState(panel, state, error),
    onEvent: ({ type, data }) => {
      if (type === 'quote') showQuote(data);
      else rowOf(data.symbol).element.title = data.detail;
    },
  });
}
