// The percentage of labeled searches in test/fixtures/search whose expected result is the first or among the first
// three, by half of the set and by kind of search. `--misses 1` lists the searches of the halves whose name ends
// with `dev` and whose expected result is not the first.
import 'reflect-metadata';
import {
  habitsHalves,
  halves,
  laterHalves,
  outsidersHalves,
  peopleHalves,
  strangersHalves,
  tradesHalves,
  visitorsHalves,
} from '../../../test/support/labelled-texts.js';
import { fillSearchWorld, resultsOf } from '../../../test/support/search-world.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { misses: MISSES, every: EVERY } = sizesOf({
  usual: { misses: 0, /** One of this many searches of a half is made. */ every: 1 },
  smoke: { misses: 0, every: 20 },
});

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
// The account searches more often than an account may.
const service = await startTestService({ env: { SVC_RATE_LIMIT: '100000' } });
try {
  const owner = await service.signedIn();
  const queries = await fillSearchWorld(service, owner);
  const rows: string[][] = [];
  const missed: string[] = [];
  const later = [...laterHalves, ...habitsHalves, ...peopleHalves, ...tradesHalves, ...visitorsHalves];
  const all = [...halves, ...later, ...strangersHalves, ...outsidersHalves];
  for (const half of all) {
    const places = new Map<string, number[]>();
    for (const { kind, query, expected } of queries
      .filter((one) => one.half === half)
      .filter((_, index) => index % EVERY === 0)) {
      const found = await resultsOf(owner, query);
      const place = found.findIndex((one) => expected.includes(one));
      for (const group of [kind, 'all']) places.set(group, [...(places.get(group) ?? []), place]);
      if (place !== 0 && half.endsWith('dev')) missed.push(`${query} → ${found.slice(0, 3).join(' / ')}`);
    }
    for (const [kind, of] of places) {
      const first = of.filter((place) => place === 0).length;
      const three = of.filter((place) => place >= 0 && place < 3).length;
      const percent = (count: number) => ((100 * count) / of.length).toFixed(1);
      rows.push([half, kind, String(of.length), percent(first), percent(three)]);
    }
  }
  printTable(['half', 'kind', 'queries', 'first %', 'among three %'], rows);
  if (MISSES > 0) for (const line of missed) console.log(line);
} finally {
  await service.close();
  await server.stop();
}
