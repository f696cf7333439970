import 'reflect-metadata';
import test from 'ava';
import type { PrintedNumber } from '../../../../src/features/ai/composer/answers/answer-text.js';
import { Composer } from '../../../../src/features/ai/composer/composer.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import { readTools } from '../../../../src/features/ai/tools/tool-table.js';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { Authenticator, type Caller } from '../../../../src/http/caller.js';
import { ownArticle } from '../../../support/own-article.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

/** A question of each kind, by the id of the kind. */
const QUESTIONS: Readonly<Record<string, string>> = {
  quote: 'What is Apple trading at?',
  'watchlist-moves': 'What moved in my watchlist today?',
  'top-movers': 'What are the top movers today?',
  'price-history': 'Show daily prices of AAPL over the last 10 days',
  indicator: 'What is the RSI of AAPL?',
  compare: 'Compare AAPL and MSFT last month',
  'fx-convert': 'convert 250 euros to dollars',
  'market-hours': 'Is the LSE open on Christmas Day?',
  'vessels-near': 'Which tankers are near Hormuz?',
  'vessel-position': 'where is the gulf trader',
  'vessel-track': 'track of gulf trader last 24h',
  'aircraft-near': 'What planes are over London?',
  'aircraft-position': 'Where is BAW117?',
  'aircraft-emergency': 'anyone on 7700?',
  'natural-events': 'Any earthquakes in Japan this week?',
  'geofence-inside': 'what is inside my hormuz gate',
  'geofence-transitions': 'which ships entered the hormuz gate today',
  'snapshot-at': 'Where were the ships in the Red Sea yesterday at 14:30?',
  'open-alerts': 'any critical alerts open?',
  'alert-why': 'Why did the Apple dear alert fire?',
  'rule-distance': 'How close is my Apple dear rule to triggering?',
  timeline: 'What happened in the last 6 hours?',
  'why-move': 'Why did Apple move today?',
  'search-everything': 'find everything about gulf',
  'feed-status': 'Are all data feeds working?',
  'draft-rule': 'Alert me when Apple drops below 150.',
  'news-of-symbol': 'What is the latest news on Apple?',
  'news-of-topic': 'News about ferries',
  'news-trending': 'hot topics last hour',
  'news-sentiment': 'news sentiment on Tesla',
  sanctions: 'Is the Gulf Trader sanctioned?',
  'country-dossier': 'How risky is Venezuela?',
  'briefing-schedule': 'daily briefing of my tech list at 7',
  briefing: 'morning briefing for my tech list',
  'portfolio-value': 'What is my Growth portfolio worth?',
  'portfolio-performance': 'how did Growth do this year',
  'portfolio-allocation': 'How is Growth allocated by currency?',
  'portfolio-holdings': 'what are the largest positions in Growth',
  'portfolio-risk': 'max drawdown of Growth',
  'portfolio-scenario': 'What if equities fall 20 % for Growth?',
  'portfolio-geo-exposure': 'geo exposure of growth',
  'portfolio-income': 'income of Growth this year',
  'clients-summary': 'Give me an overview of my clients.',
};

const DAY_MS = 86_400_000;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const startOfWeek = (time: number) => time - ((time - MONDAY) % (7 * DAY_MS));
/** Minimum number of checked figures; a lower number would mean that questions are no longer answered with figures. */
const MIN_CHECKED = 120;
let service: TestService;
let alice: TestClient & { accountId: string };
let caller: Caller;

test.before(async () => {
  service = await startTestService();
  alice = await service.signedIn('alice');
  await alice.get('/users/me');
  caller = service.services.get(Authenticator).recall(`Bearer ${alice.token}`) as Caller;
  const now = service.clock.now();
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const client = (await alice.post('/clients', { name: 'Miller Family', currency: 'EUR' })).json.id;
  const growth: string = (await alice.post('/portfolios', { name: 'Growth', kind: 'own', baseCurrency: 'USD' })).json
    .id;
  const mandate = (await alice.post('/portfolios', { name: 'Balanced', kind: 'client', baseCurrency: 'EUR' })).json.id;
  await alice.put(`/clients/${client}/portfolios/${mandate}`, {});
  await alice.post(`/portfolios/${growth}/transactions`, {
    type: 'deposit',
    tradedAt: daysAgo(60),
    amount: '100000',
    currency: 'USD',
  });
  const bought = {
    type: 'buy',
    tradedAt: daysAgo(59),
    symbol: 'AAPL.US',
    quantity: '100',
    price: '200',
    currency: 'USD',
  };
  await alice.post(`/portfolios/${growth}/transactions`, bought);
  await alice.post(`/portfolios/${mandate}/transactions`, {
    type: 'deposit',
    tradedAt: daysAgo(20),
    amount: '5000.5',
    currency: 'EUR',
  });
  await alice.post('/markets/watchlists', { name: 'Tech', symbols: ['AAPL.US', 'MSFT.US'] });
  await alice.post('/geospatial/geofences', {
    name: 'Hormuz gate',
    shape: { type: 'circle', center: { lat: 26.6, lon: 56.4 }, radiusMeters: 20_000 },
  });
  await alice.post('/alerts/rules', {
    name: 'Apple dear',
    condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 10_000 },
  });
  const live = service.services.get(LiveState);
  const seen = { provider: 'test', observedAt: now, receivedAt: now };
  live.takeVessel({
    ...seen,
    key: 636012345,
    name: 'GULF TRADER',
    lat: 26.5,
    lon: 56.2,
    shipTypeCode: 80,
    speedKnots: 11.2,
  });
  live.takeAircraft({
    ...seen,
    key: 0x400a1b,
    callsign: 'BAW117',
    lat: 51.5,
    lon: -0.2,
    altitudeFeet: 10_000,
    groundSpeedKnots: 250.4,
    squawk: '7700',
  });
  const quake = {
    provider: 'usgs',
    key: 'us1',
    type: 'earthquake' as const,
    title: 'M 5.1 - near Tokyo',
    severity: 3 as const,
  };
  // Yesterday, or on a Monday the start of this week.
  const at = new Date(Math.max(now - DAY_MS, startOfWeek(now)));
  await service.services.get(GeoEvents).report([
    {
      ...quake,
      position: { lat: 35.6, lon: 139.7 },
      startedAt: at,
      endedAt: at,
      reportedAt: at,
      magnitude: { value: 5.1, unit: 'mb' },
    },
  ]);
  await ownArticle(alice, service);
  service.clock.advance(1_000);
  await service.settle();
});
test.after.always(() => service.close());

const ask = (text: string) =>
  service.services
    .get(Composer)
    .answer(
      { caller, text, context: {}, previous: [], timeZone: 'UTC', now: new Date(service.clock.now()) },
      new AbortController().signal,
    );

/** Returns all numbers in a record, including times (ms), numeric texts and lengths of lists. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return [value.length, ...value.flatMap(numbersOf)];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(numbersOf);
  if (typeof value !== 'string') return [];
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return [Date.parse(value), Date.parse(`${value.slice(0, 10)}T00:00:00Z`)];
  return value.trim() !== '' && Number.isFinite(Number(value)) ? [Number(value)] : [];
}

const RADIANS = Math.PI / 180;
const EARTH_KM = 6_371.0088;

/** Returns the great-circle distance (km) by the haversine formula. */
function distanceKm(one: readonly [number, number], other: readonly [number, number]): number {
  const [height, width] = [(other[0] - one[0]) * RADIANS, (other[1] - one[1]) * RADIANS];
  const chord =
    Math.sin(height / 2) ** 2 + Math.cos(one[0] * RADIANS) * Math.cos(other[0] * RADIANS) * Math.sin(width / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(chord));
}

interface Opened {
  position?: { lat: number; lon: number };
  items?: Array<{ open?: number; close?: number }>;
}

/**
 * Returns figures that follow from a record: the change from each of its candles to the last one (%), and the distance
 * from the place in the question (km).
 */
function derivedFrom({ position, items }: Opened, { near }: { near?: [number, number] }): number[] {
  const [open, close] = [items?.[0]?.open, items?.at(-1)?.close];
  const closes = items?.flatMap(({ close: one }) => (one === undefined ? [] : [one])) ?? [];
  const starts = [...(open === undefined ? [] : [open]), ...closes];
  const change = close === undefined ? [] : starts.map((start) => (close / start - 1) * 100);
  return [
    ...change,
    ...(near === undefined || position === undefined ? [] : [distanceKm(near, [position.lat, position.lon])]),
  ];
}

/** Factors by which an answer may multiply a figure of a record, by the printed unit. */
const FACTORS: Readonly<Record<string, readonly number[]>> = {
  '%': [1, 100],
  'percentage points': [100],
  km: [0.001, 1],
  NM: [1, 1 / 1_852],
  h: [1 / 3_600],
};

function isIn({ value, unit, decimals }: PrintedNumber, numbers: readonly number[]): boolean {
  if (unit === 'time') return numbers.some((one) => Math.floor(one / 60_000) * 60_000 === value);
  // Distances on the sphere of the haversine formula differ from those on WGS 84 by up to 0.56 %.
  const tolerance = 0.5 * 10 ** -decimals + Math.abs(value) * (unit === 'km' ? 0.0057 : 1e-9);
  return (FACTORS[unit ?? ''] ?? [1]).some((factor) =>
    numbers.some((one) => Math.abs(one * factor - value) <= tolerance),
  );
}

test('the questions cover every kind', (t) => {
  // The kinds of records have one template, whose figures records.test.ts checks.
  const own = questionTypes.filter(({ subject }) => subject === undefined);
  t.deepEqual(Object.keys(QUESTIONS).sort(), own.map(({ id }) => id).sort());
});

test('the figures of an answer are in the records of its citations', async (t) => {
  let checked = 0;
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    const answer = await ask(question);
    t.like(answer, { refused: false, clarification: null }, `${kind}: ${answer.content}`);
    t.true(
      answer.toolCalls.every(({ ok }) => ok),
      `${kind}: ${answer.content}`,
    );
    const [call] = answer.toolCalls;
    // The citation of a scenario cannot be read with GET, because scenarios are calculated by POST. The request is
    // repeated instead.
    const { id, ...scenario } = (call?.arguments ?? {}) as { id: string };
    const calculated =
      kind === 'portfolio-scenario' ? numbersOf((await alice.post(`/portfolios/${id}/scenarios`, scenario)).json) : [];
    const opened = new Map<string, number[]>();
    for (const number of answer.numbers) {
      if (number.citation === null) continue;
      const { href } = number.citation;
      if (!opened.has(href)) {
        const { status, json } = await alice.get(href.slice('/api/v1'.length));
        t.is(status, 200, `${kind}: ${href}`);
        opened.set(href, [...calculated, ...numbersOf(json), ...derivedFrom(json, (call?.arguments ?? {}) as object)]);
      }
      checked += 1;
      t.true(
        isIn(number, opened.get(href) as number[]),
        `${kind}: ${number.text} (${number.value}) of ${href}: ${answer.content}`,
      );
    }
  }
  t.true(checked > MIN_CHECKED, `${checked} figures`);
  t.log(`${checked} figures`);
});

test('the name of a client stands for the portfolios of the client', async (t) => {
  const answer = await ask("How is Miller's portfolio doing?");
  t.like(answer, { refused: false, clarification: null });
  t.like(answer.toolCalls, [{ name: 'get_performance', ok: true }]);
  t.regex(answer.content, /Balanced/);
});

test('questions about dividends and splits are answered from the actions of the instrument, and cite the request', async (t) => {
  for (const [question, kind] of [
    ["When was Apple's last dividend?", 'dividend'],
    ['nvda stock splits', 'split'],
  ] as const) {
    const answer = await ask(question);
    t.like(answer, { refused: false });
    t.deepEqual(
      answer.toolCalls.map(({ name }: { name: string }) => name),
      ['list_corporate_actions'],
    );
    t.regex(answer.citations[0]?.href ?? '', new RegExp(`^/api/v1/markets/actions/[A-Z]+\\.US\\?type=${kind}`));
  }
});

test('a question that the service cannot answer is declined, and the answer suggests supported questions', async (t) => {
  for (const question of ['Which call options of Apple expire in March?', 'nvda short interest']) {
    const answer = await ask(question);
    t.like(answer, { refused: true, citations: [], toolCalls: [] });
    t.regex(answer.content, /I can .*for example: .*GET \/api\/v1\/ai\/tools/);
  }
});

test('every tool of the table of reading tools is offered, because its operation exists', async (t) => {
  const { json } = await alice.get('/ai/tools');
  const offered = new Set(json.items.map(({ name }: { name: string }) => name));
  t.deepEqual(
    readTools.map(({ name }) => name).filter((name) => !offered.has(name)),
    [],
  );
});

test('an answer that a name is on no list names the lists that were checked, with their dates, and cites the request', async (t) => {
  const { content, citations } = await ask('sanctions check: Zebulon Quackenbush');
  const { lists, items } = (await alice.get('/osint/sanctions?q=Zebulon%20Quackenbush')).json;
  t.is(items.length, 0);
  t.true(lists.length > 0);
  for (const { provider, asOf, fetchedAt } of lists) {
    const at = `${(asOf ?? fetchedAt).slice(0, 16).replace('T', ' ')} UTC`;
    t.true(content.includes(`${provider} (${asOf === null ? 'fetched' : 'as of'} ${at})`), content);
    const cited = citations.find(({ recordId }) => recordId === provider);
    t.like(cited, { recordType: 'sanctions_list', asOf: asOf ?? fetchedAt });
    t.regex(cited?.href ?? '', /^\/api\/v1\/osint\/sanctions\?q=Zebulon(?:%20|\+)Quackenbush/i);
    t.is((await alice.get((cited?.href ?? '').slice('/api/v1'.length))).status, 200);
  }
  t.is(citations.length, lists.length);
});

test('an answer about events names the severities that were asked for', async (t) => {
  t.regex((await ask('earthquakes above severity 2 this week')).content, /of severity 3 or higher/);
  const none = (await ask('earthquakes above severity 3 this week')).content;
  t.regex(none, /^No event of type earthquake of severity 4 or higher is known/);
  t.regex((await ask('earthquakes with severity 3 this week')).content, /1 event of type earthquake of severity 3 /);
  t.regex((await ask('earthquakes below severity 3 this week')).content, /^No event .* of severity 2 or lower/);
});
