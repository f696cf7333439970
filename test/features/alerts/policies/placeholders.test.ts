import test from 'ava';
import type { Alert } from '../../../../src/features/alerts/alerts/alert.js';
import { messageOf } from '../../../../src/features/alerts/policies/policy-message.js';

const at = new Date('2026-11-20T23:15:00Z');
const leaf = (fields: object) => ({
  pointer: '',
  type: 'price',
  status: 'ok',
  isTrue: true,
  value: 110,
  threshold: 100,
  operator: 'above',
  distance: -10,
  observedAt: at.getTime(),
  records: [],
  ...fields,
});

const alert = (fields: object) =>
  ({
    id: 'a1',
    ruleId: 'r1',
    ruleName: 'Near port',
    key: '',
    entityName: null,
    state: 'firing',
    severity: 'warning',
    title: 'Near port',
    startedAt: at,
    firedAt: at,
    acknowledgedAt: null,
    snoozedUntil: null,
    resolvedAt: null,
    resolvedReason: null,
    explanation: [],
    symbols: [],
    entities: [],
    tags: [],
    place: null,
    updatedAt: at,
    version: 1,
    ...fields,
  }) as unknown as Alert;

const written = (textTemplate: string, fields: object, publicUrl = 'https://watch.example') =>
  messageOf(
    { name: 'Desk', titleTemplate: 'x', textTemplate },
    alert(fields),
    { kind: 'firing', step: 0, repeat: 0 },
    publicUrl,
  ).text;

const MEMBER = '{{member.type}}|{{member.id}}|{{member.name}}|{{member.url}}';
const members: Array<[what: string, fields: object, text: string]> = [
  [
    'a vessel of a fleet, with its name',
    { key: 'vessel:219024336', entityName: 'EVER (GIVEN)', title: 'Any title', entities: ['vessel:219024336'] },
    'vessel|219024336|EVER (GIVEN)|https://watch.example/#vessel=219024336',
  ],
  [
    'an aircraft without a name',
    { key: 'aircraft:4ca2d6', title: 'Near port: aircraft:4ca2d6' },
    'aircraft|4ca2d6|4ca2d6|https://watch.example/#aircraft=4ca2d6',
  ],
  [
    'a symbol of a watchlist',
    { key: 'symbol:BRK/B.US', title: 'Near port: BRK/B.US', symbols: ['BRK/B.US', 'SPY.US'] },
    'symbol|BRK/B.US|BRK/B.US|https://watch.example/#symbol=BRK%2FB.US',
  ],
  [
    'the only symbol of a rule',
    { symbols: ['AAPL.US'] },
    'symbol|AAPL.US|AAPL.US|https://watch.example/#symbol=AAPL.US',
  ],
  ['no member of a rule about two symbols', { symbols: ['AAPL.US', 'MSFT.US'] }, 'Near port'],
  ['no member of a rule about an event', { entities: ['geo_event:1'] }, 'Near port'],
];
for (const [what, fields, text] of members)
  test(`a template names ${what}`, (t) => {
    t.is(written(text === 'Near port' ? '{{member.id}}{{member.name}}{{member.url}}' : MEMBER, fields), text);
  });

test('a template shows the values with which the alert fired, of conditions that were met', (t) => {
  const explanation = [
    leaf({ type: 'price', isTrue: false, value: 1 }),
    leaf({ type: 'fence', value: null, threshold: null, operator: null }),
    leaf({ value: 251.29999999999998, threshold: 250 }),
    leaf({ type: 'volume_spike', value: 4.2, threshold: 3 }),
    leaf({ type: 'count', value: 3, threshold: null, operator: null }),
  ];
  t.is(written('{{alert.value}} {{alert.operator}} {{alert.threshold}}', { explanation }), '251.3 above 250');
  t.is(written('{{alert.values}}', { explanation }), 'price 251.3, above 250; volume spike 4.2, above 3; count 3');
  t.is(written('[{{alert.value}}{{alert.values}}]', {}), '[]');
});

test('a template links to the alert where the address of the service is known', (t) => {
  t.is(written('{{alert.url}}', {}), 'https://watch.example/#alert=a1');
  t.is(written('[{{alert.url}}{{member.url}}]', { symbols: ['AAPL.US'] }, ''), '[]');
});
