import 'reflect-metadata';
import test from 'ava';
import { asFollowUp } from '../../../../src/features/ai/composer/conversation.js';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { understand } from '../../../../src/features/ai/composer/match-question.js';
import {
  emptyMemory,
  keptItems,
  keptSpans,
  type Memory,
  memoryOf,
  remember,
  thingsOf,
} from '../../../../src/features/ai/composer/memory.js';
import type { Reading } from '../../../../src/features/ai/composer/question-types/parse-question.js';
import { questionTypes } from '../../../../src/features/ai/composer/question-types/question-types.js';
import { referencesIn, unresolved } from '../../../../src/features/ai/composer/references.js';
import { pickedOption } from '../../../../src/features/ai/composer/replies.js';
import { absoluteDates } from '../../../../src/features/ai/composer/spans/absolute-dates.js';
import type { AnySpan } from '../../../../src/features/ai/composer/spans/span.js';
import { calendar, impliedBy, ownNames, vesselNames } from '../../../support/ai-world.js';
import { digestOf, matchesRecording } from '../../../support/recorded.js';

const FOLLOW_UPS = [
  'and MSFT?',
  'what about BTC-USD.CC',
  'and yesterday?',
  'for last week',
  'how about Rotterdam?',
  'and in euros?',
  'at 9 am',
  'same for Growth',
  'now for tankers',
  'above 100',
  'and',
  'and what about the weather on the far side of the moon in the last two weeks of summer then',
];

async function inputOf(text: string, implied: readonly AnySpan[] = []) {
  const dates = (await absoluteDates())(text, calendar.now);
  return { text, questionContext: { calendar, own: ownNames, dates }, names: vesselNames, implied: [...implied] };
}

/** Returns the reading of the first example of a kind of question; undefined if it needs a reply first. */
async function readingOf(question: string): Promise<Reading | undefined> {
  const context = { portfolioId: '$portfolio:Growth', alertIds: ['$alert:oil'] };
  const understood = await understand(
    await inputOf(question, impliedBy({ kind: '', question, expected: {}, context })),
  );
  return understood.type === 'answer' ? understood.reading : undefined;
}

const meaning = (reading: Reading | undefined) =>
  reading === undefined ? null : [reading.kind.id, digestOf(JSON.stringify(reading.kind.plan(reading.input)))];

test('short questions after a question of each kind are understood as recorded', async (t) => {
  const rows = new Map<string, unknown>();
  for (const { id, examples } of questionTypes) {
    const reading = await readingOf(examples[0] as string);
    if (reading === undefined) continue;
    const memory = remember(id, reading.spans);
    const read: unknown[] = [];
    for (const text of FOLLOW_UPS) read.push(meaning(asFollowUp(text, await inputOf(text), memory)));
    rows.set(`${id}: ${examples[0]}`, read);
  }
  matchesRecording(t, 'ai-follow-ups', rows);
});

const at = { from: 0, to: 0, isExact: true } as const;
const named = (type: 'vessel' | 'portfolio' | 'alert', name: string): AnySpan =>
  ({ type, value: { id: `$${name}`, name }, ...at }) as AnySpan;
const symbol = (value: string): AnySpan => ({ type: 'symbol', value, ...at });
const moment: AnySpan = { type: 'moment', value: { at: new Date(1_795_000_000_000), day: '2026-11-18' }, ...at };
const period: AnySpan = {
  type: 'period',
  value: { from: new Date(1_794_000_000_000), to: new Date(1_795_000_000_000), grain: 'day' },
  ...at,
};
const country: AnySpan = { type: 'country', value: 'NL', ...at };
const memory = remember(
  'quote',
  [named('vessel', 'Aurora'), symbol('AAPL.US'), country, moment, period],
  [named('vessel', 'Boreas'), symbol('MSFT.US'), named('vessel', 'Cetus'), symbol('KO.US'), named('alert', 'Oil')],
);

const REFERRING = `the first one|first one|the second vessel|the third ship|second ship of the fleet|the last stock|
  last one in the list|the 2nd share|the fifth one|the fourth boat|first alert|the last portfolio|first of may|what about there|
  is there a storm|there are ships|there|ships going there now|who is there any|were there many|and then|then what|if so then|
  what happened then if anything|where is it|its price|it is near there then|the first one and its price`
  .split('|')
  .map((text) => text.trim());

test('words that refer to earlier messages mean the values as recorded', (t) => {
  const rows = new Map<string, unknown>();
  for (const text of REFERRING)
    rows.set(
      text,
      referencesIn(tokensOf(text), memory).map(({ referent, from, to, spans }) => [
        `${from}-${to} ${referent}`,
        ...spans.map(({ type, value }) => `${type} ${JSON.stringify(value)}`),
      ]),
    );
  matchesRecording(t, 'ai-references', rows);
});

test('a reference is unresolved if the reading has a place for its value and no value', async (t) => {
  const rows = new Map<string, unknown>();
  for (const { id, examples } of questionTypes) {
    const reading = await readingOf(examples[0] as string);
    if (reading === undefined) continue;
    const states = REFERRING.map((text) => {
      const references = referencesIn(tokensOf(text), memory);
      return [[], [symbol('AAPL.US')], reading.spans].map(
        (pointed) => unresolved(references, reading, pointed)?.referent ?? '-',
      );
    });
    rows.set(id, digestOf(JSON.stringify(states)));
  }
  matchesRecording(t, 'ai-unresolved', rows);
});

test('values are kept as they were, and for three messages', (t) => {
  const stored = (age: number): Memory => JSON.parse(JSON.stringify({ ...memory, age }));
  t.deepEqual(keptSpans(memoryOf(stored(2))), [named('vessel', 'Aurora'), symbol('AAPL.US'), country, moment, period]);
  t.is(keptItems(memoryOf(stored(0))).length, 5);
  t.is(memoryOf(stored(3)), emptyMemory);
  for (const invalid of [undefined, {}, { spans: [] }, { age: 0 }, { spans: {}, age: 0 }, { spans: [], age: '0' }])
    t.is(memoryOf(invalid), emptyMemory);
  const many = Array.from({ length: 21 }, (_, index) => symbol(`S${index}.US`));
  t.deepEqual([remember('quote', many).spans.length, remember('quote', many.slice(1)).spans.length], [20, 20]);
  t.false('items' in remember('quote', many));
});

test('the things of a list are kept in its order, at most ten', (t) => {
  const items = (count: number, item: (index: number) => object) => ({
    items: Array.from({ length: count }, (_, index) => item(index)),
  });
  const valuesOf = (tool: string, value: unknown) => thingsOf(tool, value).map((span) => span.value);
  for (const [count, kept] of [
    [9, 9],
    [10, 10],
    [11, 10],
  ] as const)
    t.is(
      thingsOf(
        'list_movers',
        items(count, (index) => ({ symbol: `S${index}` })),
      ).length,
      kept,
    );
  t.deepEqual(
    valuesOf(
      'list_vessels',
      items(2, (index) => ({ mmsi: `${index}`, name: index === 0 ? 'Aurora' : null })),
    ),
    [
      { id: '0', name: 'Aurora' },
      { id: '1', name: '1' },
    ],
  );
  t.deepEqual(
    valuesOf(
      'list_geofence_members',
      items(2, (index) => ({ entity: `${index === 0 ? 'vessel' : 'aircraft'}:7`, name: '' })),
    ),
    [{ id: '7', name: '7' }],
  );
  t.deepEqual(
    valuesOf(
      'list_alerts',
      items(1, () => ({ id: 'a', title: 'Oil' })),
    ),
    [{ id: 'a', name: 'Oil' }],
  );
  for (const tool of ['list_watchlist_quotes', 'list_holdings', 'compare_instruments'])
    t.deepEqual(
      valuesOf(
        tool,
        items(1, () => ({ symbol: 'KO.US' })),
      ),
      ['KO.US'],
    );
  t.deepEqual(
    valuesOf(
      'list_articles',
      items(1, () => ({ id: 'a' })),
    ),
    [],
  );
});

test('a reply chooses an option by number, by place, by id or by a word that only it has', (t) => {
  const options = [
    { id: '$1', name: 'Growth', detail: 'EUR' },
    { id: '$2', name: 'Old Growth' },
    { id: '$3', name: 'Pension plan' },
  ];
  const pending = { text: '', slot: 'portfolio', type: 'portfolio', options } as const;
  const chosen = (reply: string) => options.indexOf(pickedOption(reply, { ...pending, options }) as never);
  const cases: ReadonlyArray<readonly [reply: string, index: number]> = [
    ['1', 0],
    ['3.', 2],
    ['4', -1],
    ['0', -1],
    ['6', -1],
    ['the second', 1],
    ['third one!', 2],
    ['option 2', 1],
    ['no. 3', 2],
    ['number 1', 0],
    ['growth', 0],
    ['Growth (EUR)', 0],
    ['old', 1],
    ['eur', 0],
    ['$3', 2],
    ['pension', 2],
    ['plan', 2],
    ['old growth', 1],
    ['gr', -1],
    ['', -1],
    ['something else', -1],
  ];
  for (const [reply, index] of cases) t.is(chosen(reply), index, reply);
  t.is(pickedOption('1', { text: '', slot: 'portfolio' }), undefined);
});
