import { entityLink, linkTo } from './entry-links.js';
import { make, timeAgo } from './page-dom.js';
import {
  badgeOf,
  explain,
  moneyText,
  numberText,
  percentText,
  plainTitle,
  pricedText,
  priceText,
  timeText,
  wordsOf,
} from './records.js';

const DAY_MS = 86_400_000;
const MAX_NEWS = 5;
const dayBefore = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Ranges of time of a chart of candles. */
const ranges = () => ({
  label: 'Time range',
  chosen: '6 months',
  options: {
    '5 days': { interval: '1h', from: dayBefore(5), overlay: 'sma:20' },
    '1 month': { interval: '1d', from: dayBefore(31), overlay: 'sma:5' },
    '6 months': { interval: '1d', from: dayBefore(183), overlay: 'sma:20' },
    '1 year': { interval: '1d', from: dayBefore(366), overlay: 'sma:50' },
    '5 years': { interval: '1w', from: dayBefore(1826), overlay: 'sma:20' },
  },
});

/** Returns items of a list of news. */
export const newsItems = (articles) =>
  articles.map((article) => [
    linkTo('article', article.id, plainTitle(article.title)),
    ' ',
    make('span', { class: 'quiet' }, `${article.sourceName} · ${timeAgo(article.publishedAt)}`),
    ' ',
    badgeOf(article),
  ]);

/** Returns a form that creates an alert rule for a price. */
function alertForm(session, { symbol, price, currency }) {
  const [operator, threshold] = [
    make('select', { name: 'operator' }),
    make('input', { name: 'threshold', type: 'number' }),
  ];
  operator.append(make('option', { value: 'above' }, 'rises above'), make('option', { value: 'below' }, 'falls below'));
  Object.assign(threshold, { step: 'any', required: true, value: String(Number((price * 1.05).toPrecision(4))) });
  operator.addEventListener('change', () => {
    threshold.value = String(Number((price * (operator.value === 'above' ? 1.05 : 0.95)).toPrecision(4)));
  });
  const answer = make('span', { role: 'status' });
  const form = make(
    'form',
    { class: 'inline' },
    make('label', {}, 'Alert me when it ', operator),
    make('label', {}, make('span', { class: 'unseen' }, 'Price'), threshold),
    currency === 'XXX' ? ' ' : ` ${currency} `,
    make('button', { type: 'submit' }, 'Create alert rule'),
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const rule = await session.post('/alerts/rules', {
        name: `${symbol} ${operator.value} ${threshold.value}`,
        condition: { type: 'price', symbol, operator: operator.value, threshold: threshold.valueAsNumber },
      });
      answer.replaceChildren('Created: ', linkTo('rule', rule.id, rule.name));
      document.dispatchEvent(new CustomEvent('listchange', { detail: 'alerts' }));
    } catch (error) {
      answer.textContent = explain(error);
    }
  });
  return form;
}

async function symbol(session, id, { signal }) {
  const path = `/markets/quotes/${encodeURIComponent(id)}`;
  const about = `symbol=${encodeURIComponent(id)}&limit=${MAX_NEWS}`;
  const [quote, instrument, news, events] = await Promise.all([
    session.get(path, signal),
    // The name and the lists are additions: the quote is shown without them.
    session.get(`/markets/instruments/${encodeURIComponent(id)}`, signal).catch(() => ({})),
    session.get(`/news?${about}`, signal).catch(() => ({ items: [] })),
    session.get(`/timeline?${about}`, signal).catch(() => ({ items: [] })),
  ]);
  const choices = ranges();
  const money = (value) => (value === null ? null : priceText(value));
  const change =
    quote.changePercent === null
      ? null
      : make(
          'span',
          { 'data-sign': Math.sign(quote.changePercent) },
          `${percentText(quote.changePercent)} since the previous close of ${priceText(quote.previousClose)}`,
        );
  return {
    title: instrument.name === undefined ? id : `${instrument.name} (${id})`,
    pictures: [
      {
        path: `/markets/candles/${encodeURIComponent(id)}.svg`,
        query: { ...choices.options[choices.chosen] },
        choices,
        alt: `Price chart of ${instrument.name ?? id}. The latest price is ${pricedText(quote)}.`,
      },
    ],
    facts: {
      Price: pricedText(quote),
      Change: change,
      'Day range': quote.low === null ? null : `${money(quote.low)} to ${money(quote.high)}`,
      'Bid and ask': quote.bid === null ? null : `${money(quote.bid)} / ${money(quote.ask)}`,
      Volume: quote.volume === null ? null : numberText(quote.volume),
      Market: wordsOf(quote.marketState),
      Traded: quote.tradedAt === null ? null : timeText(quote.tradedAt),
      Kind: [wordsOf(instrument.assetClass ?? quote.assetClass), instrument.sector].filter(Boolean).join(', '),
      ISIN: instrument.isin,
      Source: quote.provenance.provider,
    },
    actions: [alertForm(session, quote)],
    sections: [
      { title: 'News', items: newsItems(news.items) },
      { title: 'Events', items: eventItems(events.items) },
    ],
    json: { path, value: quote },
  };
}

/** Returns items of a list of events. */
export const eventItems = (events) =>
  events.map((event) => [
    linkTo('event', event.id, plainTitle(event.title)),
    ' ',
    make('span', { class: 'quiet' }, timeAgo(event.time)),
    ' ',
    badgeOf(event),
  ]);

async function portfolio(session, id, { signal }) {
  const path = `/portfolios/${id}`;
  const [found, valuation, performance, { items: holdings }] = await Promise.all([
    session.get(path, signal),
    session.get(`${path}/valuation`, signal).catch(() => undefined),
    session.get(`${path}/performance`, signal).catch(() => undefined),
    session.get(`${path}/holdings`, signal).catch(() => ({ items: [] })),
  ]);
  const { baseCurrency: currency } = found;
  const percent = (fraction) => (fraction === null || fraction === undefined ? null : percentText(100 * fraction));
  const row = ({ symbol: held, quantity, value, weight }) => [
    entityLink(`symbol:${held}`, held),
    make(
      'span',
      { class: 'quiet' },
      ` ${Number(quantity).toLocaleString('en')} · ${value === null ? 'no price' : moneyText(value, currency)}${weight === null ? '' : ` · ${(100 * weight).toFixed(1)} %`}`,
    ),
  ];
  const hasHistory = performance?.value !== null && performance?.value !== undefined;
  return {
    title: found.name,
    record: valuation ?? found,
    pictures: hasHistory
      ? [
          { path: `${path}/performance/series.svg`, alt: `Return of ${found.name} over time`, ratio: 0.42 },
          { path: `${path}/allocation.svg`, alt: `Weights of ${found.name} by asset class`, ratio: 0.32 },
        ]
      : [],
    facts: {
      Value: valuation === undefined ? null : moneyText(valuation.value, currency),
      Cash: valuation === undefined ? null : moneyText(valuation.cashValue, currency),
      'Unrealized gain': valuation?.unrealizedGain == null ? null : moneyText(valuation.unrealizedGain, currency),
      'Return (time-weighted)': percent(performance?.value),
      'Return a year': percent(performance?.annualized),
      Benchmark:
        performance?.benchmark == null
          ? null
          : `${performance.benchmark.name}: ${percent(performance.benchmark.value) ?? '–'}`,
      Kind: wordsOf(found.kind),
      Warnings: valuation?.warnings.map(({ detail }) => detail).join(' '),
    },
    sections: [
      {
        title: 'Holdings',
        items: holdings.map(row),
        empty: 'No holdings yet. Add transactions with POST /portfolios/{id}/transactions, or import a CSV file.',
      },
    ],
    json: { path, value: found },
  };
}

export const marketKinds = { symbol, portfolio };
