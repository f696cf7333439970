import test from 'ava';
import { problemOf } from '../../support/is-problem.js';
import { operationsOf } from '../../support/scorecard.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_ADSB_SOURCES: 'http://feeduser:canary-password@127.0.0.1:1/aircraft.json?key=canary-key' },
  });
});
test.after.always(() => service.close());

test('every operation of Debug is for operators only', async (t) => {
  const ada = await service.signedIn();
  const places = operationsOf(service.app.document).filter(({ path }) => path.startsWith('/api/v1/debug/'));
  t.true(places.length >= 5);
  for (const { path, method, operation } of places) {
    t.deepEqual(operation['x-roles'], ['operator'], path);
    t.is(problemOf(await ada.call(method.toUpperCase(), path.slice('/api/v1'.length))), '403 forbidden', path);
  }
});

test('an operator can read the configuration, which contains no credentials', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  const { status, json, text } = await operator.get('/debug/config');
  t.is(status, 200);
  t.notRegex(text, /canary|a test secret/);
  const sources = json.items.find(({ name }: { name: string }) => name === 'SVC_ADSB_SOURCES');
  t.is(sources.value, 'http://[hidden]@127.0.0.1:1/aircraft.json?key=[hidden]');
});
