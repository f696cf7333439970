import 'reflect-metadata';
import test from 'ava';
import { analyzeArticle } from '../../../../src/features/news/analysis/analyze-article.js';
import type { ParsedArticle } from '../../../../src/features/news/article.js';
import { ArticleIntake } from '../../../../src/features/news/intake/article-intake.service.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { DAY, HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const midnight = Date.UTC(2026, 10, 20);
const noon = midnight + 12 * HOUR;

function article(title: string, at: number): ParsedArticle {
  return {
    externalId: `${title} ${at}`,
    url: null,
    title,
    summary: null,
    text: null,
    author: null,
    publishedAt: new Date(at),
    declaredLanguage: 'en',
    sourceName: 'Example News',
    owner: 'news.example',
    tier: 2,
    sourceCountry: null,
    sourceSymbols: [],
    position: null,
    providerSentiment: null,
  };
}

const world = async (t: Parameters<typeof serviceFor>[0], sources = 'none') => {
  const clock = new ManualClock(noon);
  const made = await serviceFor(t, { env: { SVC_NEWS_SOURCES: sources }, parts: { clock } });
  const ada = await made.signedIn();
  const store = (articles: ParsedArticle[], { ownerId = null as string | null, provider = 'rss' } = {}) =>
    made.services.get(ArticleIntake).store(
      { provider, feedId: null, ownerId },
      articles.map((one) => ({ ...one, ...analyzeArticle(one) })),
    );
  const quote = async (symbol: string, reader = ada) => (await reader.get(`/markets/quotes?symbol=${symbol}`)).json;
  return { ...made, clock, ada, store, quote };
};

test('the mentions of a word in the news are an instrument: quotes count the last 24 hours', async (t) => {
  const { ada, store, quote } = await world(t);
  await store([
    article('Nothing of note happens', noon - 40 * HOUR),
    article('Tankers wait off Hormuz', noon - 25 * HOUR),
    article('Hormuz traffic falls', noon - 23 * HOUR),
    article('Insurers raise rates for HORMUZ', noon - 2 * HOUR),
    article('Attack in the Red Sea', noon - HOUR),
    article('A sea of red flags in Hormuz', noon - 10 * MINUTE),
  ]);
  await store([article('Hormuz in my own feed', noon - HOUR)], { ownerId: ada.accountId });
  const { items, errors } = await quote('news-hormuz.flow,NEWS-RED-SEA.FLOW,NEWS-NEVERNAMED.FLOW');
  t.deepEqual(errors, []);
  t.deepEqual(
    items.map(({ symbol, price, currency }: Json) => [symbol, price, currency]),
    [
      ['NEWS-HORMUZ.FLOW', 3, 'XXX'],
      ['NEWS-RED-SEA.FLOW', 1, 'XXX'],
      ['NEWS-NEVERNAMED.FLOW', 0, 'XXX'],
    ],
  );
  const { json } = await ada.get('/markets/instruments/NEWS-RED-SEA.FLOW');
  t.is(json.name, 'Articles that mention “red sea”, in 24 hours');
  t.is(json.assetClass, 'index');
});

test('candles of mentions have the articles of their hours as volume, and none before the news is a day old', async (t) => {
  const { ada, store } = await world(t);
  await store([
    article('First words', noon - 30 * HOUR),
    article('Suez reopens', noon - 3 * HOUR - 20 * MINUTE),
    article('Suez is open', noon - 3 * HOUR - 10 * MINUTE),
    article('Ships return to Suez', noon - HOUR - 30 * MINUTE),
  ]);
  const path = '/markets/candles/NEWS-SUEZ.FLOW?interval=1h&from=2026-11-18T00:00:00Z';
  const { items, gaps } = (await ada.get(path)).json;
  t.deepEqual(
    items.map(({ time, close, volume }: Json) => [time.slice(11, 16), close, volume]),
    [
      // After it no article was published in the last 24 hours, until the first about Suez.
      ['05:00', 0, 0],
      ['08:00', 2, 2],
      ['09:00', 2, 0],
      ['10:00', 3, 1],
      ['11:00', 3, 0],
    ],
  );
  t.true(gaps.length > 0);
  t.is((await ada.get('/markets/candles/NEWS-SUEZ.FLOW.svg?interval=1h&from=2026-11-20')).status, 200);
  t.is((await ada.get('/markets/indicators/NEWS-SUEZ.FLOW?indicator=sma:2&interval=1h&from=2026-11-20')).status, 200);
});

test('mentions are unknown without news, and those of the simulator are called simulated', async (t) => {
  const { store, quote, clock, signedIn } = await world(t);
  const none = await quote('NEWS-OIL.FLOW');
  t.is(none.errors[0].code, 'unavailable');
  await store([article('Oil rises', noon - 26 * HOUR), article('Oil falls', noon - HOUR)], { provider: 'simulator' });
  clock.advance(MINUTE);
  const [{ price, provenance }] = (await quote('NEWS-OIL.FLOW')).items;
  t.is(price, 1);
  t.true(provenance.warnings.some((one: string) => one.includes('simulated')));
  // A day without any article says nothing about the word.
  clock.advance(DAY);
  t.is((await quote('NEWS-OIL.FLOW', await signedIn())).errors[0].code, 'unavailable');
});

test('a symbol of mentions has words of letters and digits with hyphens between them', async (t) => {
  const { ada } = await world(t);
  for (const symbol of ['NEWS-A.FLOW', 'NEWS-.FLOW', 'NEWS-OIL-.FLOW', 'NEWS-OIL_GAS.FLOW', 'NEWSOIL.FLOW'])
    isProblem(t, await ada.get(`/markets/instruments/${symbol}`), 404, 'not_found');
  t.is((await ada.get('/markets/instruments/NEWS-AI.FLOW')).status, 200);
});

test('mentions are compared with prices, and rules take them', async (t) => {
  const { ada, store } = await world(t);
  await store([
    ...[2, 3, 4, 5, 6, 7].map((days) => article(`Suez ${days} days ago`, noon - days * DAY)),
    ...[180, 95, 90].map((minutes) => article(`Suez after ${minutes}`, noon - minutes * MINUTE)),
  ]);
  const compared = await ada.get('/markets/compare?symbol=NEWS-SUEZ.FLOW,AAPL.US&from=2026-10-01');
  t.is(compared.status, 200, compared.text);
  const condition = { type: 'price', symbol: 'NEWS-SUEZ.FLOW', operator: 'above', threshold: 2 };
  const made = await ada.post('/alerts/rules', { name: 'Suez', condition });
  t.is(made.status, 201, made.text);
  const tested = await ada.post('/alerts/rules/backtest', {
    rule: { name: 'Suez', condition },
    from: '2026-11-20T09:30:00Z',
    to: '2026-11-20T11:50:00Z',
  });
  t.is(tested.status, 200, tested.text);
  t.deepEqual(
    tested.json.alerts.map(({ firedAt }: Json) => firedAt.slice(11, 16)),
    ['10:30'],
  );
});

test('a word that simulated news does not mention has a simulated number too', async (t) => {
  const { store, quote } = await world(t, 'simulator');
  await store([article('Grain ships leave', noon - 26 * HOUR), article('Grain ships arrive', noon - HOUR)], {
    provider: 'simulator',
  });
  const [{ price, provenance }] = (await quote('NEWS-NEVERNAMED.FLOW')).items;
  t.is(price, 0);
  t.true(provenance.warnings.some((one: string) => one.includes('simulated')));
});

test('a search finds the mentions of words by their symbol, and by words such as `mentions`', async (t) => {
  const { ada } = await world(t);
  const found = async (path: string): Promise<string[]> =>
    (await ada.get(path)).json.items.map(({ symbol, id }: Json) => symbol ?? id);
  t.is((await found('/markets/search?q=news-hormuz.flow'))[0], 'NEWS-HORMUZ.FLOW');
  t.is((await found('/markets/search?q=NEWS-RED-SEA'))[0], 'NEWS-RED-SEA.FLOW');
  t.is((await found('/markets/search?q=mentions%20of%20hormuz'))[0], 'NEWS-HORMUZ.FLOW');
  t.true((await found('/markets/search?q=red%20sea%20news')).includes('NEWS-RED-SEA.FLOW'));
  t.false((await found('/markets/search?q=hormuz')).some((symbol) => symbol.startsWith('NEWS-')));
  t.false((await found('/markets/search?q=news')).some((symbol) => symbol.startsWith('NEWS-')));
  t.is((await found('/search?q=NEWS-HORMUZ.FLOW'))[0], 'NEWS-HORMUZ.FLOW');
  t.true((await found('/search?q=hormuz%20mentions')).includes('NEWS-HORMUZ.FLOW'));
});

test('a search finds measured series by their place and measure, with joining words between them', async (t) => {
  const { ada } = await world(t);
  const first = async (q: string) =>
    (await ada.get(`/markets/search?q=${encodeURIComponent(q)}`)).json.items[0]?.symbol as string | undefined;
  t.is(await first('ROTTERDAM-WAITING.FLOW'), 'ROTTERDAM-WAITING.FLOW');
  t.is(await first('rotterdam waiting'), 'ROTTERDAM-WAITING.FLOW');
  t.is(await first('vessels waiting at rotterdam'), 'ROTTERDAM-WAITING.FLOW');
  t.is(await first('hormuz tanker passages'), 'HORMUZ-TANKERS.FLOW');
  t.is(await first('ships through hormuz'), 'HORMUZ.FLOW');
});
