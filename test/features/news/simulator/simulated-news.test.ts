import 'reflect-metadata';
import test from 'ava';
import { simulatedEvents } from '../../../../src/features/geospatial/simulator/simulated-events.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { ExchangeCalendar } from '../../../../src/features/markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { parseSymbol } from '../../../../src/features/markets/market-symbol.js';
import { SimulatedMarket } from '../../../../src/features/markets/simulator/simulated-market.js';
import { SimulatedUniverse } from '../../../../src/features/markets/simulator/simulated-universe.js';
import { headlineKeys } from '../../../../src/features/news/analysis/analyze-article.js';
import { toneOf } from '../../../../src/features/news/analysis/tone.js';
import type { ParsedArticle } from '../../../../src/features/news/article.js';
import { summarize } from '../../../../src/features/news/clusters/cluster-summary.js';
import { BREAKING_OWNERS, GROWTH } from '../../../../src/features/news/clusters/clusters.events.js';
import { type Story, StoryIndex } from '../../../../src/features/news/clusters/story-index.js';
import { CompanyHappenings } from '../../../../src/features/news/simulator/company-happenings.js';
import { topics } from '../../../../src/features/news/simulator/happening.js';
import { reportText } from '../../../../src/features/news/simulator/headlines.js';
import { MapHappenings } from '../../../../src/features/news/simulator/map-happenings.js';
import { MarketHappenings } from '../../../../src/features/news/simulator/market-happenings.js';
import { type Outlet, outlets } from '../../../../src/features/news/simulator/outlets.js';
import { simulatedNews } from '../../../../src/features/news/simulator/simulated-news.js';
import { wordsOf } from '../../../../src/text/words.js';

const SEED = 1;
const HOUR = 3_600_000;
const to = Date.parse('2026-11-20T22:00:00Z');
const from = to - 24 * HOUR;
const map = await MapHappenings.create();
const markets = new MarketHappenings(SEED);
const companies = new CompanyHappenings(SEED);
const sources = [markets, companies, map];
const news = simulatedNews(SEED, sources, from, to);
/** Returns the key of the happening that an article reports. */
const happeningOf = ({ externalId, sourceName }: ParsedArticle) => externalId.slice(0, -sourceName.length);

test('a day has several hundred articles in four languages, all labeled as simulated', (t) => {
  t.true(news.length > 100 && news.length < 1_000, String(news.length));
  t.deepEqual([...new Set(news.map(({ declaredLanguage }) => declaredLanguage))].sort(), ['de', 'en', 'es', 'fr']);
  for (const { summary, url, title } of news) {
    t.regex(summary ?? '', /\(Simulated\.\)$/);
    t.is(url, null);
    t.notRegex(`${title} ${summary}`, /[{}]|undefined|NaN| {2}/);
  }
});

test('the same seed gives the same articles, read at once or in parts; another seed gives others', (t) => {
  const pieces = [0, 7, 13, 24]
    .slice(1)
    .flatMap((end, at) => simulatedNews(SEED, sources, from + [0, 7, 13][at]! * HOUR, from + end * HOUR));
  t.deepEqual(pieces, news);
  t.notDeepEqual(simulatedNews(2, [new MarketHappenings(2), new CompanyHappenings(2), map], from, to), news);
});

test('several owners report the same event, and one owner has two publications', (t) => {
  const byHappening = Map.groupBy(news, happeningOf);
  const owners = [...byHappening.values()].map((reports) => new Set(reports.map(({ owner }) => owner)).size);
  t.true(owners.filter((count) => count >= 2).length > byHappening.size / 3);
  t.true([...byHappening.values()].some((reports) => new Set(reports.map(({ owner }) => owner)).size < reports.length));
});

test('a reported price move is that of the simulated market at that time', (t) => {
  const table = new InstrumentTable();
  const [universe, market] = [new SimulatedUniverse(SEED, table), new SimulatedMarket(new ExchangeCalendar(table))];
  const moves = markets.between(from, to);
  t.true(moves.length > 0);
  for (const { symbols, at, topic, values } of moves) {
    const quote = market.quote(universe.find(parseSymbol(symbols[0]!)!)!, at)!;
    const change = quote.price / quote.previousClose! - 1;
    t.is(values.percent, (Math.abs(change) * 100).toFixed(1));
    t.is(topic, change > 0 ? 'rise' : 'fall');
  }
});

test('analysts comment on Apple on most days of two weeks, in good and bad tones, as its simulated price moved', (t) => {
  const table = new InstrumentTable();
  const [universe, market] = [new SimulatedUniverse(SEED, table), new SimulatedMarket(new ExchangeCalendar(table))];
  const comments = companies.between(to - 14 * 24 * HOUR, to).filter(({ symbols }) => symbols[0] === 'AAPL.US');
  const days = new Set(comments.map(({ at }) => Math.floor(at / (24 * HOUR))));
  t.true(days.size >= 7 && days.size === comments.length, `${comments.length} on ${days.size} days`);
  for (const { at, topic, values } of comments) {
    const priceAt = (time: number) => market.quote(universe.find(parseSymbol('AAPL.US')!)!, time)!.price;
    const change = priceAt(at) / priceAt(at - 7 * 24 * HOUR) - 1;
    t.is(values.percent, (Math.abs(change) * 100).toFixed(1));
    t.is(topic, Math.abs(change) < 0.015 ? 'steady' : change > 0 ? 'upgrade' : 'downgrade');
  }
});

test('the tone of a comment is that of its topic', (t) => {
  const toneOfTopic = (topic: 'upgrade' | 'downgrade' | 'steady', { style }: Outlet, choice: number) => {
    const { title, summary } = reportText(topic, { language: 'en', style }, choice, { name: 'Apple', percent: '2.3' });
    return toneOf(wordsOf(title), wordsOf(summary));
  };
  for (const outlet of outlets)
    for (const choice of [0, 1, 2]) {
      t.true(toneOfTopic('upgrade', outlet, choice) > 0.05, `upgrade ${outlet.name} ${choice}`);
      t.true(toneOfTopic('downgrade', outlet, choice) < -0.05, `downgrade ${outlet.name} ${choice}`);
      t.true(Math.abs(toneOfTopic('steady', outlet, choice)) <= 0.05, `steady ${outlet.name} ${choice}`);
    }
});

test('a reported incident names a simulated vessel at its position, and a reported event is one of the simulated map', async (t) => {
  const ships = await SimulatedShips.create(SEED);
  const events = new Set(simulatedEvents(1, to).map(({ key }) => key));
  const happenings = map.between(from, to);
  t.true(happenings.some(({ topic }) => topic === 'breakdown'));
  for (const { key, topic, at, values, position } of happenings) {
    if (topic === 'breakdown') {
      const place = ships.placeOf(Number(values.mmsi), at)!;
      t.is(ships.nameOf(Number(values.mmsi))?.toLowerCase(), values.ship?.toLowerCase());
      t.true(distanceMeters(place.lat, place.lon, position!.lat, position!.lon) < 1);
    } else if (topic !== 'congestion' && topic !== 'strike') t.true(events.has(key), key);
  }
});

test('publications write different summaries, except for one that reprints the agency', (t) => {
  const english = outlets.filter(({ language }) => language === 'en');
  for (const topic of topics)
    for (const { name } of english) {
      const summaryOf = (outlet: Outlet) => reportText(topic, outlet, 0, { count: '12', port: 'Lagos' }).summary;
      const own = english.filter((outlet) => outlet.name === name).map(summaryOf)[0];
      const same = english.filter((outlet) => summaryOf(outlet) === own).map((outlet) => outlet.name);
      t.deepEqual(
        same,
        ['Meridian Wire', 'Tidewater Digest'].includes(name) ? ['Meridian Wire', 'Tidewater Digest'] : [name],
        topic,
      );
    }
});

test('a day has breaking news, some of which grows, some copies, and hardly any clusters that mix events', (t) => {
  const index = new StoryIndex();
  const stories = new Map<Story, ParsedArticle[]>();
  for (const report of news) {
    const article = { ...report, id: report.externalId, ownerId: null, ...headlineKeys(report.title) };
    const story = index.add(article, index.find(article));
    stories.set(story, [...(stories.get(story) ?? []), report]);
  }
  const noFacts = { provider: 'simulator', language: 'en', symbols: [], entities: [], countries: [], places: [] };
  const clusters = [...stories.values()].map((reports) =>
    summarize(reports.map((report) => ({ ...report, ...noFacts }))),
  );
  const reportedBy = (owners: number) => clusters.filter(({ independentOwners }) => independentOwners >= owners).length;
  const copied = clusters.filter(({ reports }) => reports.some(({ isCopy }) => isCopy)).length;
  const mixed = [...stories.values()].filter((reports) => new Set(reports.map(happeningOf)).size > 1).length;
  const [breaking, growing] = [reportedBy(BREAKING_OWNERS), reportedBy(GROWTH[0]!.owners)];
  t.true(breaking >= 10 && breaking < clusters.length / 2, `${breaking} of ${clusters.length} are breaking news`);
  t.true(growing >= 2 && growing < breaking / 2, `${growing} grow`);
  t.true(copied >= 5, `${copied} have copies`);
  // Two fires in one region, or two equal price moves, have the same headlines and may be clustered together.
  t.true(mixed <= 3, `${mixed} mix happenings`);
});
