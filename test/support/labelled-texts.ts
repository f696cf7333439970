import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstruments } from '../../src/features/markets/directory/find-instruments.js';
import { headlineKeys } from '../../src/features/news/analysis/analyze-article.js';
import { StoryIndex } from '../../src/features/news/clusters/story-index.js';
import { MATCH_SCORE, matchNames } from '../../src/features/osint/names/match-names.js';
import { readName } from '../../src/features/osint/names/name-parts.js';
import type { NameKind } from '../../src/features/osint/names/name-words.js';
import { findPlaces } from '../../src/gazetteer/find-places.js';
import { headlines } from './headlines.js';
import { root } from './sources.js';

/** `dev` may be read while the code is changed; `frozen` was set aside before any change and is only counted. */
export const halves = ['dev', 'frozen'] as const;
/** Halves of texts that were written later, after the rules were fitted to the others. */
export const laterHalves = ['later-dev', 'later-frozen'] as const;
/** Halves of searches of two authors with different habits, written after all others. */
export const habitsHalves = ['habits-dev', 'habits-frozen'] as const;
/**
 * Halves of texts with brand names, genitives, several typing errors, other orders of words, and words of other
 * languages, written after all others.
 */
export const peopleHalves = ['people-dev', 'people-frozen'] as const;
/** Halves of searches by habits of trades, chosen by a hash of their text. */
export const tradesHalves = ['trades-dev', 'trades-frozen'] as const;
/** Halves of texts of several visitors, chosen by a hash of their text. */
export const visitorsHalves = ['visitors-dev', 'visitors-frozen'] as const;
/** Halves of texts of strangers from other countries and trades, chosen by a hash of their text. */
export const strangersHalves = ['strangers-dev', 'strangers-frozen'] as const;
/** Halves of texts by ten kinds of writers, written after all others, chosen by a hash of their text. */
export const outsidersHalves = ['outsiders-dev', 'outsiders-frozen'] as const;
export type Half =
  | (typeof halves)[number]
  | (typeof laterHalves)[number]
  | (typeof habitsHalves)[number]
  | (typeof peopleHalves)[number]
  | (typeof tradesHalves)[number]
  | (typeof visitorsHalves)[number]
  | (typeof strangersHalves)[number]
  | (typeof outsidersHalves)[number];

/** Compares the names found in a half of a labeled set with the expected ones. */
export interface Score {
  right: number;
  /** Names found but not expected. */
  wrong: string[];
  /** Names expected but not found. */
  missed: string[];
}

export const precisionOf = ({ right, wrong }: Score): number => right / Math.max(1, right + wrong.length);
export const recallOf = ({ right, missed }: Score): number => right / Math.max(1, right + missed.length);
export const f1Of = (score: Score): number =>
  (2 * score.right) / (2 * score.right + score.wrong.length + score.missed.length);

const rowsOf = (name: string, half: Half): string[][] =>
  readFileSync(join(root, 'test/fixtures/understanding', `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${half}\t`))
    .map((line) => line.split('\t').slice(1));

/** Counts the names in each text; each meaning counts once. */
function scoreOf(rows: ReadonlyArray<{ text: string; expected: readonly string[]; found: readonly string[] }>): Score {
  const score: Score = { right: 0, wrong: [], missed: [] };
  for (const { text, expected, found } of rows) {
    const [all, named] = [new Set(expected), new Set(found)];
    for (const name of named)
      if (all.has(name)) score.right += 1;
      else score.wrong.push(`${name} in: ${text}`);
    for (const name of all) if (!named.has(name)) score.missed.push(`${name} in: ${text}`);
  }
  return score;
}

const listOf = (text: string | undefined): string[] => (text ?? '').split('|').filter((one) => one !== '');

/** Scores the places and countries in sentences, each written as `text=country` or `text=US-state`. */
export function scorePlaces(half: Half): Score {
  return scoreOf(
    rowsOf('places', half).map(([text = '', expected]) => {
      const { places, countries } = findPlaces(text);
      const found = [
        ...places.map(({ place, start, end }) => {
          const { kind, country, state } = place;
          // The capital of the United States has a postal code like a state, but is not a state.
          return `${text.slice(start, end)}=${country === 'US' && state !== null && kind !== 'region' ? `US-${state}` : country}`;
        }),
        ...countries.map(({ country, start, end }) => `${text.slice(start, end)}=${country}`),
      ];
      return { text, expected: listOf(expected), found };
    }),
  );
}

/** Scores the instruments in headlines. */
export function scoreCompanies(half: Half): Score {
  return scoreOf(
    rowsOf('companies', half).map(([text = '', expected]) => ({
      text,
      expected: listOf(expected),
      found: findInstruments(text)
        .filter(({ confidence }) => confidence >= 0.6)
        .map(({ symbol }) => symbol),
    })),
  );
}

const MINUTE_MS = 60_000;

/**
 * Scores pairs of headlines of different publishers. All headlines of a half and of the tests are indexed, and the
 * second headline of each pair looks for its story. A pair about different subjects, and any wrong story, count as
 * wrong when they are joined.
 */
export function scoreStories(half: Half): Score {
  const rows = rowsOf('stories', half);
  const index = new StoryIndex(1_024);
  let added = 0;
  const article = (title: string, owner: string) => {
    added += 1;
    const keys = headlineKeys(title);
    return {
      id: String(added).padStart(8, '0'),
      ownerId: null,
      owner,
      publishedAt: new Date(added * MINUTE_MS),
      ...keys,
    };
  };
  const ids = new Map<string, string>();
  for (const title of [...headlines, ...rows.map(([, first = '']) => first)]) {
    const one = article(title, 'a.example');
    ids.set(one.id, title);
    index.add(one);
  }
  const score: Score = { right: 0, wrong: [], missed: [] };
  for (const [type, first = '', second = ''] of rows) {
    const story = index.find(article(second, 'b.example'));
    const found = story === undefined ? undefined : ids.get(story.lead.id);
    if (type === 'same' && found === first) score.right += 1;
    else {
      if (found !== undefined) score.wrong.push(`${second} → ${found}`);
      if (type === 'same') score.missed.push(`${first} / ${second}`);
    }
  }
  return score;
}

/** A report of a story by one newsroom. */
interface Report {
  family: string;
  story: string;
  minute: number;
  title: string;
  sentence: string;
}

const reportsOf = (half: Half): Report[] =>
  rowsOf('reports', half).map(([, key = '', minute, title = '', sentence = '']) => {
    const [family, story] = key.split('/') as [string, string];
    return { family, story, minute: Number(minute), title, sentence };
  });

/** Families begin one after another within two days, so that nearly all reports are candidates for each other. */
const FAMILY_MINUTES = 40;

/** Scores of pairs of reports, by what makes them a pair. */
export interface ReportScore extends Score {
  /** Wrong pairs whose stories are of one family, so that they share a name or a place. */
  wrongNeighbours: number;
}

/**
 * Puts all reports of a half into stories in the order of their publication, and scores pairs: two reports of one
 * story that are together are right, two of different stories wrong.
 * @param hasSentences false: headlines alone
 */
export function scoreReports(half: Half, hasSentences: boolean): ReportScore {
  const reports = reportsOf(half);
  const families = [...new Set(reports.map(({ family }) => family))];
  const timed = reports.map((report, at) => ({
    report,
    at,
    time: (families.indexOf(report.family) * FAMILY_MINUTES + report.minute) * MINUTE_MS,
  }));
  timed.sort((one, other) => one.time - other.time || one.at - other.at);
  const index = new StoryIndex(1_024);
  const stories = new Map<Report, unknown>();
  for (const { report, at, time } of timed) {
    const article = {
      id: String(at).padStart(8, '0'),
      ownerId: null,
      owner: `${at}.example`,
      publishedAt: new Date(time),
      ...headlineKeys(report.title, hasSentences ? report.sentence : null),
    };
    stories.set(report, index.add(article, index.find(article)));
  }
  const score: ReportScore = { right: 0, wrong: [], missed: [], wrongNeighbours: 0 };
  for (const [at, one] of reports.entries())
    for (const other of reports.slice(at + 1)) {
      const isSame = one.family === other.family && one.story === other.story;
      const isJoined = stories.get(one) === stories.get(other);
      if (isSame && isJoined) score.right += 1;
      else if (isJoined) {
        score.wrong.push(`${one.title} / ${other.title}`);
        if (one.family === other.family) score.wrongNeighbours += 1;
      } else if (isSame) score.missed.push(`${one.title} / ${other.title}`);
    }
  return score;
}

/** Scores pairs of names; they match from the usual score on. */
export function scoreNames(half: Half): Score {
  const score: Score = { right: 0, wrong: [], missed: [] };
  for (const [kind, type, one = '', other = ''] of rowsOf('names', half)) {
    const [a, b] = [one, other].map((name) => readName(name, kind as NameKind)) as [
      ReturnType<typeof readName>,
      ReturnType<typeof readName>,
    ];
    const { score: similarity } = matchNames(a, b, kind as NameKind);
    const text = `${one} / ${other} (${similarity})`;
    if (similarity >= MATCH_SCORE && type === 'same') score.right += 1;
    else if (similarity >= MATCH_SCORE) score.wrong.push(text);
    else if (type === 'same') score.missed.push(text);
  }
  return score;
}
