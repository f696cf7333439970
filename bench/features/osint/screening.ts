// Screening of 10,000 names against a list of the size of the SDN list (18,000 entries with 40,000 names). One query in
// ten is a listed name with an edit.
import { type IndexedName, NameIndex } from '../../../src/features/osint/names/name-index.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  entries: ENTRIES,
  names: NAMES,
  queries: QUERIES,
} = sizesOf({
  usual: { entries: 18_000, names: 40_000, queries: 10_000 },
  smoke: { entries: 180, names: 400, queries: 100 },
});
const ROUNDS = 3;

let seed = 7;
/** Returns a pseudo-random number from 0 to 1, the same sequence in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const frequent =
  'mohammed ahmed ali hassan ibrahim hussein omar abdullah vladimir sergey aleksandr maria kim jose juan carlos khalid yusuf mahmud ivan'.split(
    ' ',
  );
const onsets = 'b br ch d dr f g gr h j k kh l m n p r s sh st t tr v y z zh'.split(' ');
const nuclei = 'a ai e ei i ia o ou u'.split(' ');
const codas = ['', '', 'n', 'r', 's', 'k', 'l', 'm', 'v', 'd', 'sky', 'ov', 'ez'];
const syllable = () => pick(onsets) + pick(nuclei);
const rare = Array.from({ length: 25_000 }, () => syllable() + syllable() + pick(codas));
/** Returns one word of a name; a third of the words are frequent names. */
const part = () => (random() < 0.33 ? (frequent[Math.floor(frequent.length * random() ** 2)] as string) : pick(rare));
const words = [
  'trading',
  'shipping',
  'group',
  'bank',
  'oil',
  'industries',
  'general',
  'international',
  'marine',
  'technology',
];
const person = () => [part(), ...Array.from({ length: 1 + Math.floor(random() * 3) }, part)].join(' ');
const organization = () =>
  `${pick(rare)} ${random() < 0.5 ? `${pick(rare)} ` : ''}${pick(words)} ${pick(words)} ${pick(['llc', 'ltd', 'co', 'jsc'])}`;

const listed: IndexedName[] = Array.from({ length: NAMES }, (_, index) => {
  const kind = random() < 0.45 ? 'person' : random() < 0.92 ? 'organization' : 'vessel';
  return {
    text: kind === 'person' ? person() : kind === 'organization' ? organization() : `${pick(rare)} ${pick(rare)}`,
    kind,
    owner: index % ENTRIES,
  };
});

function edited(text: string): string {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + pick([...'aeiorst']) + text.slice(at + 1);
}

const queries = Array.from({ length: QUERIES }, (_, index) => {
  const kind = index % 2 === 0 ? ('person' as const) : ('organization' as const);
  const own =
    index % 10 === 0 ? listed.find((name, place) => place >= (index * 4) % NAMES && name.kind === kind) : undefined;
  return {
    text: own ? edited(own.text) : kind === 'person' ? person() : organization(),
    kind,
    isListed: own !== undefined,
  };
});

const beforeHeap = process.memoryUsage().heapUsed;
/** CPU time of this process so far (ms), including garbage collection. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const began = cpuMs();
const index = await NameIndex.of(listed);
const buildMs = cpuMs() - began;
const heapMb = (process.memoryUsage().heapUsed - beforeHeap) / 1e6;

const rounds: number[] = [];
const times: number[] = [];
let found = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  // Each later round uses a new index, so that no cached result of an earlier round is used.
  const fresh = round === 0 ? index : await NameIndex.of(listed);
  const start = cpuMs();
  found = 0;
  for (const { text, kind, isListed } of queries) {
    const one = performance.now();
    const hits = fresh.find(text, { kinds: [kind] });
    times.push(performance.now() - one);
    if (isListed && hits.length > 0) found += 1;
  }
  rounds.push(cpuMs() - start);
}
times.sort((a, b) => a - b);
const quantile = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(3);
printTable(
  ['figure', 'value'],
  [
    ['names in the index', index.size],
    ['build (CPU ms)', Math.round(buildMs)],
    ['heap of the index (MB)', Math.round(heapMb)],
    ['10,000 names (CPU ms), median', Math.round(median(rounds))],
    ['one name p50 (ms)', quantile(0.5)],
    ['one name p99 (ms)', quantile(0.99)],
    ['listed names with an edit, found', `${found} of ${queries.filter(({ isListed }) => isListed).length}`],
  ],
);
