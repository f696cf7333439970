// Scores the question sets, and measures how fast questions are recognized and how long whole answers of the built-in
// composer take in the whole service with simulated data. `--misses 1` lists the wrong answers to the questions that
// are not frozen; `--rounds 0` leaves out the times.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/read-config.js';
import { Composer } from '../../../src/features/ai/composer/composer.js';
import { understand } from '../../../src/features/ai/composer/match-question.js';
import { absoluteDates } from '../../../src/features/ai/composer/spans/absolute-dates.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { Authenticator, type Caller } from '../../../src/http/caller.js';
import { createLog } from '../../../src/logging/log.js';
import { startService } from '../../../src/process/start-service.js';
import * as world from '../../../test/support/ai-world.js';
import { scoreOf, scoreText } from '../../../test/support/question-score.js';
import { callService } from '../../support/call-service.js';
import { sizesOf } from '../../support/sizes.js';

const {
  vessels: VESSELS,
  rounds: ROUNDS,
  firstAfterMs: FIRST_AFTER_MS,
  misses: MISSES,
  every: EVERY,
} = sizesOf({
  usual: {
    vessels: 20_000,
    rounds: 5,
    /** Time of the first question (ms after the start). */ firstAfterMs: 8_000,
    misses: 0,
    /** One of this many questions of a set is scored. */ every: 1,
  },
  smoke: { vessels: 200, rounds: 1, firstAfterMs: 100, misses: 0, every: 40 },
});
const { calendar, impliedBy, newQuestions, otherQuestions, ownNames, questionSet, vesselNames } = world;
const TANKER = 80;
const operator = { email: 'bench@watchfloor.test', password: 'correct horse battery staple' };

/** Questions over data that the simulator and this bench provide. */
const QUESTIONS = [
  ...[
    'What is Apple trading at?',
    'What moved in my watchlist today?',
    'Which tankers are near Hormuz?',
    'convert 250 euros to dollars',
    'Compare AAPL and MSFT last month',
  ],
  ...[
    'What is the RSI of AAPL?',
    'What is my Growth portfolio worth?',
    'how did Growth do this year',
    'What happened in the last 6 hours?',
    'any critical alerts open?',
  ],
  ...[
    'Are all data feeds working?',
    'What are the top movers today?',
    'Any earthquakes in Japan this week?',
    'where is vessel number 7',
    'What is the latest news on Apple?',
  ],
  ...[
    'Which tankers are near Hormuz and does any of my portfolios depend on it?',
    'Is "Gulf Trader" sanctioned?',
    'How risky is Venezuela?',
    'tell me a joke',
  ],
];

/** Returns the questions of a set that are scored. */
const scored = <T>(questions: readonly T[]): T[] => questions.filter((_, index) => index % EVERY === 0);

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number).toFixed(1);

/** Measures the CPU time of recognizing the questions of the sets; names are not looked up in the database. */
async function measureRecognition(): Promise<void> {
  const dates = await absoluteDates();
  const questions = scored([...questionSet.questions, ...otherQuestions]);
  const recognize = async () => {
    for (const one of questions)
      await understand({
        text: one.question,
        questionContext: { calendar, own: ownNames, dates: dates(one.question, calendar.now) },
        names: vesselNames,
        implied: impliedBy(one),
      });
  };
  const first = process.cpuUsage();
  await recognize();
  console.log(
    `recognition of ${questions.length} questions, first time: ${(process.cpuUsage(first).user / 1_000).toFixed(0)} ms CPU`,
  );
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    await recognize();
    rounds.push(process.cpuUsage(start).user / 1_000 / questions.length);
  }
  console.log(
    `a question, then: median ${rounds.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]?.toFixed(2)} ms CPU`,
  );
}

async function measureAnswers(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-composer-'));
  const config = await readConfig({
    SVC_ENV: 'development',
    SVC_PORT: '0',
    SVC_HOST: '127.0.0.1',
    SVC_DATA_DIR: join(directory, 'data'),
    SVC_LOG_LEVEL: 'error',
    SVC_OPERATOR_EMAIL: operator.email,
    SVC_OPERATOR_PASSWORD: operator.password,
    SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
  });
  const service = await startService(config, createLog(config.service));
  try {
    const url = service.url as string;
    const { accessToken: token } = await callService(url, '', 'POST', '/auth/login', operator);
    const post = (path: string, body: object) => callService(url, token, 'POST', path, body);
    const { id } = await post('/portfolios', { name: 'Growth', kind: 'own', baseCurrency: 'USD' });
    await post(`/portfolios/${id}/transactions`, {
      type: 'deposit',
      tradedAt: '2026-01-05T10:00:00Z',
      amount: '100000',
      currency: 'USD',
    });
    await post('/markets/watchlists', { name: 'Tech', symbols: ['AAPL.US', 'MSFT.US', 'NVDA.US'] });
    const live = service.services.get(LiveState);
    const now = new Date();
    for (let index = 0; index < VESSELS; index += 1) {
      const place = { lat: 20 + (index % 141) / 10, lon: 50 + (index % 142) / 10 };
      live.takeVessel({
        key: 538_000_000 + index,
        provider: 'bench',
        observedAt: +now,
        receivedAt: +now,
        name: `VESSEL NUMBER ${index}`,
        shipTypeCode: TANKER,
        ...place,
      });
    }
    const caller = service.services.get(Authenticator).recall(`Bearer ${token}`) as Caller;
    await new Promise((resolve) => setTimeout(resolve, FIRST_AFTER_MS));
    const times: number[] = [];
    const slowest = new Map<string, number>();
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const text of QUESTIONS) {
        const start = performance.now();
        await service.services
          .get(Composer)
          .answer({ caller, text, context: {}, previous: [], timeZone: 'UTC', now }, new AbortController().signal);
        const ms = performance.now() - start;
        // The first question of the first round loads libraries, so its time is printed separately.
        if (round === 0 && text === QUESTIONS[0])
          console.log(`first question of the process, ${FIRST_AFTER_MS} ms after the start: ${ms.toFixed(1)} ms`);
        if (round === 0) continue;
        times.push(ms);
        slowest.set(text, Math.max(ms, slowest.get(text) ?? 0));
      }
    }
    times.sort((one, other) => one - other);
    console.log(
      `${times.length} whole answers over ${VESSELS} vessels, one at a time: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, max ${percentile(times, 1)} ms`,
    );
    for (const [text, ms] of [...slowest].sort(([, one], [, other]) => other - one).slice(0, 3))
      console.log(`  slowest: ${ms.toFixed(1)} ms ${text}`);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The sets on which nothing is fitted, and which count together. */
const frozenSets = {
  authors: world.frozenQuestions,
  further: world.furtherFrozenQuestions,
  varied: world.variedFrozenQuestions,
  later: world.laterFrozenQuestions,
  latest: world.latestFrozenQuestions,
  recent: world.recentFrozenQuestions,
  newest: world.newestFrozenQuestions,
  habits: world.habitsFrozenQuestions,
};

/** Prints the score of each question set, and of the frozen sets together. */
async function measureScore(): Promise<void> {
  const readable = {
    old: [...questionSet.questions, ...otherQuestions, ...newQuestions],
    authors: world.authorsQuestions,
    development: world.developmentQuestions,
    further: world.furtherQuestions,
    varied: world.variedQuestions,
    later: world.laterQuestions,
    latest: world.latestQuestions,
    recent: world.recentQuestions,
    newest: world.newestQuestions,
    habits: world.habitsQuestions,
    refused: world.refusedQuestions,
    people: world.peopleQuestions,
    trades: world.tradesQuestions,
    visitors: world.visitorsQuestions,
    professions: world.professionsQuestions,
    outsiders: world.outsidersQuestions,
  };
  for (const [name, cases] of Object.entries(readable)) {
    const faults: string[] = [];
    const score = await scoreOf(scored(cases), ({ kind, question }, { outcome, reason }) => {
      if (outcome === 'wrong') faults.push(`  wrong: ${kind}: ${question} → ${reason}`);
    });
    console.log(`${name}: ${scoreText(score)}`);
    if (MISSES > 0) for (const fault of faults) console.log(fault);
  }
  console.log(`eight frozen sets: ${scoreText(await scoreOf(scored(Object.values(frozenSets).flat())))}`);
  console.log(`people, frozen: ${scoreText(await scoreOf(scored(world.peopleFrozenQuestions)))}`);
  console.log(`trades, frozen: ${scoreText(await scoreOf(scored(world.tradesFrozenQuestions)))}`);
  console.log(`records, frozen: ${scoreText(await scoreOf(scored(world.recordsFrozenQuestions)))}`);
  console.log(`visitors, frozen: ${scoreText(await scoreOf(scored(world.visitorsFrozenQuestions)))}`);
  console.log(`professions, frozen: ${scoreText(await scoreOf(scored(world.professionsFrozenQuestions)))}`);
  console.log(`outsiders, frozen: ${scoreText(await scoreOf(scored(world.outsidersFrozenQuestions)))}`);
}

await measureScore();
if (ROUNDS > 0) {
  await measureAnswers();
  await measureRecognition();
}
