import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { defaultColumns } from '../../src/cli/default-columns.js';
import { itemTable } from '../../src/commands/table.js';
import { checkedFetch } from '../support/checked-fetch.js';
import { signedInMachine } from '../support/machine.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let fetch: ReturnType<typeof checkedFetch>;
test.before(async () => {
  service = await startTestService();
  fetch = checkedFetch(service);
});
test.after.always(() => service.close());

const machine = (t: ExecutionContext) => signedInMachine(t, service, fetch);

test('an item with = instead of == is explained, with a method and without', async (t) => {
  const { run } = await machine(t);
  const { status, out } = await run(['call', 'GET', '/markets/quotes', 'symbol==AAPL.US', 'symbol==MSFT.US']);
  t.is(status, 0);
  t.regex(out, /^\{"items":\[\{.*\n$/);
  t.deepEqual(
    JSON.parse(out).items.map(({ symbol }: { symbol: string }) => symbol),
    ['AAPL.US', 'MSFT.US'],
  );
  t.regex((await run(['call', '/users/me'], { columns: 80 })).out, /^\{\n {2}"id": /);
});

test('an operation is called by its name, with its path parameters', async (t) => {
  const { run } = await machine(t);
  for (const call of [
    ['getQuote', 'symbol==AAPL.US'],
    ['GET', '/markets/quotes/{symbol}', 'symbol==AAPL.US'],
    ['/api/v1/markets/quotes/AAPL.US'],
    ['markets/quotes/AAPL.US'],
  ]) {
    const { status, out } = await run(['call', ...call]);
    t.is(status, 0);
    t.is(JSON.parse(out).symbol, 'AAPL.US');
  }
});

test('members form a JSON body, which makes POST the method', async (t) => {
  const { run } = await machine(t);
  const { out } = await run(['call', '/markets/watchlists', 'name=Tech', 'symbols:=["AAPL.US"]']);
  t.is(JSON.parse(out).name, 'Tech');
  const fence = await run([
    'call',
    'createGeofence',
    'name=Port',
    'shape.type=circle',
    'shape.center.lat:=51.9',
    'shape.center.lon:=4',
    'shape.radiusMeters:=5000',
  ]);
  t.deepEqual(JSON.parse(fence.out).shape, { type: 'circle', center: { lat: 51.9, lon: 4 }, radiusMeters: 5000 });
});

test('a body comes from a file or from standard input', async (t) => {
  const { run, home } = await machine(t);
  const file = join(home, 'list.json');
  writeFileSync(file, '{"name":"From a file","symbols":[]}');
  t.is(JSON.parse((await run(['call', 'POST', '/markets/watchlists', `@${file}`])).out).name, 'From a file');
  t.is(
    JSON.parse((await run(['call', '/markets/watchlists', '@-'], { input: '{"name":"Piped","symbols":[]}' })).out).name,
    'Piped',
  );
});

test('headers are sent and, with --verbose, shown; an answer without content prints nothing', async (t) => {
  const { run } = await machine(t);
  const { out: created, err: headers } = await run([
    'call',
    '/markets/watchlists',
    'name=Old',
    'symbols:=[]',
    '--verbose',
  ]);
  const tag = /^etag: (.+)$/m.exec(headers)?.[1];
  const path = `/markets/watchlists/${JSON.parse(created).id}`;
  t.is((await run(['call', 'PATCH', path, 'name=New'])).status, 0);
  const stale = await run(['call', 'DELETE', path, `If-Match:${tag}`]);
  t.is(stale.status, 1);
  t.regex(stale.err, /^Precondition failed \(412 precondition_failed\)\n/);
  const { status, out } = await run(['call', 'DELETE', path]);
  t.deepEqual([status, out], [0, '']);
});

test('--table prints the items, with the columns that fit the terminal', async (t) => {
  const { run } = await machine(t);
  const whole = await run(['call', 'listQuotes', 'symbol==AAPL.US', '--table']);
  t.regex(whole.out, /^symbol +currency +tradedAt +assetClass +price .*\nAAPL\.US +USD .*equity.*\n$/);
  const narrow = await run(['call', 'listQuotes', 'symbol==AAPL.US', '-t'], { columns: 40 });
  t.true(narrow.out.split('\n').every((line) => line.length <= 40));
  t.regex(
    narrow.err,
    /^Not shown: .*provenance\.\*.*\. --columns NAME,NAME chooses columns; --json prints everything\.\n$/,
  );
  t.is((await run(['call', 'listQuotes', 'symbol==AAPL.US', 'fields==symbol', '-t'])).out, 'symbol\nAAPL.US\n');
});

test('on a terminal a list is a table of its main columns, with --json it is complete', async (t) => {
  const { run, user } = await machine(t);
  for (const name of ['Metals', 'Tech'])
    await user.post('/markets/watchlists', { name, symbols: ['AAPL.US', 'MSFT.US'] });
  const lists = await run(['call', '/markets/watchlists'], { columns: 100 });
  t.regex(lists.out, /^id +name +symbols\n[0-9a-f-]{36} +Metals +AAPL\.US;MSFT\.US\n.* Tech .*\n$/);
  t.is(
    lists.err,
    'Not shown: createdAt, updatedAt, version. --columns NAME,NAME chooses columns; --json prints everything.\n',
  );
  const paged = await run(['call', '/markets/watchlists', 'limit==1', 'fields==name'], { columns: 100 });
  t.deepEqual([paged.out, paged.err], ['name\nMetals\n', 'More items follow: --all reads all pages.\n']);
  const whole = (await run(['call', '/markets/watchlists', '--json'], { columns: 100 })).out;
  t.regex(whole, /^\{\n {2}"items": \[/);
  t.is(JSON.parse(whole).items.length, 2);
  t.is((await run(['call', '/webhooks/endpoints'], { columns: 100 })).err, 'There are no items.\n');
});

test('the main columns of vessels are their MMSI, name and time, and fit 80 columns', (t) => {
  const preferred = defaultColumns('GET', '/api/v1/geospatial/vessels') ?? [];
  t.deepEqual(preferred.slice(0, 3), ['mmsi', 'name', 'observedAt']);
  const vessel = { mmsi: '209041191', name: 'EMERALD WIND', shipType: 'cargo', observedAt: '2026-11-20T23:15:00.123Z' };
  const long = { ...vessel, name: 'A VERY LONG NAME OF A VESSEL THAT IS LONGER THAN ALL', speedKnots: 12.5 };
  const { text, hidden } = itemTable([vessel, long], { width: 80, preferred });
  const [header = '', ...rows] = text.trimEnd().split('\n');
  t.regex(header, /^mmsi +name +shipType +observedAt +speedKnots$/);
  t.true([header, ...rows].every((row) => row.length <= 80));
  t.regex(rows[0] ?? '', /^209041191 +EMERALD WIND +cargo +2026-11-20T23:15:00Z$/);
  t.regex(rows[1] ?? '', /A VERY LONG NAME .*…/);
  t.deepEqual(hidden, []);
  t.deepEqual(itemTable([vessel], { width: 20, preferred }).hidden, ['name', 'observedAt']);
});

test('--columns chooses columns and their order, an object gives all of its columns, and an error names an unknown one', async (t) => {
  const { run } = await machine(t);
  const quote = ['call', 'listQuotes', 'symbol==AAPL.US'];
  t.is((await run([...quote, '--columns', 'currency,symbol'])).out, 'currency  symbol\nUSD       AAPL.US\n');
  t.regex(
    (await run([...quote, '--columns', 'symbol, provenance'])).out,
    /^symbol +provenance\.provider +provenance\.asOf .*\nAAPL\.US +simulator .*\n$/,
  );
  const unknown = await run([...quote, '--columns', 'symbol,curency']);
  t.deepEqual([unknown.status, unknown.out], [2, '']);
  t.regex(unknown.err, /^There is no column curency\. Did you mean currency\? Columns: symbol, .*provenance\.asOf/);
});

test('--pick prints one member of the answer for a script', async (t) => {
  const { run, user } = await machine(t);
  t.is((await run(['call', '/users/me', '--pick', 'email'])).out, `${user.email}\n`);
  t.is((await run(['call', 'listQuotes', 'symbol==AAPL.US', '-p', 'items.0.provenance.provider'])).out, 'simulator\n');
  t.is(
    (await run(['call', 'listQuotes', 'symbol==AAPL.US', 'fields==symbol', '-p', 'items'])).out,
    '[{"symbol":"AAPL.US"}]\n',
  );
  const { status, out, err } = await run(['call', '/users/me', '--pick', 'constructor.name']);
  t.deepEqual([status, out, err], [1, '', 'The answer has no constructor.name.\n']);
});

test('--csv prints CSV', async (t) => {
  const { run } = await machine(t);
  t.regex(
    (await run(['call', 'listQuotes', 'symbol==AAPL.US', 'fields==symbol,currency', '--csv'])).out,
    /^symbol,currency\r\nAAPL\.US,USD\r\n$/,
  );
});

test('--all prints the items of every page: as lines of JSON, a table or CSV with one header', async (t) => {
  const { run } = await machine(t);
  for (const name of ['a', 'b', 'c']) await run(['call', '/markets/watchlists', `name=${name}`, 'symbols:=[]']);
  const lists = ['call', 'listWatchlists', 'limit==2', 'fields==name', '--all'];
  t.is((await run(lists)).out, '{"name":"a"}\n{"name":"b"}\n{"name":"c"}\n');
  t.is((await run([...lists, '--table'])).out, 'name\na\nb\nc\n');
  t.is((await run([...lists, '--csv'])).out, 'name\r\na\r\nb\r\nc\r\n');
  t.regex((await run(['call', '/users/me', '--all'])).err, /\/users\/me is not a list\./);
});

test('-o writes images and exports to a file, and leaves no file after a problem', async (t) => {
  const { run, home } = await machine(t);
  const [svg, none] = [join(home, 'chart.svg'), join(home, 'none.svg')];
  const chart = await run(['call', 'GET', '/markets/candles/AAPL.US.svg', 'from==2026-06-01', '-o', svg]);
  t.deepEqual([chart.status, chart.out], [0, '']);
  t.regex(readFileSync(svg, 'utf8'), /^<svg/);
  t.is((await run(['call', 'GET', '/markets/candles/NO.SUCH.svg', '--output', none])).status, 1);
  t.false(existsSync(none));
  const image = ['call', 'GET', '/geospatial/map.png', 'bbox==0,50,5,55'];
  const shown = await run(image, { columns: 80 });
  t.deepEqual([shown.status, shown.out], [2, '']);
  t.regex(shown.err, /^The answer is image\/png, which a terminal cannot show\. Write it to a file with -o FILE\.\n/);
  t.deepEqual([...(await run(image)).bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('a problem is explained on standard error with the rules it breaks', async (t) => {
  const { run } = await machine(t);
  const { status, out, err } = await run(['call', 'GET', '/timeline', 'limit==900', 'lmit==1']);
  t.deepEqual([status, out], [1, '']);
  t.regex(err, /^Validation failed \(400 invalid_request\)\n.*\n(?:.*\n)*? {2}query lmit: /);
});

test('without a sign-in public operations work, and others say how to sign in', async (t) => {
  const { run, user } = await machine(t);
  await run(['logout']);
  t.is(JSON.parse((await run(['call', '/health'])).out).status, 'ok');
  const { status, err } = await run(['call', '/users/me']);
  t.is(status, 3);
  t.regex(err, /Sign in with `npx watchfloor login`\.\n$/);
  t.is(
    JSON.parse((await run(['call', '/auth/login', `email=${user.email}`, `password=${PASSWORD}`])).out).user.email,
    user.email,
  );
});

for (const [args, message] of [
  [[], /What is to be called is missing/],
  [['listQuote'], /There is no operation listQuote\. Did you mean listQuotes\?/],
  [['GET', 'listQuotes'], /listQuotes is not a path: paths begin with \//],
  [['getQuote'], /symbol is missing: write symbol==VALUE\./],
  [['/users/me', 'what'], /what is not understood: write name==value/],
  [['/users/me', 'a:={'], /a:=\{ is not JSON after `:=`/],
  [['/users/me', '@/no/such/file'], /\/no\/such\/file cannot be read/],
  [['/users/me', 'a=1', '@-'], /@- is a second body/],
  [['/users/me', '--table', '--csv'], /--table and --csv exclude each other/],
  [['/users/me', '--columns', 'id', '--json'], /--columns and --json exclude each other/],
  [['/users/me', '--csv', '--pick', 'id'], /--csv and --pick exclude each other/],
  [['POST', '/markets/quotes/stream'], /A stream needs GET/],
] as const) {
  test(`wrong usage prints the correct one: call ${args.join(' ')}`, async (t) => {
    const { run } = await machine(t);
    const { status, out, err } = await run(['call', ...args]);
    t.deepEqual([status, out], [2, '']);
    t.regex(err, message);
  });
}

test('operations are listed as the service describes them, and filtered by words', async (t) => {
  const { run } = await machine(t);
  const { out } = await run(['operations', 'QUOTES', 'stream']);
  t.regex(out, /^METHOD +PATH +OPERATION +SUMMARY\nGET +\/markets\/quotes\/stream +streamQuotes +Stream quotes\n$/);
  t.true(JSON.parse((await run(['operations', '--json'])).out).length > 100);
  const { status, err } = await run(['operations', 'nothing-like-this']);
  t.deepEqual([status, err], [1, 'No operation has nothing-like-this.\n']);
  t.is((await run(['operations', 'marktes'])).err, 'No operation has marktes. Did you mean markets?\n');
  t.is((await run(['operations', 'listQuots'])).err, 'No operation has listQuots. Did you mean listQuotes?\n');
});

test('help on an operation shows its parameters, its body and an example that works', async (t) => {
  const { run } = await machine(t);
  const list = (await run(['call', '--help', 'GET', '/markets/quotes'])).out;
  t.is((await run(['call', 'listQuotes', '--help'])).out, list);
  t.regex(list, /^List quotes\n\n {2}GET \/markets\/quotes\n {2}operation listQuotes\n {2}for accounts/);
  t.regex(list, /\n {2}symbol==string,… +Required\. 1 to 200 symbols/);
  t.regex(list, /\nAnswers: application\/json, text\/csv\n/);
  const create = (await run(['call', 'createWatchlist', '-h'])).out;
  t.regex(create, /\nBody:\n {2}name=string +Required\. /);
  const example = /\n {2}npx watchfloor (call POST .*)\n/.exec(create)?.[1] as string;
  const words = [...example.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
  t.is((await run(words)).status, 0, example);
});

test('when the service publishes no description, the one of this version is used', async (t) => {
  const { run } = await machine(t);
  const hidden: typeof globalThis.fetch = (input, init) =>
    fetch(String(input).replace('/openapi.json', '/none.json'), init);
  const { status, out, err } = await run(['operations', 'listQuotes'], { fetch: hidden });
  t.is(status, 0);
  t.regex(err, /^The service does not publish its description; this is the one of Watchfloor \d/);
  t.regex(out, /listQuotes/);
});

test('for a misspelled parameter or path the nearest existing one is suggested', async (t) => {
  const { run } = await machine(t);
  const parameter = await run(['call', '/geospatial/vessels', 'limt==1']);
  t.is(parameter.status, 1);
  t.regex(parameter.err, /query limt: is not a known parameter\nDid you mean limit==\?\n$/);
  const path = await run(['call', '/geospatial/vesels']);
  t.regex(path.err, /\nDid you mean \/geospatial\/vessels\?\n$/);
  const value = await run(['call', '/markets/quote/AAPL.US']);
  t.regex(value.err, /\nDid you mean \/markets\/quotes\/AAPL\.US\?\n$/);
  const groupless = await run(['call', '/vessels']);
  t.regex(groupless.err, /\nDid you mean \/geospatial\/vessels\b.*\?\n$/);
  const otherGroup = await run(['call', '/geo/vessels/209041191/track']);
  t.regex(otherGroup.err, /\nDid you mean \/geospatial\/vessels\/209041191\/track\?\n$/);
  t.notRegex((await run(['call', '/nothing/of/the/sort'])).err, /Did you mean/);
});

test('a single = where == belongs is explained, with a method and without', async (t) => {
  const { run } = await machine(t);
  const named = await run(['call', 'GET', '/markets/quotes', 'symbol=AAPL.US']);
  t.is(named.status, 2);
  t.regex(named.err, /GET has no body\. symbol=… is a member of one: for a query parameter, write symbol==…\./);
  const guessed = await run(['call', '/markets/quotes', 'symbol=AAPL.US']);
  t.is(guessed.status, 1);
  t.regex(guessed.err, /symbol=… is a member of a JSON body\. For a query parameter, write symbol==…\.\n$/);
});
