import { XMLParser } from 'fast-xml-parser';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import { readRows } from './answer-rows.js';
import { readDay, readList, readRecord, requirePrice } from './answer-values.js';
import type { ReferenceDay } from './reference-rates.js';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/**
 * `eurofxref-daily.xml`, `eurofxref-hist-90d.xml`, `eurofxref-hist.xml` of the European Central Bank: an envelope with a `Cube` of days, each
 * with a `time` and a `Cube` for each currency, with `currency` and `rate` for one euro. A document that declares types or entities, or that
 * breaks off, is refused.
 * @returns ascending
 * @throws UpstreamError `bad_answer`
 */
export function ecbDays(text: unknown): ReferenceDay[] {
  if (typeof text !== 'string' || /<!(?:DOCTYPE|ENTITY)/i.test(text)) throw badAnswer('The document is not one of rates.');
  if (!/<\/(?:\w+:)?Envelope>\s*$/.test(text.slice(-200))) throw badAnswer('The document does not end as one of rates.');
  const envelope = readRecord(parse(text).Envelope, 'The envelope');
  const [cube] = readList(envelope.Cube, 'The cube');
  const { rows } = readRows(readRecord(cube, 'The cube').Cube, 'The list of days', (row) => {
    const { time, Cube } = readRecord(row, 'A day');
    return { day: readDay(time, 'time'), rates: readRates(Cube) };
  });
  if (rows.length === 0) throw badAnswer('There are no days.');
  return rows.sort((a, b) => (a.day < b.day ? -1 : 1));
}

function readRates(list: unknown): Record<string, number> {
  const { rows } = readRows(list, 'The rates', (row) => {
    const { currency, rate } = readRecord(row, 'A rate');
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) throw badAnswer('A rate has no currency.');
    return [currency, requirePrice(rate, 'A rate')] as const;
  });
  return Object.fromEntries(rows);
}

function parse(text: string): Record<string, unknown> {
  try {
    return readRecord(parser.parse(text), 'The document');
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The document is no XML.');
  }
}
