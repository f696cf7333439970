import test from 'ava';
import {
  type BrokerName,
  brokerNames,
  importFormats,
  type ReadFile,
} from '../../../src/features/portfolios/import/file/import-entry.js';
import { UnreadableFile } from '../../../src/text/unreadable-file.js';
import { startTestService } from '../../support/test-service.js';
import { brokerSamples, type SampleEntry } from './broker-samples.js';
import { importPlace } from './import-place.js';
import { issuesOf, readerFor } from './read-import.js';

const read = readerFor('EUR');

const entriesOf = ({ entries, instruments }: ReadFile): SampleEntry[] =>
  entries.map(({ type, tradedAt, instrument, quantity, price, amount, currency, fee, tax }) => {
    const reference = instrument === null ? null : (instruments[instrument] ?? null);
    const name = reference && (reference.isin ?? reference.symbol);
    return [type, tradedAt.slice(0, 10), name, quantity, price, amount, currency, fee, tax];
  });

for (const broker of brokerNames)
  test(`a table of ${broker} is recognized, or named, and means the same`, (t) => {
    const { text, entries, ignored = 0 } = brokerSamples[broker];
    for (const file of [read(text), read(text, { format: 'table', broker })]) {
      t.deepEqual(issuesOf(file), []);
      t.like(file, { format: 'table', broker, ignored, rejected: 0 });
      t.deepEqual(entriesOf(file), entries);
    }
  });

test('with the general formats there are at least twenty', (t) => {
  t.true(new Set([...importFormats, ...brokerNames]).size >= 20);
});

test('a table of another broker is rejected with the headers that were expected', (t) => {
  for (const broker of brokerNames) {
    const other: BrokerName = broker === 'schwab' ? 'revolut' : 'schwab';
    const error = t.throws(() => read(brokerSamples[other].text, { format: 'table', broker }), {
      instanceOf: UnreadableFile,
    });
    t.regex(error?.message ?? '', /^No header row of .+ was found\. Its files have the headers: .+, .+\.$/, broker);
  }
});

test('a further column, a named format and named columns', (t) => {
  const { text, entries } = brokerSamples.revolut;
  const wider = text.replace('FX Rate\n', 'FX Rate,Colour\n');
  t.is(read(wider).broker, undefined);
  t.is(read(text, { format: 'table' }).broker, undefined);
  const named = read(wider, { format: 'table', broker: 'revolut' });
  t.is(named.broker, 'revolut');
  t.deepEqual(entriesOf(named), entries);
  const noted = read(text, { columns: { note: 'FX Rate' } });
  t.is(noted.broker, 'revolut');
  t.is(noted.entries[0]?.note, '1.1055');
});

test('a type that a broker does not declare, and a tax in another currency, are issues with row and column', (t) => {
  const [header] = brokerSamples.trading_212.text.split('\n');
  const stock = 'US17275R1023,CSCO,"Cisco Systems",0.5';
  const rows = [
    `Stock distribution,2025-01-23 14:46:06,${stock},0.00,USD,,,"EUR",0.00,"EUR",,,,x1,,`,
    `Dividend (Dividend),2025-01-23 14:46:06,${stock},0.34,USD,,,,0.15,"EUR",0.03,GBP,,x2,,`,
  ];
  t.deepEqual(issuesOf(read([header, ...rows].join('\n'))), [
    [2, 'Action', 'unknown_type'],
    [3, 'Currency (Withholding tax)', 'currency_mismatch'],
  ]);
  const degiro = brokerSamples.degiro.text.replace('XNAS,-2,', 'XNAS,,');
  t.deepEqual(issuesOf(read(degiro)), [[2, 'Quantity', 'required']]);
});

test('the report names the broker', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const { send } = await importPlace(service);
  const { json, text } = await send(brokerSamples.schwab.text, '?fileFormat=schwab&dryRun=true');
  t.like(json, { format: 'table', brokerFormat: 'schwab', rowCount: 4 }, text);
  const other = await send(brokerSamples.schwab.text, '?fileFormat=degiro&dryRun=true');
  t.is(other.status, 422);
  t.regex(other.json.detail, /headers: Date, Time, Product/);
  const plain = await send('type,tradedAt,amount,currency\ndeposit,2024-01-02,5,EUR\n', '?dryRun=true');
  t.is(plain.json.brokerFormat, null);
});
