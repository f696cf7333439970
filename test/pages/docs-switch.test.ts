import test from 'ava';
import { problemOf } from '../support/is-problem.js';
import { startTestService } from '../support/test-service.js';

const pages = ['//docs', '//redoc', '//openapi.json', '//openapi.json?media=json', '//asyncapi.json', '//llms.txt'];

for (const [environment, value, status] of [
  ['production', undefined, 404],
  ['production', 'true', 200],
  ['production', 'TRUE', 404],
  ['production', '1', 404],
  ['production', 'yes', 404],
  ['production', 'false', 404],
  ['development', undefined, 200],
  ['development', 'true', 200],
  ['development', 'false', 404],
] as const) {
  test(`in ${environment} with SVC_DOCS_ENABLED ${value ?? 'not set'} all pages are ${status} together`, async (t) => {
    const service = await startTestService({
      env: { SVC_ENV: environment, ...(value === undefined ? {} : { SVC_DOCS_ENABLED: value }) },
    });
    t.teardown(() => service.close());
    for (const path of pages) t.is((await service.client().get(path)).status, status, path);
    if (status === 404) {
      const [off, unknown] = [await service.client().get('//docs'), await service.client().get('//nothing')];
      t.deepEqual([...off.headers.keys()], [...unknown.headers.keys()]);
      t.is(off.json.code, unknown.json.code);
    }
  });
}

test('Debug is neither served nor described in production', async (t) => {
  const service = await startTestService({
    env: { SVC_ENV: 'production', SVC_DOCS_ENABLED: 'true', SVC_REGISTRATION: 'open' },
  });
  t.teardown(() => service.close());
  const operator = await service.signedIn('olga', 'operator');
  for (const path of ['/debug/routes', '/debug/config', '/debug/services', '/debug/runtime', '/debug/clock', '/debug'])
    t.is(problemOf(await operator.get(path)), '404 not_found', path);
  const { text } = await operator.get('//openapi.json');
  t.notRegex(text.replace('"trace","debug","info"', ''), /debug/i, 'the log level is another thing');
});

test('the description for client generators begins with the public address', async (t) => {
  const service = await startTestService({ env: { SVC_BASE_URL: 'https://watchfloor.example.org' } });
  t.teardown(() => service.close());
  const [full, narrow] = [
    await service.client().get('//openapi.json'),
    await service.client().get('//openapi.json?media=json'),
  ];
  const urls = (answer: { json: { servers: Array<{ url: string }> } }) => answer.json.servers.map(({ url }) => url);
  t.deepEqual(urls(full as never), ['/', 'https://watchfloor.example.org']);
  t.deepEqual(urls(narrow as never), ['https://watchfloor.example.org', '/']);
});

test('without a public address, links of the text for readers are relative and the host of streams is a variable', async (t) => {
  const service = await startTestService({ env: { SVC_PORT: '3999' } });
  t.teardown(() => service.close());
  t.regex((await service.client().get('//llms.txt')).text, /\(\/openapi\.json\)/);
  t.is((await service.client().get('//asyncapi.json')).json.servers.service.host, '{host}');
});
