import test from 'ava';
import { resolveDestination } from '../../../../src/features/geospatial/ports/destination-resolver.js';
import { SeaLanes } from '../../../../src/features/geospatial/simulator/sea-lanes.js';
import { destinationScore } from '../../../support/labelled-destinations.js';

/** Returns the port and the score of a text, as `NLRTM 0.95`. */
const shown = (text: string): string | undefined => {
  const found = resolveDestination(text);
  return found && `${found.port.id} ${found.score}`;
};

test('a UN/LOCODE is read in its usual forms', (t) => {
  for (const text of [
    'NLRTM',
    'NL RTM',
    'nl rtm',
    'BE ANR>NL RTM',
    'BEANR >> NLRTM',
    '>NL RTM',
    'NL-RTM',
    'NL_RTM@@@@',
  ])
    t.is(shown(text), 'NLRTM 0.95', text);
  t.is(shown('RTM NL'), 'NLRTM 0.8');
  t.is(shown('NLRTM00116LOCKB00412'), 'NLRTM 0.9');
  t.is(shown('CN SGH'), 'CNSHA 0.95');
});

test('a code that is not in the table names no port', (t) => {
  for (const text of ['NLZZZ', 'NL ZZZ', 'PA PAN', 'BEANR>NL ZZZ']) t.is(shown(text), undefined, text);
});

test('names are read with other names, without spaces, with countries and parts of ports', (t) => {
  for (const text of [
    'ROTTERDAM',
    'Rotterdam',
    'ROTTERDAM ANCHORAGE',
    'PORT OF ROTTERDAM',
    'ROTTERDAM, NL',
    'R0TTERDAM',
  ])
    t.is(resolveDestination(text)?.port.id, 'NLRTM', text);
  t.is(shown('ANTWERP'), 'BEANR 0.95');
  t.is(shown('TIAN JIN'), shown('TIANJIN'));
  t.deepEqual(resolveDestination('VANCOUVER, CANADA')?.reasons, ['exact_name', 'country_named']);
});

test('one typing error is accepted in longer names; in shorter ones the score is low', (t) => {
  for (const text of ['ROTERDAM', 'ROTTERDDAM', 'ROTTERDOM', 'ROTETRDAM']) t.is(shown(text), 'NLRTM 0.8', text);
  t.is(shown('XIAMAN'), 'CNXMN 0.55');
  t.is(shown('ROTEDAM'), undefined);
  t.is(shown('TOTTERDAM'), undefined);
});

test('places on the route, and the rest of the text, are left out', (t) => {
  t.deepEqual(resolveDestination('ROTTERDAM VIA KIEL'), {
    ...resolveDestination('ROTTERDAM'),
    reasons: ['exact_name', 'before_via'],
  } as never);
  t.is(shown('GENOA FOR ORDERS'), 'ITGOA 0.95');
  t.deepEqual(resolveDestination('CN NANSHA>DE HAMBURG')?.reasons, ['exact_name', 'country_named', 'last_of_route']);
});

test('several ports, routes in both directions and equally large ports of one name name no port', (t) => {
  for (const text of ['CALAIS<>DOVER', 'CALAIS<-->DOVER', 'CALAIS/DOVER', 'CALAIS DOVER', 'CALAIS-DOVER'])
    t.is(shown(text), undefined, text);
});

test('orders, occupations, numbers and signs name no port', (t) => {
  for (const text of [
    '',
    '.',
    '>',
    'FOR ORDERS',
    'ORDERS',
    'HOME',
    'FISHING GROUND',
    'DREDGING',
    'VHF CH 16',
    '000000',
  ])
    t.is(shown(text), undefined, text);
  for (const text of ['+31 555 5555', '@@@@@@@@', 'NLRTM'.repeat(4), '-'.repeat(100), 'A '.repeat(60)])
    t.true((resolveDestination(text)?.score ?? 0) < 0.6, text);
});

test('the destinations of the simulator name its ports', (t) => {
  const { ports } = new SeaLanes();
  const found = ports.filter(({ name }) => (resolveDestination(name.toUpperCase())?.score ?? 0) >= 0.6);
  t.true(found.length / ports.length > 0.95, `${found.length} of ${ports.length}`);
});

for (const [half, least] of [
  ['tuned', { precision: 0.95, recall: 0.85 }],
  ['frozen', { precision: 0.9, recall: 0.9 }],
] as const)
  test(`recorded destinations, ${half} half: precision and recall reach ${least.precision} and ${least.recall}`, (t) => {
    const { texts, precision, recall } = destinationScore(half);
    t.log(`${texts} texts: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
    t.true(precision >= least.precision && recall >= least.recall);
  });
