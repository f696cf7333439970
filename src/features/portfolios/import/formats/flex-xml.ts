import { createRequire } from 'node:module';
import { lazy } from '../../../../async/lazy.js';
import { UnreadableFile } from '../../../../text/unreadable-file.js';
import type { ImportWarning, KeepEntry, ReadOptions, ReadSummary } from '../file/import-entry.js';
import { EntryBuilder } from './entry-builder.js';
import { type FlexKind, type FlexRecord, readFlexStatement } from './flex-statement.js';
import { Issues } from './issues.js';
import { RowCells } from './row-cells.js';

type Attributes = Record<string, string>;
type Element = Attributes & Record<string, unknown>;

const parser = lazy(() => {
  const { XMLParser, XMLValidator } = createRequire(import.meta.url)(
    'fast-xml-parser',
  ) as typeof import('fast-xml-parser');
  const many = ['FlexStatement', 'Trade', 'CashTransaction', 'CorporateAction', 'Transfer'];
  const xml = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => many.includes(name),
  });
  return { xml, isValid: (text: string) => XMLValidator.validate(text) === true };
});

const sections: ReadonlyArray<readonly [FlexKind, string, string]> = [
  ['trade', 'Trades', 'Trade'],
  ['cash', 'CashTransactions', 'CashTransaction'],
  ['action', 'CorporateActions', 'CorporateAction'],
  ['transfer', 'Transfers', 'Transfer'],
];
const style = { decimalSign: '.', dates: { order: null, shifts: false }, formulas: 'text' } as const;

/**
 * Reads a Flex report of Interactive Brokers as XML. Documents with a document type or entity declarations are
 * rejected.
 * @throws UnreadableFile
 */
export function readFlexXml(
  text: string,
  { baseCurrency, currency }: ReadOptions,
  keep: KeepEntry,
): Omit<ReadSummary, 'encoding'> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableFile('The XML must not declare a document type or entities.');
  if (!parser().isValid(text)) throw new UnreadableFile('The file is not well-formed XML.');
  const root = parser().xml.parse(text) as {
    FlexQueryResponse?: { FlexStatements?: { FlexStatement?: Element[]; count?: string } };
  };
  const found = root.FlexQueryResponse?.FlexStatements;
  const statements = found?.FlexStatement;
  if (statements === undefined) throw new UnreadableFile('The XML is not a Flex report: it has no `FlexStatement`.');
  const isCounted = found?.count === undefined || Number(found.count) === statements.length;
  const warnings: ImportWarning[] = isCounted
    ? []
    : [{ code: 'statement_count', detail: countWarning(found?.count, statements.length) }];
  const issues = new Issues();
  const builder = new EntryBuilder(currency, keep);
  const counts = { rows: 0, ignored: 0 };
  for (const statement of statements) {
    const records = recordsOf(statement, issues, () => (counts.rows += 1));
    const account = (statement.AccountInformation as Attributes | undefined)?.currency ?? null;
    counts.ignored += readFlexStatement(records, account, builder, baseCurrency);
  }
  return {
    format: 'interactive_brokers',
    delimiter: null,
    decimalSign: '.',
    dateOrder: null,
    labels: {},
    rows: counts.rows - counts.ignored,
    ignored: counts.ignored,
    instruments: builder.instruments,
    issues: issues.kept,
    rejected: issues.rejected,
    warnings,
  };
}

/**
 * Returns the warning for a wrong count of statements. The file is complete, since a truncated one would not be
 * well-formed XML, so it is only a warning.
 */
const countWarning = (counted: string | undefined, found: number): string =>
  `The file has ${found === 1 ? 'one statement' : `${found} statements`}, but counts ${Number(counted) || 'another number'}: if accounts are missing, import them too.`;

function recordsOf(statement: Element, issues: Issues, next: () => number): FlexRecord[] {
  return sections.flatMap(([kind, section, name]) => {
    const elements = (statement[section] as Record<string, Attributes[]> | '' | undefined) || undefined;
    return (elements?.[name] ?? []).map((attributes): FlexRecord => {
      const names = new Map(Object.keys(attributes).map((attribute) => [attribute.toLowerCase(), attribute]));
      const cellOf = (field: string) => unescaped(attributes[names.get(field) ?? '']);
      return { kind, cells: new RowCells(next(), cellOf, (field) => names.get(field) ?? field, style, issues) };
    });
  });
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five predefined entities of XML; other entities are unchanged. */
const unescaped = (text: string | undefined): string | undefined =>
  typeof text === 'string'
    ? text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] as string)
    : undefined;
