// Precision and recall of recognizing a headline that another publisher has reworded, among the headlines of the tests
// and, with BENCH_NEWS_FEEDS (a folder of recorded feeds), among recorded headlines. Then the number of articles that
// are analyzed and clustered per CPU-second.
import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeArticle, headlineKeys } from '../../../src/features/news/analysis/analyze-article.js';
import { sameWording, type WordedHeadline } from '../../../src/features/news/clusters/same-wording.js';
import { type IndexedArticle, StoryIndex } from '../../../src/features/news/clusters/story-index.js';
import { readFeedInThread } from '../../../src/features/news/reading/read-feed-in-thread.js';
import { MapHappenings } from '../../../src/features/news/simulator/map-happenings.js';
import { MarketHappenings } from '../../../src/features/news/simulator/market-happenings.js';
import { simulatedNews } from '../../../src/features/news/simulator/simulated-news.js';
import { MinHashIndex } from '../../../src/text/min-hash-index.js';
import { DAY_MS } from '../../../src/time/durations.js';
import { hardNegatives, headlines, perturbations } from '../../../test/support/headlines.js';
import { randomNumbers } from '../../../test/support/random-numbers.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const SEED = 7;
/** At most this many recorded headlines are changed; every headline is a candidate. */
const MAX_CHANGED = 600;
/** Shorter headlines name a section rather than a story. */
const MIN_WORDS = 4;
const SIMULATED_DAYS = 5;
const { clustered: CLUSTERED } = sizesOf({ usual: { clustered: 10_000 }, smoke: { clustered: 100 } });
const WORDS_PER_HEADLINE = 9;

const percent = (part: number, whole: number) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));

/**
 * Prints for each kind of change how many changed headlines match their original, and how many match other headlines.
 */
function printRecognition(title: string, all: readonly string[]): void {
  const random = randomNumbers(SEED);
  const keys = all.map((title) => headlineKeys(title));
  const index = new MinHashIndex(2 ** Math.ceil(Math.log2(all.length + 1)));
  for (const { minhash } of keys) index.add(minhash);
  const matches = (one: WordedHeadline) =>
    index.candidates(one.minhash).filter((slot) => sameWording(one, keys[slot] as WordedHeadline) > 0);
  const sample =
    all.length <= MAX_CHANGED
      ? all.map((_, at) => at)
      : Array.from({ length: MAX_CHANGED }, (_, at) => Math.floor((at * all.length) / MAX_CHANGED));
  // Matches of the unchanged headline are counted apart: they report the same story, or are similar for another reason
  // than the change.
  const alike = new Map(sample.map((at) => [at, new Set(matches(keys[at] as WordedHeadline))]));
  const total = { found: 0, wrong: 0, alike: 0, changed: 0 };
  const row = (name: string, { found, wrong, alike: similar, changed }: typeof total) => {
    const [recall, precision, strict] = [
      percent(found, changed),
      percent(found, found + wrong),
      percent(found, found + wrong + similar),
    ];
    return [name, changed, recall, precision, strict, wrong, similar];
  };
  const rows = Object.entries(perturbations).map(([name, change]) => {
    const count = { found: 0, wrong: 0, alike: 0, changed: 0 };
    for (const at of sample) {
      const changed = change(all[at] as string, random);
      count.changed += 1;
      for (const slot of matches(headlineKeys(changed)))
        if (slot === at) count.found += 1;
        else if (alike.get(at)?.has(slot)) count.alike += 1;
        else count.wrong += 1;
    }
    for (const figure of ['found', 'wrong', 'alike', 'changed'] as const) total[figure] += count[figure];
    return row(name, count);
  });
  printTable(
    [title, 'changed', 'recall %', 'precision %', 'if alike are wrong %', 'wrong', 'alike unchanged'],
    [...rows, row('all', total)],
  );
  console.log('');
}

function recordedHeadlines(folder: string): string[] {
  const origin = {
    url: 'https://feeds.example/feed',
    name: null,
    language: null,
    country: null,
    owner: null,
    tier: 3 as const,
  };
  const titles = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const body = { bytes: readFileSync(join(entry.parentPath, entry.name)), contentType: null, contentEncoding: null };
    const read = readFeedInThread({ body, origin, now: Date.now(), maxAgeMs: Number.MAX_SAFE_INTEGER });
    for (const { title, titleKey } of 'refusal' in read ? [] : read.articles)
      if (titleKey.split(' ').length >= MIN_WORDS) titles.set(titleKey, title);
  }
  return [...titles.values()];
}

/** Runs a task for each item. @returns items per CPU-second */
function perCpuSecond<T>(items: readonly T[], run: (item: T) => void): number {
  const before = process.cpuUsage();
  for (const item of items) run(item);
  const { user, system } = process.cpuUsage(before);
  return Math.round((items.length * 1e6) / (user + system));
}

printRecognition('headlines of the tests', headlines);
const merged = hardNegatives.filter(([one, other]) => sameWording(headlineKeys(one), headlineKeys(other)) > 0);
console.log(`Pairs in the same words about different things: ${hardNegatives.length}, merged: ${merged.length}.\n`);
if (process.env.BENCH_NEWS_FEEDS !== undefined) {
  const recorded = recordedHeadlines(process.env.BENCH_NEWS_FEEDS);
  printRecognition(`${recorded.length.toLocaleString('en-US')} recorded headlines`, recorded);
}

const to = Date.UTC(2026, 10, 20, 22);
const simulated = simulatedNews(
  1,
  [new MarketHappenings(1), await MapHappenings.create()],
  to - SIMULATED_DAYS * DAY_MS,
  to,
);
// The first pass loads the gazetteer and the names of instruments.
for (const article of simulated.slice(0, 50)) analyzeArticle(article);
const analyzed = perCpuSecond(simulated, analyzeArticle);

// Headlines of random words; every second headline is a changed copy of the headline before.
const random = randomNumbers(SEED);
const vocabulary = headlines.join(' ').split(' ');
const sentence = () =>
  Array.from({ length: WORDS_PER_HEADLINE }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(' ');
const changes = Object.values(perturbations);
const titles: string[] = [];
while (titles.length < CLUSTERED) {
  const title = sentence();
  titles.push(title, (changes[titles.length % changes.length] as (typeof changes)[number])(title, random));
}
const articles: IndexedArticle[] = [];
const keyed = perCpuSecond(titles, (title) => {
  const id = String(articles.length).padStart(8, '0');
  articles.push({
    id,
    ownerId: null,
    owner: `${articles.length % 97}.example`,
    publishedAt: new Date(to),
    ...headlineKeys(title),
  });
});
const index = new StoryIndex();
let joined = 0;
const clustered = perCpuSecond(articles, (article) => {
  const story = index.find(article);
  if (story !== undefined) joined += 1;
  index.add(article, story);
});
printTable(
  ['', 'articles', 'articles/CPU-s'],
  [
    ['analysis (simulated articles)', simulated.length, analyzed],
    ['of that, comparison keys of headlines', titles.length, keyed],
    [`clustering (${joined.toLocaleString('en-US')} joined a story)`, articles.length, clustered],
  ],
);
