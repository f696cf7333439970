// Mutation testing: changes one operator, comparison, limit, condition or call of the product at a time, and checks
// whether a test fails. See `node bin/mutate.js --help`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allPlaces, draw } from './draw.js';
import { Examination, type Verdict } from './examination.js';
import type { Place } from './places.js';
import { makeCopy } from './project-copy.js';
import { summary, tableRow } from './report.js';

const root = join(import.meta.dirname, '..', '..', '..');

const HELP = `Usage: node bin/mutate.js [--seed N] [--count N] [--under PATH] [--per-folder N] [--per-file N] [--ids ID,ID]
       [--tests F,F] [--lanes N] [--patience N] [--list] [--related-only | --suite-only]

Draws places of src by a seed, makes one change at each in the compiled module, and runs the nearest tests. Tests that
failed run once more without a change. All changes that survive are made together for more of the related tests, and
those that fail are found one by one. Related tests that start programs or need Redis (TEST_REDIS_URL) follow, and
finally the whole of npm test with all changes that still survive. Prints a table. The same seed draws the same places
as long as their lines are unchanged.

  --seed N         what is drawn (1)
  --count N        how many places (100)
  --under PATH     only places of sources whose path begins with it, such as src/features/news/
  --per-folder N   at most this many of one feature or folder (an eighth of the count; with --under, all)
  --per-file N     at most this many of one file (1)
  --ids ID,ID      these places instead of drawn ones; ids are in the table
  --tests F,F      runs these compiled test files instead of the related ones
  --lanes N        how many changes are examined at a time, each in its own copy of the project (1)
  --patience N     factor of all time limits, for a busy machine (1)
  --list           prints the places without running anything
  --related-only   leaves the whole suite out
  --suite-only     leaves the related tests out, for places that are known to survive them

A change that no test can notice is equivalent: list its id with the reason in test/mutation/equivalent.json. It is
drawn, but not run or counted.
`;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    under: { type: 'string', default: '' },
    'per-folder': { type: 'string' },
    'per-file': { type: 'string', default: '1' },
    ids: { type: 'string' },
    tests: { type: 'string' },
    lanes: { type: 'string', default: '1' },
    patience: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    'related-only': { type: 'boolean', default: false },
    'suite-only': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const equivalent = JSON.parse(readFileSync(join(root, 'test', 'mutation', 'equivalent.json'), 'utf8')) as Record<
  string,
  { reason: string }
>;
const print = (text: string) => process.stdout.write(`${text}\n`);

function chosen(): Place[] {
  const places = allPlaces(root).filter(({ source }) => source.startsWith(options.under));
  const ids = options.ids?.split(',');
  if (ids !== undefined) return places.filter(({ id }) => ids.includes(id));
  const count = Number(options.count);
  const perFolder = Number(options['per-folder'] ?? (options.under === '' ? Math.ceil(count / 8) : count));
  return draw(places, Number(options.seed), { count, perFolder, perFile: Number(options['per-file']) });
}

const firstVerdict = (examination: Examination, place: Place): Promise<Verdict> =>
  options['suite-only']
    ? Promise.resolve({ outcome: 'survived', by: '' })
    : examination.byRelatedTests(place, { files: options.tests?.split(',') });

/** Opens copies of the project in which changes are examined. */
async function openLanes(count: number) {
  const copies = Array.from({ length: count }, () => makeCopy(root));
  const examinations = await Promise.all(copies.map((copy) => Examination.open(copy.root, Number(options.patience))));
  const close = async () => {
    await Promise.all(examinations.map((examination) => examination.close()));
    for (const copy of copies) copy.remove();
  };
  return { examinations, close };
}

async function examineAll(places: readonly Place[]): Promise<void> {
  const { examinations, close } = await openLanes(Number(options.lanes));
  const [examination] = examinations as [Examination];
  const verdicts = new Map<Place, Verdict>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  const remaining = places.entries();
  const examineRemaining = async (lane: Examination) => {
    for (const [index, place] of remaining) {
      const started = performance.now();
      const reason = equivalent[place.id]?.reason;
      const verdict =
        reason === undefined ? await firstVerdict(lane, place) : ({ outcome: 'equivalent', by: reason } as const);
      verdicts.set(place, verdict);
      const seconds = Math.round((performance.now() - started) / 1000);
      print(`${index + 1}/${places.length} ${seconds} s ${tableRow(place, verdict)}`);
    }
  };
  try {
    await Promise.all(examinations.map(examineRemaining));
    const caught = places.filter((place) => verdicts.get(place)?.outcome === 'caught');
    for (const [place, verdict] of await examination.withoutChange(caught, verdicts, print))
      verdicts.set(place, verdict);
    const surviving = () => places.filter((place) => verdicts.get(place)?.outcome === 'survived');
    if (!options['suite-only'] && options.tests === undefined)
      for (const [place, verdict] of await examination.byAllRelatedTests(surviving(), print))
        verdicts.set(place, verdict);
    if (!options['suite-only'] && options.tests === undefined)
      for (const [place, verdict] of await examination.byOtherSuites(surviving())) verdicts.set(place, verdict);
    if (!options['related-only'])
      for (const [place, verdict] of await examination.byWholeSuite(surviving(), print)) verdicts.set(place, verdict);
  } finally {
    await close();
  }
  print(summary(verdicts));
}

if (options.help) print(HELP);
else if (options.list) for (const place of chosen()) print(tableRow(place, { outcome: 'drawn', by: '' }));
else await examineAll(chosen());
