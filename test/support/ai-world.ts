import { readFileSync } from 'node:fs';
import { Calendar } from '../../src/features/ai/composer/spans/calendar.js';
import type { OwnNames } from '../../src/features/ai/composer/spans/own-names.js';
import type { AnySpan, Named } from '../../src/features/ai/composer/spans/span.js';
import type { NameSearch } from '../../src/features/ai/composer/vessel-names.js';
import { readTools, recordTools } from '../../src/features/ai/tools/tool-table.js';

export interface Expected {
  tool?: string;
  arguments?: Record<string, unknown>;
  clarify?: string;
  options?: string[];
  /** Words that the answer must apply, or name as not applied because nothing can apply them. */
  named?: string[];
  /** True: the composer must refuse the question. */
  refuse?: boolean;
}

export interface QuestionCase {
  kind: string;
  question: string;
  /** Style of the author, in sets with several authors. */
  author?: string;
  context?: { portfolioId?: string; alertIds?: string[]; entityIds?: string[] };
  expected: Expected;
}

interface QuestionSet {
  fixtures: {
    now: string;
    timeZone: string;
    defaultWatchlist: string;
    watchlists: Record<string, string[]>;
    portfolios: string[];
    clients: string[];
    geofences: string[];
    rules: string[];
    alerts: Record<string, { rule: string; startedAt: string }>;
    vessels: Array<{ name: string; mmsi: string; imo?: string }>;
  };
  kinds: Record<string, { tool: string; operation: string }>;
  questions: QuestionCase[];
}

export const questionSet = JSON.parse(readFileSync('test/fixtures/ai/questions.json', 'utf8')) as QuestionSet;
/** Questions in other words than the questions from which the rules were written. */
export const otherQuestions = (
  JSON.parse(readFileSync('test/fixtures/ai/other-questions.json', 'utf8')) as { questions: QuestionCase[] }
).questions;
/** Questions of users, written without knowledge of the rules. */
export const newQuestions = (
  JSON.parse(readFileSync('test/fixtures/ai/new-questions.json', 'utf8')) as { questions: QuestionCase[] }
).questions;
const ofAuthors = (file: string) =>
  (JSON.parse(readFileSync(`test/fixtures/ai/${file}.json`, 'utf8')) as { questions: QuestionCase[] }).questions;
/** Questions of several authors, to which weights and thresholds are fitted. */
export const authorsQuestions = ofAuthors('authors-questions');
/** Questions of further authors, which were written after the rules. */
export const developmentQuestions = ofAuthors('development-questions');
/** Questions of five authors, which were written after the scorer. */
export const furtherQuestions = ofAuthors('further-questions');
/** Questions of other authors, on which nothing is fitted. */
export const frozenQuestions = ofAuthors('authors-frozen-questions');
/** Questions of five other authors, written with the further questions, on which nothing is fitted. */
export const furtherFrozenQuestions = ofAuthors('further-frozen-questions');
/** Questions of twenty authors, about everything that the service answers. */
export const variedQuestions = ofAuthors('varied-questions');
/** Other questions of these authors, chosen by a hash of their text, on which nothing is fitted. */
export const variedFrozenQuestions = ofAuthors('varied-frozen-questions');
/** Questions of four authors, written after the rules for limits and exclusions. */
export const laterQuestions = ofAuthors('later-questions');
/** Questions of four other authors, written with the later questions, on which nothing is fitted. */
export const laterFrozenQuestions = ofAuthors('later-frozen-questions');
/** Questions of four authors, with restrictions that an answer could drop. */
export const latestQuestions = ofAuthors('latest-questions');
/** Questions of four other authors, written with the latest questions, on which nothing is fitted. */
export const latestFrozenQuestions = ofAuthors('latest-frozen-questions');
/** Questions of four authors, written without knowledge of the rules. */
export const recentQuestions = ofAuthors('recent-questions');
/** Questions of four other authors, written with the recent questions, on which nothing is fitted. */
export const recentFrozenQuestions = ofAuthors('recent-frozen-questions');
/** Questions of four authors, with restrictions, amounts and requests to change something. */
export const newestQuestions = ofAuthors('newest-questions');
/** Questions of four other authors, written with the newest questions, on which nothing is fitted. */
export const newestFrozenQuestions = ofAuthors('newest-frozen-questions');
/** Questions of two authors with different habits, written without knowledge of the rules. */
export const habitsQuestions = ofAuthors('habits-questions');
/** Questions of two other authors, written with the questions of habits, on which nothing is fitted. */
export const habitsFrozenQuestions = ofAuthors('habits-frozen-questions');
/** Questions near those that the composer answers, each of which it must refuse. */
export const refusedQuestions = ofAuthors('refused-questions');
/** Everyday questions, and questions about things that the service does not know, written after all others. */
export const peopleQuestions = ofAuthors('people-questions');
/** The other half of the people's questions, on which nothing is fitted. */
export const peopleFrozenQuestions = ofAuthors('people-frozen-questions');
/** Questions by habits of trades, in fragments of other languages, and with typing errors. */
export const tradesQuestions = ofAuthors('trades-questions');
/** The other half of the trades' questions, chosen by a hash of their text, on which nothing is fitted. */
export const tradesFrozenQuestions = ofAuthors('trades-frozen-questions');
/** Questions of five visitors with different interests, written after all others. */
export const visitorsQuestions = ofAuthors('visitors-questions');
/** The other half of the visitors' questions, chosen by a hash of their text, on which nothing is fitted. */
export const visitorsFrozenQuestions = ofAuthors('visitors-frozen-questions');
/** Questions as people of four professions would ask them, written after all others. */
export const professionsQuestions = ofAuthors('professions-questions');
/** Questions as people of four other professions would ask them, on which nothing is fitted. */
export const professionsFrozenQuestions = ofAuthors('professions-frozen-questions');
/** Questions of six outsiders, written after all others. */
export const outsidersQuestions = ofAuthors('outsiders-questions');
/** Questions of six other outsiders, on which nothing is fitted. */
export const outsidersFrozenQuestions = ofAuthors('outsiders-frozen-questions');
/** Questions about records of every sort, written before the words of their kinds were learned. */
export const recordsFrozenQuestions = ofAuthors('records-frozen-questions');
const { fixtures } = questionSet;

const named = (type: string, names: readonly string[]): Named[] =>
  names.map((name) => ({ id: `$${type}:${name}`, name }));

/** The records that the user of the question set owns. */
export const ownNames: OwnNames = {
  portfolio: named('portfolio', fixtures.portfolios),
  watchlist: named('watchlist', Object.keys(fixtures.watchlists)),
  geofence: named('geofence', fixtures.geofences),
  rule: named('rule', fixtures.rules),
  client: named('client', fixtures.clients),
  alert: Object.entries(fixtures.alerts).map(([key, { rule }]) => ({ id: `$alert:${key}`, name: rule })),
};

export const calendar = new Calendar(new Date(fixtures.now), fixtures.timeZone);

/**
 * Finds the vessels of the question set by all words of a phrase. A word of five letters or more may contain one typing
 * error.
 */
export const vesselNames: NameSearch = {
  vessels: async (phrase) => {
    const words = phrase.split(' ');
    const found = fixtures.vessels.filter(
      ({ name, imo }) => imo === phrase || words.every((word) => name.toLowerCase().split(' ').includes(word)),
    );
    return found.map(({ mmsi, name }) => ({ id: mmsi, name }));
  },
};

/** Returns the values of the context that a question may leave out. */
export function impliedBy({ context = {} }: QuestionCase): AnySpan[] {
  const at = { from: 0, to: 0, isExact: true };
  const implied: AnySpan[] = [];
  const named = (id: string | undefined, all: readonly Named[]) => all.find((one) => one.id === id);
  const portfolio = named(context.portfolioId, ownNames.portfolio);
  if (portfolio !== undefined) implied.push({ type: 'portfolio', value: portfolio, ...at });
  const alert = named(context.alertIds?.[0], ownNames.alert);
  if (alert !== undefined) implied.push({ type: 'alert', value: alert, ...at });
  const vessel = fixtures.vessels.find(({ mmsi }) => context.entityIds?.[0] === `vessel:${mmsi}`);
  if (vessel !== undefined) implied.push({ type: 'vessel', value: { id: vessel.mmsi, name: vessel.name }, ...at });
  const list = named(`$watchlist:${fixtures.defaultWatchlist}`, ownNames.watchlist);
  if (list !== undefined) implied.push({ type: 'watchlist', value: list, ...at });
  return implied;
}

/** Names of tools, by the names of operations that questions use instead. */
const toolNames: Readonly<Record<string, string>> = {
  listGeofenceInsiders: 'list_geofence_members',
  search: 'search_everything',
  listNews: 'list_articles',
  listTrendingNews: 'list_news_trends',
  getCountryDossier: 'get_country',
  createBriefing: 'create_briefing',
  draftAlertRule: 'draft_alert_rule',
  getPortfolioValuation: 'get_valuation',
  getPortfolioPerformance: 'get_performance',
  getPortfolioAllocation: 'get_allocation',
  getPortfolioRisk: 'get_risk',
  runPortfolioScenario: 'run_scenarios',
  getPortfolioGeoExposure: 'get_geo_exposure',
  getPortfolioIncome: 'list_income',
  getClientsSummary: 'get_client_summary',
};
export const toolNameOf = (tool: string): string =>
  toolNames[tool] ?? [...readTools, ...recordTools].find(({ operationId }) => operationId === tool)?.name ?? tool;

const argumentNames: Readonly<Record<string, string>> = {
  symbols: 'symbol',
  indicators: 'indicator',
  types: 'type',
  layers: 'layer',
};
const typeNames: Readonly<Record<string, string>> = { fire: 'wildfire', news: 'article' };

type Arguments = Readonly<Record<string, unknown>>;

/** Returns the expected arguments that the actual arguments lack or contradict. */
export function wrongArguments(expected: Arguments, actual: Arguments): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (name === 'area') return containsArea(value as Area, actual) ? [] : [`area ${JSON.stringify(value)}`];
    if (name === 'shocks')
      return agrees(name, value, shocksOf(actual)) ? [] : [`shocks: ${JSON.stringify(shocksOf(actual))}`];
    if (name === 'condition') return wrongArguments(value as Arguments, (actual.condition ?? {}) as Arguments);
    const found = actual[argumentNames[name] ?? name];
    // An expected null means that the call must not have the argument.
    if (value === null && found === undefined) return [];
    return agrees(name, value, found) ? [] : [`${name}: ${JSON.stringify(value)} ≠ ${JSON.stringify(found)}`];
  });
}

interface Shock {
  factor?: string;
  assetClass?: string;
  symbol?: string;
  currency?: string;
  change: number;
}

const shocksOf = ({ scenario }: Arguments) =>
  ((scenario as { shocks?: Shock[] } | undefined)?.shocks ?? []).map((one) => ({
    subject: one.factor ?? one.assetClass ?? one.symbol ?? one.currency,
    percent: Math.round(one.change * 1e6) / 1e4,
  }));

interface Area {
  lat: number;
  lon: number;
  maxKm: number;
}

function containsArea({ lat, lon, maxKm }: Area, { near, radiusMeters, bbox }: Arguments): boolean {
  const km = (one: readonly [number, number], other: readonly [number, number]) => {
    const [dLat, dLon] = [
      (other[0] - one[0]) * 111.2,
      (other[1] - one[1]) * 111.2 * Math.cos((((one[0] + other[0]) / 2) * Math.PI) / 180),
    ];
    return Math.hypot(dLat, dLon);
  };
  if (Array.isArray(near))
    return (
      km(near as [number, number], [lat, lon]) * 1_000 <= Number(radiusMeters) &&
      (Number(radiusMeters) * 2 * Math.SQRT2) / 1_000 <= maxKm
    );
  if (!Array.isArray(bbox)) return false;
  const [west, south, east, north] = bbox as [number, number, number, number];
  return west <= lon && lon <= east && south <= lat && lat <= north && km([south, west], [north, east]) <= maxKm;
}

function agrees(name: string, expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    const list = (Array.isArray(found) ? found : [found]).map((one) => JSON.stringify(one)).sort();
    return (
      JSON.stringify(
        expected.map((one) => JSON.stringify(typeof one === 'string' ? (typeNames[one] ?? one) : one)).sort(),
      ) === JSON.stringify(list)
    );
  }
  if (name === 'q') return sameWords(String(expected), String(found));
  if (['from', 'to', 'at', 'asOf', 'date'].includes(name)) return sameTime(String(expected), String(found));
  if (typeof expected === 'number') return Math.abs(expected - Number(found)) < 1e-9;
  return (Array.isArray(found) ? found[0] : found) === expected;
}

const sameWords = (one: string, other: string): boolean => {
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => !['', 'the', 'in', 'of'].includes(word))
      .sort()
      .join(' ');
  return words(one) === words(other);
};

function sameTime(expected: string, found: string): boolean {
  if (!expected.includes('T')) return found.slice(0, 10) === expected;
  return Math.abs(Date.parse(expected) - Date.parse(found)) <= 60_000;
}
