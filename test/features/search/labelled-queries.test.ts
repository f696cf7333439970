import 'reflect-metadata';
import test from 'ava';
import { fillSearchWorld, resultsOf } from '../../support/search-world.js';
import { startTestService } from '../../support/test-service.js';

/** The bench `bench/features/search/labelled` prints the other figures, by kind of search. */
test('the expected result is the first of at least 90 % of the labeled searches that were set aside, and among the first three of 93 %', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const ada = await service.signedIn();
  const queries = (await fillSearchWorld(service, ada)).filter(({ half }) => half === 'frozen');
  let [first, amongThree] = [0, 0];
  for (const { query, expected } of queries) {
    const found = await resultsOf(ada, query);
    const place = found.findIndex((one) => expected.includes(one));
    if (place === 0) first += 1;
    if (place >= 0 && place < 3) amongThree += 1;
  }
  t.log({ queries: queries.length, first: first / queries.length, amongThree: amongThree / queries.length });
  t.true(first / queries.length >= 0.9);
  t.true(amongThree / queries.length >= 0.93);
});
