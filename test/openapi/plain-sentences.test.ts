import { readFileSync } from 'node:fs';
import test from 'ava';
import { firstLineFindings } from '../../src/openapi/first-lines.js';
import { descriptionFindings, faultsOf, fieldFaultsOf, operationFaultsOf } from '../../src/openapi/plain-sentences.js';

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as object;

test('the sentences of the description begin with their subject, have a verb and use one word for one thing', (t) => {
  t.deepEqual(descriptionFindings(document), []);
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
  const ofApi = [
    'A late time is refused.',
    'The browser does not tell.',
    'It signs in no more.',
    'The answer of a provider.',
  ];
  const description = {
    components: { schemas: Object.fromEntries(ofApi.map((text, at) => [at, { description: text }])) },
  };
  t.is(descriptionFindings(description).length, ofApi.length);
  const absent = ['There are none.', 'A feed that has none.', 'Servers that need none.', 'Prices go on.'];
  t.deepEqual(
    absent.map((sentence) => faultsOf(sentence).length),
    absent.map(() => 1),
  );
  t.deepEqual(faultsOf('None of the feeds has a price.'), []);
  t.deepEqual(faultsOf('A share is an equity; the loss is a fraction.'), []);
  t.deepEqual(faultsOf('What is a lot?'), []);
  t.is(fieldFaultsOf('Its name.', 'name').length, 1);
  t.deepEqual(fieldFaultsOf('Name of the chart, at most 100 characters.', 'name'), []);
  t.is(operationFaultsOf({ summary: 'Vessels', description: 'The vessels.' }).length, 2);
  t.deepEqual(operationFaultsOf({ summary: 'List vessels', description: 'Lists the vessels.' }), []);
});

test('the first line of a docstring or comment is a plain sentence; later lines and code are not its concern', (t) => {
  const findings = (content: string) => firstLineFindings(content).length;
  t.is(findings('/** What it returns. */'), 1);
  t.is(findings('/**\n * How far it is.\n */'), 1);
  t.is(findings('  // That it ended.\nconst a = 1;'), 1);
  const banned = 'nobody';
  t.is(findings(`/** Returns a list that ${banned} reads. */`), 1);
  t.is(findings('// The list is complete.\n// That is a rule.\nconst of = `What`;'), 0);
  t.is(findings('/** Returns the distance. How far it is does not matter. */'), 0);
});
