// The number of feed items that the service fetches, parses, analyzes and stores per second, and the delay of its event
// loop meanwhile: for usual feeds, for feeds of up to 20,000 items, and for hostile documents. Then the number of
// recorded feeds that are parsed per second (BENCH_NEWS_FEEDS names their folder).
import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { type PolledFeed, unpolled } from '../../../src/features/news/feeds/feed.js';
import { FeedRepository } from '../../../src/features/news/feeds/feed.repository.js';
import { FeedPollingService } from '../../../src/features/news/feeds/feed-polling.service.js';
import { FeedReader } from '../../../src/features/news/reading/feed-reader.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { keyOf, mix } from '../../../src/simulation/noise.js';
import { SystemClock } from '../../../src/time/clock.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const CONCURRENT = 8;
const {
  feeds: FEEDS,
  items: ITEMS,
  idleMs: IDLE_MS,
} = sizesOf({ usual: { feeds: 200, items: 20_000, idleMs: 5_000 }, smoke: { feeds: 2, items: 200, idleMs: 200 } });
const DELAY_RESOLUTION_MS = 1;
const secret = 'a bench secret of more than thirty-two bytes';
const words = (
  'port ship storm market shares oil grain strike court bank export tanker cable border price canal harbor ' +
  'minister report growth coast fleet ' +
  'Rotterdam Singapore Apple Nvidia Panama Brazil London Toyota Shell Suez'
).split(' ');

/** Returns a sentence; the same key gives the same sentence. */
const sentence = (key: number, length: number) =>
  Array.from({ length }, (_, at) => words[mix(key, at) % words.length]).join(' ');

/** Returns a feed whose items have a title, a summary in HTML and, as in many feeds, a text of some paragraphs. */
function feedOf(name: string, items: number, paragraphs: number, isShort = false): string {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const body = (key: number) =>
    Array.from({ length: paragraphs }, (_, at) => `<p>${sentence(key + at, 60)}.</p>`).join('');
  const item = (at: number) => {
    const key = keyOf(at, name);
    const text = paragraphs === 0 ? '' : `<content:encoded><![CDATA[${body(key)}]]></content:encoded>`;
    const description = isShort ? '' : `<description>&lt;p&gt;${sentence(~key, 25)}&lt;/p&gt;</description>`;
    return `<item><title>${sentence(key, 9)}</title><guid isPermaLink="false">${name}-${at}</guid><link>/${at}</link><pubDate>${date}</pubDate>${description}${text}</item>`;
  };
  const list = Array.from({ length: items }, (_, at) => item(at)).join('');
  return `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${name}</title><link>https://${name}.example/</link>${list}</channel></rss>`;
}

const entities = Array.from({ length: 10 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`).join('');
const hostile: Record<string, string> = {
  bomb: `<?xml version="1.0"?><!DOCTYPE r [${entities}]><rss version="2.0"><channel><title>&a9;</title></channel></rss>`,
  external:
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><rss ' +
    'version="2.0"><channel><title>&x;</title></channel></rss>',
  nested: `<rss><channel>${'<a>'.repeat(1_000_000)}`,
  page: `<!doctype html><html>${'<p>x</p>'.repeat(100_000)}</html>`,
  long: `<rss>${' '.repeat(5_000_001 - 5)}`,
  links: `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><id>1</id><title>t</title><updated>2026-11-21T00:00:00Z</updated>${'<link rel="self" href="x"/>'.repeat(150_000)}</entry></feed>`,
};

const sets: ReadonlyArray<readonly [name: string, documents: Readonly<Record<string, string>>]> = [
  [
    `${FEEDS} feeds of 30 items`,
    Object.fromEntries(Array.from({ length: FEEDS }, (_, at) => [`usual${at}`, feedOf(`usual${at}`, 30, 0)])),
  ],
  [
    `${FEEDS} feeds of 30 items with texts`,
    Object.fromEntries(Array.from({ length: FEEDS }, (_, at) => [`text${at}`, feedOf(`text${at}`, 30, 8)])),
  ],
  [
    `4 feeds of ${ITEMS.toLocaleString('en-US')} items (2,000 are read)`,
    Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`huge${at}`, feedOf(`huge${at}`, ITEMS, 0, true)])),
  ],
  ['6 hostile documents', hostile],
];

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-news-'));
const database = await openDatabase(
  { url: process.env.TEST_DATABASE_URL, dataDir: join(directory, 'data'), poolSize: CONCURRENT + 2 },
  () => {},
);
const documents = new Map<string, Buffer>(
  sets.flatMap(([, all]) => Object.entries(all).map(([name, text]) => [`/${name}`, Buffer.from(text)] as const)),
);
const server = createServer((request, response) => void response.end(documents.get(request.url ?? ''))).listen(
  0,
  '127.0.0.1',
);
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_DATA_SECRET: secret,
  SVC_LOG_LEVEL: 'silent',
  SVC_OUTBOUND_ALLOW: '127.0.0.1',
});
const parts = {
  config,
  log: createLog(config.service),
  clock: new SystemClock(),
  database,
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
};
const services = createContainer({ ...parts, ...(await discoverFeatures()) });
const polling = services.get(FeedPollingService);
const reader = services.get(FeedReader);

async function added(names: readonly string[]): Promise<PolledFeed[]> {
  const now = new Date();
  const common = {
    ownerId: null,
    language: null,
    country: null,
    tier: 3 as const,
    enabled: true,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...unpolled(now.getTime()),
  };
  const feeds = names.map((name) => ({ id: uuidV7(), url: `${base}/${name}`, name, ...common }));
  await services.get(FeedRepository).insert(feeds);
  return feeds;
}

/**
 * Measures the CPU time of each turn of the event loop, which other processes affect less than the delay of a turn.
 * @returns a function that ends the measurement and returns the longest turn (ms)
 */
function longestTurn(): () => number {
  let before = process.threadCpuUsage();
  let longest = 0;
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  }, DELAY_RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function measured(name: string, feeds: PolledFeed[]): Promise<(string | number)[]> {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const endTurns = longestTurn();
  const started = performance.now();
  const queue = [...feeds];
  let [stored, failed] = [0, 0];
  const work = async () => {
    for (let feed = queue.shift(); feed !== undefined; feed = queue.shift()) {
      const result = await polling.poll(feed);
      stored += result.stored;
      if (result.failure !== null) failed += 1;
    }
  };
  await Promise.all(feeds.length === 0 ? [wait(IDLE_MS)] : Array.from({ length: CONCURRENT }, work));
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  const longest = endTurns().toFixed(1);
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  return [
    name,
    stored,
    failed,
    seconds.toFixed(1),
    Math.round(stored / seconds),
    ms(delay.percentile(50)),
    ms(delay.percentile(99)),
    ms(delay.max),
    longest,
  ];
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory() ? filesIn(join(folder, name)) : [join(folder, name)],
  );

async function parseSuccess(folder: string): Promise<void> {
  const rows = new Map<string, number>();
  const origin = {
    url: 'https://feeds.example/feed',
    name: null,
    language: null,
    country: null,
    owner: null,
    tier: 3 as const,
  };
  for (const file of filesIn(folder)) {
    const body = { bytes: readFileSync(file), contentType: null, contentEncoding: null };
    const read = await reader.read({ body, origin, now: Date.now(), maxAgeMs: Number.MAX_SAFE_INTEGER });
    const outcome =
      'refusal' in read
        ? `refused: ${read.refusal}`
        : read.items === 0
          ? 'parsed, without items'
          : 'parsed, with items';
    rows.set(outcome, (rows.get(outcome) ?? 0) + 1);
  }
  printTable(['recorded documents', 'number'], [...rows].sort());
}

try {
  // The first call loads the parsers and the gazetteer in the thread; its result is dropped.
  await measured('', await added(['usual0']));
  const rows: (string | number)[][] = [await measured('none, for 5 s', [])];
  for (const [name, all] of sets) rows.push(await measured(name, await added(Object.keys(all))));
  printTable(
    ['feeds', 'new articles', 'failed feeds', 's', 'articles/s', 'delay p50 ms', 'p99', 'most', 'longest turn CPU ms'],
    rows,
  );
  if (process.env.BENCH_NEWS_FEEDS !== undefined) {
    console.log('');
    await parseSuccess(process.env.BENCH_NEWS_FEEDS);
  }
} finally {
  await reader.close();
  server.closeAllConnections();
  server.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
}
