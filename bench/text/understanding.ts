// Precision and recall of text understanding on both halves of the labeled sets in test/fixtures/understanding: places,
// companies, listed names, pairs of headlines and reports of stories. `--misses 1` lists the errors in the halves whose
// name ends with `dev`. Then the cost of finding places: memory of the gazetteer, the time to read it, and CPU time per
// article.
import 'reflect-metadata';
import { findPlaces } from '../../src/gazetteer/find-places.js';
import { gazetteer } from '../../src/gazetteer/gazetteer.js';
import { headlines } from '../../test/support/headlines.js';
import {
  f1Of,
  type Half,
  halves,
  laterHalves,
  outsidersHalves,
  peopleHalves,
  precisionOf,
  recallOf,
  type Score,
  scoreCompanies,
  scoreNames,
  scorePlaces,
  scoreReports,
  scoreStories,
  strangersHalves,
  visitorsHalves,
} from '../../test/support/labelled-texts.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { rounds: ROUNDS, misses: MISSES } = sizesOf({
  usual: { rounds: 300, misses: 0 },
  smoke: { rounds: 1, misses: 0 },
});

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const usedMb = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const [memoryBefore, cpuBefore] = [usedMb(), cpuMs()];
gazetteer();
findPlaces('London');
const readMs = cpuMs() - cpuBefore;
const memory = usedMb() - memoryBefore;
const article = headlines.join('. ').slice(0, 4_000);
findPlaces(article);
const began = cpuMs();
for (let round = 0; round < ROUNDS; round += 1) findPlaces(article);
const articleMs = (cpuMs() - began) / ROUNDS;

const percent = (part: number) => (100 * part).toFixed(1);
const sets: Record<string, (half: Half) => Score> = {
  ...{ places: scorePlaces, companies: scoreCompanies, names: scoreNames, stories: scoreStories },
  'reports, headlines': (half) => scoreReports(half, false),
  'reports, with sentences': (half) => scoreReports(half, true),
};
const scores = Object.entries(sets).flatMap(([name, scoreOf]) =>
  [
    ...halves,
    ...(name.startsWith('reports') ? [] : laterHalves),
    ...(['places', 'companies'].includes(name) ? [...peopleHalves, ...visitorsHalves] : []),
    ...(name.startsWith('reports') ? [] : strangersHalves),
    ...(['places', 'companies', 'stories'].includes(name) ? outsidersHalves : []),
  ].map((half) => ({ name, half, score: scoreOf(half) })),
);
printTable(
  ['set', 'half', 'right', 'wrong', 'missed', 'precision %', 'recall %', 'F1 %'],
  scores.map(({ name, half, score }) => [
    ...[name, half, score.right, score.wrong.length, score.missed.length],
    ...[precisionOf(score), recallOf(score), f1Of(score)].map(percent),
  ]),
);
if (MISSES > 0)
  for (const { name, score } of scores.filter(({ half }) => half.endsWith('dev')))
    console.log(
      `\n${name}\n${score.wrong.map((one) => `  wrong: ${one}`).join('\n')}\n${score.missed.map((one) => `  missed: ${one}`).join('\n')}`,
    );
console.log('');
printTable(
  ['gazetteer', 'value'],
  [
    ['memory (MB)', memory.toFixed(1)],
    ['reading (CPU ms)', readMs.toFixed(0)],
    ['places of an article of 4,000 characters (CPU ms)', articleMs.toFixed(2)],
  ],
);
