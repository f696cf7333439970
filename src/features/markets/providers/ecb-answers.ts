import { createRequire } from 'node:module';
import { lazy } from '../../../async/lazy.js';
import { readDay, readList, readRecord } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import { readRows } from './answer-rows.js';
import { requirePrice } from './answer-values.js';
import { type ReferenceDay, withUnusable } from './reference-rates.js';

const parser = lazy(() => {
  const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'Cube',
  });
});

/** Number of days parsed at once: about 50 ms of work the first time, a third of that later. */
const DAYS_PER_PIECE = 60;

/**
 * Splits `eurofxref-daily.xml`, `eurofxref-hist-90d.xml` or `eurofxref-hist.xml` of the European Central Bank: an
 * envelope with a `Cube` of days, each with a `time` and a `Cube` per currency with `currency` and `rate` for one euro.
 * Parsing the whole history takes more than a second, so it is split into documents of 60 days. A truncated document,
 * or one with a document type or entity declarations, is rejected.
 * @returns one or more documents for `ecbDays`
 * @throws UpstreamError `bad_answer`
 */
export function ecbPieces(text: unknown): string[] {
  if (typeof text !== 'string' || /<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw badAnswer('The document is not one of rates.');
  const end = /<\/Cube>\s*<\/(?:\w+:)?Envelope>\s*$/.exec(text.slice(-200))?.[0];
  if (end === undefined) throw badAnswer('The document does not end as one of rates.');
  const [, ...days] = text.slice(0, -end.length).split(/(?=<Cube\s+time=)/);
  if (days.length === 0) throw badAnswer('There are no days.');
  const pieces = Array.from({ length: Math.ceil(days.length / DAYS_PER_PIECE) }, (_, index) =>
    days.slice(index * DAYS_PER_PIECE, (index + 1) * DAYS_PER_PIECE),
  );
  return pieces.map((piece) => `<Envelope><Cube>${piece.join('')}</Cube></Envelope>`);
}

/** Reads the days of one document, in the order of the document. @throws UpstreamError `bad_answer` */
export function ecbDays(document: string): ReferenceDay[] {
  const envelope = readRecord(parse(document).Envelope, 'The envelope');
  const [cube] = readList(envelope.Cube, 'The cube');
  return readRows(readRecord(cube, 'The cube').Cube, 'The list of days', (row) => {
    const { time, Cube } = readRecord(row, 'A day');
    return { day: readDay(time, 'time'), ...readRates(Cube) };
  }).rows;
}

function readRates(list: unknown): Pick<ReferenceDay, 'rates' | 'unusable'> {
  const { rows } = readRows(list, 'The rates', (row) => {
    const { currency, rate } = readRecord(row, 'A rate');
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) throw badAnswer('A rate has no currency.');
    return [currency, requirePrice(rate, 'A rate')] as const;
  });
  const codes = readList(list, 'The rates').map((row) => (row as { currency?: unknown } | null)?.currency);
  return withUnusable(Object.fromEntries(rows), codes);
}

function parse(text: string): Record<string, unknown> {
  try {
    return readRecord(parser().parse(text), 'The document');
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The document is no XML.');
  }
}
