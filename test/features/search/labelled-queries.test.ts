import 'reflect-metadata';
import test from 'ava';
import { halves } from '../../support/labelled-texts.js';
import { fillSearchWorld, type LabelledQuery, resultsOf } from '../../support/search-world.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let queries: LabelledQuery[];
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  queries = await fillSearchWorld(service, ada);
});
test.after.always(() => service.close());

for (const half of halves)
  test(`labelled searches (${half}): what is meant comes first, or among three`, async (t) => {
    const asked = queries.filter((query) => query.half === half);
    const missed: string[] = [];
    let [first, amongThree] = [0, 0];
    for (const { query, expected } of asked) {
      const found = await resultsOf(ada, query);
      const place = found.findIndex((one) => expected.includes(one));
      if (place === 0) first += 1;
      else if (half === 'dev' || process.env.MISSES) missed.push(`${query} → ${found.slice(0, 4).join(' / ')}`);
      if (place >= 0 && place < 3) amongThree += 1;
    }
    const [share, shareOfThree] = [first / asked.length, amongThree / asked.length];
    t.log({ first: share, amongThree: shareOfThree, missed });
    t.true(share >= 0.9, `first ${share}`);
    t.true(shareOfThree >= 0.94, `among three ${shareOfThree}`);
  });
