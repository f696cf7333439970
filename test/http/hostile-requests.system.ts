import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { leastCpuMs } from '../support/hostile-shapes.js';
import { concretePath, parametersOf } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** Maximum CPU time of a request (ms), including the CPU time of the client, because both run in this process. */
const BOUND_MS = 60;
/** Maximum CPU time of an ADS-B body (ms), whose aircraft are converted one by one. */
const ADSB_BOUND_MS = 200;
/** Number of tries; the least CPU time counts, because a busy machine makes most tries cost more. */
const TRIES = 6;
/** Number of tries for submitted data, whose garbage is collected during some of them. */
const INGEST_TRIES = 15;
const MAX_ERRORS = 50;
const MEGABYTE = 1024 * 1024;
/** Length of a hostile query; the service accepts URLs of up to 32 KiB. */
const QUERY_LENGTH = 8_000;
const json = { 'content-type': 'application/json' };

let service: TestService;
let caller: TestClient;
test.before(async () => {
  const plenty = { SVC_RATE_LIMIT: '1000000', SVC_SIGN_IN_LIMIT: '1000000', SVC_REGISTRATION_LIMIT: '1000000' };
  service = await startTestService({ env: plenty });
  caller = await service.signedIn(undefined, 'operator');
});
test.after.always(() => service.close());

interface Call {
  what: string;
  method: string;
  path: string;
  options: Parameters<TestClient['call']>[2];
}

const faultsOf = async (call: Call, boundMs?: number, tries?: number): Promise<string[]> =>
  (await judge(call, boundMs, tries)).faults;

/** Sends a request, and returns its faults and the pointers of the errors in its response. */
async function judge(
  { what, method, path, options }: Call,
  boundMs = BOUND_MS,
  tries = TRIES,
): Promise<{ faults: string[]; pointers: string[] }> {
  let answer: Awaited<ReturnType<TestClient['call']>> | undefined;
  const cpu = await leastCpuMs(
    async () => {
      answer = await caller.call(method, path, options);
    },
    boundMs,
    tries,
  );
  const errors = (answer?.json?.errors ?? []) as unknown[];
  const faults = [
    ...(cpu > boundMs ? [`${what}: ${cpu.toFixed(0)} ms`] : []),
    ...((answer?.status ?? 500) >= 500 ? [`${what}: ${answer?.status}`] : []),
    // Only problems are checked: a list of quotes also has a member `errors`, with another meaning.
    ...((answer?.status ?? 0) >= 400 && errors.length > MAX_ERRORS ? [`${what}: ${errors.length} errors`] : []),
  ];
  const pointers = answer?.status === 400 ? (errors as Array<{ pointer: string }>).map(({ pointer }) => pointer) : [];
  return { faults, pointers };
}

/** Yields hostile queries for a parameter, each nearly QUERY_LENGTH long. */
function* hostileQueries(name: string): Generator<string> {
  const fill = (text: string) => text.repeat(Math.floor((QUERY_LENGTH - name.length) / text.length));
  for (const text of [
    'a',
    'a,',
    ',',
    '0,',
    '%00',
    '1',
    '-',
    '(',
    ' (0 0',
    '::',
    'a:1,',
    '*.',
    '%C3%A9',
    '~',
    '@',
    '?',
    '_',
  ])
    yield `?${name}=${fill(text)}`;
  for (const text of ['POLYGON((0 0,1 1,', 'POLYGON(', 'MULTIPOLYGON(((', 'USD,', 'AAPL.US,'])
    yield `?${name}=${text}${fill(`${text.slice(-4)}`).slice(text.length)}`;
  yield `?${Array.from({ length: 100 }, () => `${name}=1`).join('&')}`;
}

/** Number of operations that get the hostile values of a parameter, which other operations may share. */
const OPERATIONS_OF_PARAMETER = 3;
const triesOf = new Map<string, number>();

/**
 * Queries that a parameter rejects. The same code rejects them in every operation with the parameter, before the
 * operation begins, so they are sent to one.
 */
const rejected = new Set<string>();

interface Query {
  text: string;
  /** The parameter that has a hostile value; undefined for parameters that the operation does not have. */
  hostile?: { name: string; key: string };
}

/**
 * Returns the hostile queries of the parameters of an operation that fewer than three operations before it have,
 * without those that one of these has rejected.
 */
const queriesOf = (operation: Operation): Query[] =>
  parametersOf(service.app.document, operation).flatMap((parameter) => {
    const { name, schema } = parameter;
    const of = JSON.stringify([name, schema]);
    const tries = triesOf.get(of) ?? 0;
    if (parameter.in !== 'query' || tries >= OPERATIONS_OF_PARAMETER) return [];
    triesOf.set(of, tries + 1);
    return [...hostileQueries(name)]
      .map((text) => ({ text, hostile: { name, key: `${of} ${text}` } }))
      .filter(({ hostile: { key } }) => !rejected.has(key));
  });

test.serial(`no query uses more than ${BOUND_MS} ms of CPU, or gets more than ${MAX_ERRORS} errors`, async (t) => {
  const many = `?${Array.from({ length: 100 }, (_, index) => `unknown${index}=1`).join('&')}`;
  const tooMany = `?${'&'.repeat(QUERY_LENGTH)}`;
  const pairs = `?${'a&'.repeat(QUERY_LENGTH / 2)}`;
  const faults: string[] = [];
  let sent = 0;
  // Parameters that no operation has are counted and rejected by the same code for all operations.
  let withUnknown = 0;
  for (const { path, method, operation } of operationsOf(service.app.document)) {
    const isStream = JSON.stringify(operation.responses).includes('text/event-stream');
    if (method !== 'get' || isStream) continue;
    const place = concretePath(service.app.document, path.slice('/api/v1'.length), operation, randomUUID());
    withUnknown += 1;
    const unknown: Query[] = (withUnknown <= OPERATIONS_OF_PARAMETER ? [many, tooMany, pairs] : []).map((text) => ({
      text,
    }));
    for (const { text, hostile } of [...unknown, ...queriesOf(operation)]) {
      sent += 1;
      const what = `${operation.operationId} ${text.slice(0, 60)}`;
      const { faults: found, pointers } = await judge({ what, method: 'GET', path: place + text, options: {} });
      faults.push(...found);
      if (hostile !== undefined && pointers.some((one) => `${one}/`.startsWith(`query/${hostile.name}/`)))
        rejected.add(hostile.key);
    }
  }
  t.log(`${sent} requests`);
  t.true(sent > 2_000);
  t.deepEqual(faults, []);
});

const repeated = (text: string) => text.repeat(Math.floor((MEGABYTE - 100) / text.length));
const unknownFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1])),
);
const fewerFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`${index}`.padStart(100, 'k'), 1])),
);
const smallObjects = Array.from({ length: 8_000 }, (_, index) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, field) => [`k${index}${field}`, 1])),
);
const listOf = (item: string) => `[${repeated(`${item},`)}${item}]`;

test.serial(`no JSON of a megabyte uses more than ${BOUND_MS} ms of CPU, also with an Idempotency-Key`, async (t) => {
  const bodies: Record<string, string> = {
    'unknown fields': unknownFields,
    'as many unknown fields as are read': fewerFields,
    'wrong objects': `{"shape":${listOf('{"k":1}')},"eventTypes":${listOf('7')}}`.slice(0, MEGABYTE),
    'a long text': `{"email":"${repeated('a')}"}`,
    'a text of escapes': `{"email":"${repeated('\\u0041')}"}`,
    nesting: repeated('['),
    'event types': `{"eventTypes":${listOf('"*"')}}`,
  };
  const faults: string[] = [];
  for (const [method, path] of [
    ['POST', '/auth/login'],
    ['POST', '/auth/register'],
    ['POST', '/geospatial/pins'],
    ['POST', '/geospatial/geofences'],
    ['POST', '/subscriptions'],
    ['PATCH', '/users/me/preferences'],
    ['POST', '/auth/logout'],
  ] as const) {
    for (const [what, rawBody] of Object.entries(bodies)) {
      const headers = path.startsWith('/auth') ? json : { ...json, 'idempotency-key': randomUUID() };
      faults.push(
        ...(await faultsOf({ what: `${method} ${path} ${what}`, method, path, options: { rawBody, headers } })),
      );
    }
  }
  t.deepEqual(faults, []);
});

/**
 * Returns a ring that does not cross itself and whose edges all overlap in latitude, so that every pair must be
 * compared. It is the slowest kind of ring to validate.
 */
const zigzag = (corners: number) => [
  ...Array.from({ length: corners - 2 }, (_, index) => [index / corners, index % 2 ? 40 : -40]),
  [1, 50],
  [-1, 50],
];

test.serial(
  `a fence of a thousand corners uses at most ${BOUND_MS} ms of CPU, whether it is accepted or not`,
  async (t) => {
    const send = (coordinates: number[][], what: string) =>
      faultsOf({
        what,
        method: 'POST',
        path: '/geospatial/geofences',
        options: { rawBody: JSON.stringify({ name: 'Fence', shape: { type: 'polygon', coordinates } }), headers: json },
      });
    t.deepEqual(await send(zigzag(1_000), 'zigzag'), []);
    t.deepEqual(await send([...zigzag(999), [0.5, 0]], 'crossing'), []);
  },
);

test.serial(`a megabyte of AIS uses at most ${BOUND_MS} ms of CPU, and one of ADS-B ${ADSB_BOUND_MS} ms`, async (t) => {
  const sentence = '!AIVDM,1,1,,B,13mo2<?P05Pm<5rU<oBFGgvh2@28,0*5F\n';
  const texts: Record<string, string> = {
    'empty lines': repeated('\n'),
    'no end of a line': repeated('!'),
    sentences: repeated(sentence),
    'first parts': Array.from(
      { length: 20_000 },
      (_, index) => `!AIVDM,9,1,${index % 10},${'AB'[index % 2]},${index},0*00\n`,
    ).join(''),
    commas: repeated(','),
    backslashes: repeated('\\'),
    'tag blocks': repeated('\\s:a*00\\'),
    'a long payload': `!AIVDM,1,1,,B,${repeated('w')},0*00\n`,
    'base station': repeated(
      'MSG,3,5,211,4CA2D6,10057,2008/11/28,14:53:50.594,2008/11/28,14:58:51.153,,37000,,,51.45735,-1.02826,,,0,0,0,0\n',
    ),
  };
  const bodies: Record<string, string> = {
    messages: `{"protocol":"jsonaiscatcher","msgs":${listOf('{"class":"AIS","nmea":["!AIVDM"]}')}}`,
    'sentences in one message': `{"protocol":"jsonaiscatcher","msgs":[{"class":"AIS","nmea":${listOf('"!"')}}]}`,
    'empty messages': `{"protocol":"jsonaiscatcher","msgs":${listOf('{}')}}`,
    aircraft: `{"now":1777908449,"aircraft":${listOf('{"hex":"4ca2d6","lat":51,"lon":-1,"seen_pos":1}')}}`,
    'empty aircraft': `{"now":1777908449,"aircraft":${listOf('{}')}}`,
    'unknown fields': unknownFields,
    'small objects of unknown fields': JSON.stringify({ aircraft: smallObjects, msgs: [] }),
  };
  const faults: string[] = [];
  for (const [path, boundMs] of [
    ['/geospatial/ingest/nmea', BOUND_MS],
    ['/geospatial/ingest/adsb', ADSB_BOUND_MS],
  ] as const)
    for (const [type, all] of [
      ['text/plain', texts],
      ['application/json', bodies],
    ] as const)
      for (const [what, rawBody] of Object.entries(all)) {
        const body = rawBody.slice(0, MEGABYTE);
        const options = { rawBody: body, headers: { 'content-type': type } };
        faults.push(
          ...(await faultsOf(
            { what: `${path} ${type} ${what}`, method: 'POST', path, options },
            boundMs,
            INGEST_TRIES,
          )),
        );
      }
  t.deepEqual(faults, []);
});
