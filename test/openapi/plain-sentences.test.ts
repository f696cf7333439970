import { readFileSync } from 'node:fs';
import test from 'ava';
import { descriptionFindings, faultsOf, fieldFaultsOf, operationFaultsOf } from '../support/plain-sentences.js';

/**
 * Sentences that only name their field and are right nevertheless. The field is a heading, a reference or a list whose
 * schema, with its example, has the type and the limits. There is no unit, order or null to explain.
 */
const named = [
  'Countries.',
  'Event type.',
  'Events.',
  'MMSI.',
  'Markets.',
  'Name.',
  'News.',
  'Position.',
  'Return of the portfolio.',
  'Sanctions.',
  'The aircraft.',
  'The asset class.',
  'The center.',
  'The channel.',
  'The condition.',
  'The conditions.',
  'The currency.',
  'The current password.',
  'The day.',
  'The description.',
  'The endpoint.',
  'The event.',
  'The features.',
  'The feed.',
  'The first day.',
  'The id of the geofence.',
  'The id of the portfolio.',
  'The limit.',
  'The method.',
  'The name.',
  'The password.',
  'The place.',
  'The port.',
  'The portfolios.',
  'The position.',
  'The price.',
  'The question.',
  'The scenario.',
  'The seed.',
  'The shape.',
  'The shocks.',
  'The symbol.',
  'The tables.',
  'The target.',
  'The text.',
  'The title.',
  'The watchlist.',
  'Title.',
  'Vessels.',
  'Your description.',
];
const exceptions = Object.fromEntries(named.map((sentence) => [sentence, 'the schema says the rest']));
const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as object;

test('the sentences of the description begin with their subject, have a verb and use one word for one thing', (t) => {
  t.deepEqual(descriptionFindings(document, exceptions), []);
});

test('every exception is still in the description', (t) => {
  const found = descriptionFindings(document);
  t.deepEqual(
    named.filter((sentence) => !found.some((finding) => finding.endsWith(`: ${sentence}`))),
    [],
  );
});

test('sentences that hide their subject, use a banned term or only name their field are found', (t) => {
  const hidden = ['What it is.', 'Of a sale: its lots.', 'How far it is.', 'That it ended.', 'Which lots it takes.'];
  t.deepEqual(
    hidden.map((sentence) => faultsOf(sentence).length),
    hidden.map(() => 1),
  );
  const banned = ['A symbol, in either case.', 'The loss as a share.', 'By default now.', 'The end, not included.'];
  t.deepEqual(
    banned.map((sentence) => faultsOf(sentence).length),
    banned.map(() => 1),
  );
  t.deepEqual(faultsOf('A share is an equity; the loss is a fraction.'), []);
  t.deepEqual(faultsOf('What is a lot?'), []);
  t.is(fieldFaultsOf('Its name.', 'name').length, 1);
  t.deepEqual(fieldFaultsOf('Name of the chart, at most 100 characters.', 'name'), []);
  t.is(operationFaultsOf({ summary: 'Vessels', description: 'The vessels.' }).length, 2);
  t.deepEqual(operationFaultsOf({ summary: 'List vessels', description: 'Lists the vessels.' }), []);
});
