import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { csvRows } from '../../../src/features/osint/sanctions/csv-rows.js';
import { readFtmList } from '../../../src/features/osint/sanctions/ftm-list.js';
import { readOfacLists } from '../../../src/features/osint/sanctions/ofac-list.js';
import { root } from '../../support/sources.js';

const file = (name: string) => readFileSync(join(root, 'test/fixtures/osint/ofac', name), 'utf8');
const sdn = { main: file('sdn.csv'), alt: file('alt.csv'), add: file('add.csv'), comments: file('sdn_comments.csv') };
const ofac = () => readOfacLists([sdn]);

test('the four files of OFAC are joined by number, and every record is read', (t) => {
  const { entities, skipped } = ofac();
  t.is(skipped, 0);
  t.is(entities.length, 17);
  const leader = entities.find(({ id }) => id === 'ofac:47371');
  t.like(leader, { type: 'vessel', name: 'NS LEADER', programs: ['RUSSIA-EO14024'], countries: ['GA'] });
  t.deepEqual(leader?.identifiers, [
    { type: 'imo', value: '9339301' },
    { type: 'mmsi', value: '636013272' },
    { type: 'callsign', value: 'A8LU7' },
  ]);
});

test('a continued remark is read as one text, and wallets, aliases, nationalities and dates are found in it', (t) => {
  const { entities } = ofac();
  const suex = entities.find(({ id }) => id === 'ofac:33151');
  const wallets = suex?.identifiers.filter(({ type }) => type === 'wallet').map(({ value }) => value);
  t.true(wallets?.includes('12HQDsicffSBaYdJ6BhnE22sfjTESmmzKx'));
  t.true(wallets?.includes('0x2f389ce8bd8ff92de3402ffce4691d17fc4f6535'));
  t.deepEqual(suex?.aliases, ['SUCCESSFUL EXCHANGE']);
  const person = entities.find(({ id }) => id === 'ofac:48603');
  t.deepEqual([person?.birthDates, person?.countries], [['17 Apr 1993'], ['RU']]);
  t.true(person?.aliases.includes('LOCKBITSUPP'));
});

test('the consolidated list is read with SDN; a record of both lists is one entry with the programs and aliases of both', (t) => {
  const consolidated = { main: file('cons_prim.csv'), alt: file('cons_alt.csv'), add: file('cons_add.csv') };
  const { entities, skipped } = readOfacLists([sdn, consolidated]);
  t.deepEqual([entities.length, skipped], [17 + 4, 0]);
  t.like(
    entities.find(({ id }) => id === 'ofac:17022'),
    { type: 'organization', name: 'OPEN JOINT-STOCK COMPANY ROSNEFT OIL COMPANY', programs: ['UKRAINE-EO13662'] },
  );
  const person = entities.find(({ id }) => id === 'ofac:9659');
  t.like(person, { type: 'person', programs: ['SDGT', 'NS-PLC'], birthDates: ['1961'] });
  t.true(person?.aliases.includes('HAMAD, Fathi'));

  const row = (id: string, program: string) =>
    `${id},"ACME BANK",-0- ,"${program}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `;
  const both = readOfacLists([
    { main: row('5', 'RUSSIA-EO14024'), alt: '5,1,"aka","ACME",-0- ' },
    { main: `${row('5', 'UKRAINE-EO13662')}\n${row('6', 'CMIC-EO13959')}`, alt: '5,2,"fka","OLD BANK",-0- ' },
  ]);
  t.deepEqual(
    both.entities.map(({ id, programs, aliases }) => [id, programs, aliases]),
    [
      ['ofac:5', ['RUSSIA-EO14024', 'UKRAINE-EO13662'], ['ACME', 'OLD BANK']],
      ['ofac:6', ['CMIC-EO13959'], []],
    ],
  );
});

test('records of OFAC that are too short are skipped and counted', (t) => {
  const { entities, skipped } = readOfacLists([
    {
      main: '<html>\r\n1,"A"\r\n36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\x1a',
    },
  ]);
  t.deepEqual(
    entities.map(({ name, type, remarks }) => [name, type, remarks]),
    [['AEROCARIBBEAN AIRLINES', 'organization', null]],
  );
  t.is(skipped, 2);
});

test('quoted cells may contain commas, line ends and doubled quotes; a quote that is never closed ends with the file', (t) => {
  t.deepEqual(
    [...csvRows('1,"a, ""b""\nc",d\r\n\r\n2, x ,\n3,"open')],
    [
      ['1', 'a, "b"\nc', 'd'],
      ['2', 'x', ''],
      ['3', 'open'],
    ],
  );
});

const line = (id: string, schema: string, properties: object) =>
  JSON.stringify({ id, caption: `Name of ${id}`, schema, properties });

test('only FollowTheMoney entities with the topic of sanctions are read', (t) => {
  const text = [
    line('a', 'Vessel', {
      topics: ['sanction'],
      name: ['Name of a', 'Other'],
      imoNumber: ['IMO9008354'],
      flag: ['pa'],
    }),
    line('b', 'Person', { topics: ['role.pep'], name: ['B'] }),
    line('c', 'Address', { full: ['Street'] }),
    '{"id":',
    '[]',
    line('d', 'Person', { topics: 'sanction' }),
    '',
  ].join('\n');
  const { entities, skipped } = readFtmList(text, 'list');
  t.is(skipped, 2);
  t.is(entities.length, 1);
  t.like(entities[0], {
    id: 'list:a',
    type: 'vessel',
    name: 'Name of a',
    aliases: ['Other'],
    countries: ['PA'],
    identifiers: [{ type: 'imo', value: '9008354' }],
  });
});

test('the lengths of the fields of an entry are limited', (t) => {
  const long = line('a', 'Person', {
    topics: ['sanction'],
    name: Array.from({ length: 5_000 }, (_, index) => `${index} ${'x'.repeat(2_000)}`),
    notes: ['y'.repeat(90_000)],
  });
  const [entity] = readFtmList(long, 'list').entities;
  t.is(entity?.aliases.length, 100);
  t.true(entity?.aliases.every((alias) => alias.length <= 400));
  t.is(entity?.remarks?.length, 4_000);
});
