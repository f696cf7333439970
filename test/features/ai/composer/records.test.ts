import 'reflect-metadata';
import test from 'ava';
import { type ComposedAnswer, Composer } from '../../../../src/features/ai/composer/composer.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import { ToolCatalogue } from '../../../../src/features/ai/tools/tool.js';
import { recordTools } from '../../../../src/features/ai/tools/tool-table.js';
import { Authenticator, type Caller } from '../../../../src/http/caller.js';
import {
  professionsFrozenQuestions,
  professionsQuestions,
  recordsFrozenQuestions,
  visitorsFrozenQuestions,
  visitorsQuestions,
} from '../../../support/ai-world.js';
import { recognized, scoreOf, scoreText } from '../../../support/question-score.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let alice: TestClient;

const ask = async (client: TestClient, text: string): Promise<ComposedAnswer> => {
  await client.get('/users/me');
  const caller = service.services.get(Authenticator).recall(`Bearer ${client.token}`) as Caller;
  return service.services
    .get(Composer)
    .answer(
      { caller, text, context: {}, previous: [], timeZone: 'UTC', now: new Date(service.clock.now()) },
      new AbortController().signal,
    );
};

test.before(async () => {
  service = await startTestService();
  alice = await service.signedIn('alice');
});

test.after.always(() => service?.close());

test('every kind of records has a tool, and its examples name what it is about', async (t) => {
  const kinds = questionTypes.filter(({ subject }) => subject !== undefined);
  t.true(kinds.length >= 55);
  const { tools } = service.services.get(ToolCatalogue);
  for (const { name } of recordTools) t.truthy(service.services.get(ToolCatalogue).find(name), name);
  t.false(tools.some(({ name }) => recordTools.some((tool) => tool.name === name)));
  for (const { id, examples } of kinds)
    for (const question of examples) {
      const { readings } = await recognized({ kind: id, question, expected: {} });
      t.true(
        readings.some(({ kind }) => kind.id === id),
        `${id}: ${question}`,
      );
    }
});

test('the answer about the person on call names the contact of now, and cites the schedule', async (t) => {
  const contact = (await alice.post('/alerts/contacts', { name: 'Noor', delivery: { channel: 'ntfy', topic: 'noor' } }))
    .json;
  const { id } = (
    await alice.post('/alerts/on-call', {
      name: 'Night desk',
      timeZone: 'UTC',
      rotation: { contactIds: [contact.id], period: 'daily', startsOn: '2026-01-01', handOverAt: '08:00' },
    })
  ).json;
  for (const question of ['Who is on call now?', 'whos on call tomorrow']) {
    const { content, citations } = await ask(alice, question);
    t.regex(content, /Night desk.*Noor/s, question);
    t.true(citations[0]?.href.includes(`/alerts/on-call/${id}/shifts`));
  }
});

test('without a schedule the answer about the person on call says so and names no other person', async (t) => {
  const { content, citations } = await ask(await service.signedIn('bob'), 'Who is on call now?');
  t.regex(content, /no records/);
  t.true(citations[0]?.href.startsWith('/api/v1/alerts/on-call'));
});

test('a list of own records has only those of the caller', async (t) => {
  await alice.post('/geospatial/fleets', { name: 'Bulk carriers of Alice', members: ['vessel:538001111'] });
  t.regex((await ask(alice, 'list my fleets')).content, /Bulk carriers of Alice/);
  t.notRegex((await ask(await service.signedIn('carol'), 'list my fleets')).content, /Alice/);
});

test('figures of ports, straits, companies and economies cite the request that has them', async (t) => {
  for (const [question, href] of [
    ['How congested is Singapore?', '/geospatial/ports/SGSIN/congestion'],
    ['How many tankers passed Hormuz this week?', '/geospatial/flows/hormuz/series'],
    ['flights landed at Heathrow today', '/geospatial/airports/EGLL/movements'],
    ['p/e ratio of Microsoft', '/markets/companies/MSFT.US/ratios'],
    ['US unemployment rate', '/economy/series/'],
    ['order book of bitcoin', '/markets/order-books/BTC-USD.CC'],
    ['when does Apple report earnings', '/markets/calendar'],
  ] as const) {
    const { content, citations, numbers } = await ask(alice, question);
    t.true(
      citations.some((citation) => citation.href.includes(href)),
      `${question}: ${content}`,
    );
    t.true(
      numbers.filter(({ unit }) => unit !== null && unit !== 'time').every(({ citation }) => citation !== null),
      question,
    );
  }
});

test('figures of records have no superfluous decimals, and the ratio that a question names comes alone', async (t) => {
  for (const question of ['How congested is Rotterdam?', 'US unemployment rate', 'p/e ratio of Microsoft'])
    t.notRegex((await ask(alice, question)).content, /\d\.\d*0(?!\d)/, question);
  const { content } = await ask(alice, 'p/e ratio of Microsoft');
  t.regex(content, /Price to earnings/);
  t.notRegex(content, /Price to sales/);
  t.regex((await ask(alice, 'How congested is Singapore?')).content, /\(Singapore\)/);
});

test('owners, studies and the robustness of rules are written in sentences with their request', async (t) => {
  const owners = await ask(alice, 'who is the parent company of Exxon');
  t.regex(owners.content, /ExxonMobil.*register of legal entities.*It owns no other company directly\./s);
  const study = await ask(alice, 'how does oil react to earthquakes in Japan');
  t.regex(study.content, /\d+ events? in the area of Japan .*studied/);
  t.regex((await ask(alice, 'would my rules still fire if a feed failed')).content, /You have no alert rules/);
  for (const { citations } of [owners, study]) t.is(citations.length, 1);
});

test('the hours of an exchange say its name and whether it is open now', async (t) => {
  t.regex((await ask(alice, 'is tokyo open now')).content, /^Tokyo Stock Exchange \(XTKS\).*It is \w+.* now\./s);
});

test('an airport, a port or a strait that the service does not know is not answered as another one', async (t) => {
  t.regex((await ask(alice, 'flights out of Gatwick today')).content, /No table of airports/);
  const { toolCalls } = await ask(alice, 'How many ships passed through Geneva this week?');
  t.false(toolCalls.some(({ name }) => name === 'get_flow_series'));
});

test('questions about all groups of the API, to which nothing was fitted, are understood', async (t) => {
  const score = await scoreOf(recordsFrozenQuestions);
  t.log(`records frozen: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.8);
  t.true(score.wrong / score.all <= 0.06);
});

test('questions of five visitors, of which nothing was fitted to the frozen half, are understood', async (t) => {
  const fitted = await scoreOf(visitorsQuestions, (one, { reason }) => t.log(`${one.question} → ${reason}`));
  t.true(fitted.right / fitted.all >= 0.75);
  t.true(fitted.wrong / fitted.all <= 0.03);
  const score = await scoreOf(visitorsFrozenQuestions);
  t.log(`visitors frozen: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.65);
  t.true(score.wrong / score.all <= 0.06);
});

test('questions of people of eight professions, of which nothing was fitted to the frozen half, are understood', async (t) => {
  const fitted = await scoreOf(professionsQuestions, (one, { reason }) => t.log(`${one.question} → ${reason}`));
  t.log(`professions: ${scoreText(fitted)}`);
  t.true(fitted.right / fitted.all >= 0.93);
  t.true(fitted.wrong / fitted.all <= 0.02);
  const score = await scoreOf(professionsFrozenQuestions);
  t.log(`professions frozen: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.8);
  t.true(score.wrong / score.all <= 0.04);
});
