import { createRequire } from 'node:module';
import { lazy } from '../../../async/lazy.js';
import type { InsiderLine, InsiderOwner, InsiderRelation, InsiderReport } from '../insider-report.js';
import { isDay, objectOf } from './sec-facts.js';

/** Amounts beyond these are invalid: numbers of shares, and prices of a share. */
const MAX_SHARES = 1e13;
const MAX_PRICE = 1e8;
const MAX_OWNERS = 10;
const MAX_LINES = 500;

const lines = new Set([
  'reportingOwner',
  'nonDerivativeTransaction',
  'nonDerivativeHolding',
  'derivativeTransaction',
  'derivativeHolding',
]);
const unread = new Set(['footnotes', 'ownerSignature', 'reportingOwnerAddress', 'remarks']);
const parser = lazy(() => {
  const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');
  return new XMLParser({
    parseTagValue: false,
    processEntities: true,
    isArray: (name) => lines.has(name),
    updateTag: (name) => !unread.has(name),
  });
});

type Node = Record<string, unknown>;

/**
 * Parses a report of form 3, 4 or 5 (EDGAR Ownership XML Technical Specification). Values are in `<value>`; a price may
 * be a footnote alone. Lines with negative or impossible numbers, and with a day after the filing, are left out.
 * @param filedOn the filing day
 * @returns undefined for a document in another form
 */
export function readInsiderForm(text: string, filedOn: string): InsiderReport | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined;
  const document = parse(text);
  const asOf = contentOf(document?.periodOfReport, 10);
  if (document === undefined || asOf === null || !isDay(asOf)) return undefined;
  const owners = listOf(document.reportingOwner).slice(0, MAX_OWNERS).flatMap(ownerOf);
  if (owners.length === 0) return undefined;
  const tables = [objectOf(document.nonDerivativeTable) ?? {}, objectOf(document.derivativeTable) ?? {}];
  const rows = tables.flatMap((table, isDerivative) =>
    (['Transaction', 'Holding'] as const).flatMap((kind) =>
      listOf(table[`${isDerivative === 1 ? 'derivative' : 'nonDerivative'}${kind}`]).map((row) =>
        lineOf(objectOf(row) ?? {}, kind === 'Transaction', isDerivative === 1),
      ),
    ),
  );
  const read = rows.slice(0, MAX_LINES).flatMap((line) => ((line?.day ?? '') <= filedOn ? (line ?? []) : []));
  const original = contentOf(document.dateOfOriginalSubmission, 10);
  return {
    asOf,
    originalFiledOn: original !== null && isDay(original) ? original : null,
    currency: 'USD',
    owners,
    lines: read,
    leftOut: rows.length - read.length,
  };
}

function parse(text: string): Node | undefined {
  try {
    return objectOf(objectOf(parser().parse(text))?.ownershipDocument);
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the text of an element, or of its `<value>`; null if it is empty or has a footnote alone. */
function contentOf(element: unknown, max: number): string | null {
  const value = typeof element === 'string' ? element : objectOf(element)?.value;
  if (typeof value !== 'string') return null;
  const text = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max);
  return text === '' ? null : text;
}

const isTrue = (value: unknown): boolean => ['1', 'true'].includes(contentOf(value, 5)?.toLowerCase() ?? '');

function ownerOf(element: unknown): InsiderOwner[] {
  const owner = objectOf(element) ?? {};
  const [id, relation] = [objectOf(owner.reportingOwnerId) ?? {}, objectOf(owner.reportingOwnerRelationship) ?? {}];
  const name = contentOf(id.rptOwnerName, 200);
  const cik = String(Number(contentOf(id.rptOwnerCik, 10) ?? 'unknown'));
  const relations: Array<[string, InsiderRelation]> = [
    ['isDirector', 'director'],
    ['isOfficer', 'officer'],
    ['isTenPercentOwner', 'ten_percent_owner'],
    ['isOther', 'other'],
  ];
  if (name === null) return [];
  return [
    {
      name,
      cik: /^[1-9]\d{0,9}$/.test(cik) ? cik : null,
      relations: relations.flatMap(([flag, meaning]) => (isTrue(relation[flag]) ? meaning : [])),
      title: contentOf(relation.officerTitle, 200) ?? contentOf(relation.otherText, 200),
    },
  ];
}

/** Returns a number; null if it is missing, undefined if it is impossible. */
function numberOf(element: unknown, max: number): number | null | undefined {
  const text = contentOf(element, 40);
  if (text === null) return null;
  const value = /^\d*\.?\d+$|^\d+\.$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : Number.NaN;
  return value <= max ? value : undefined;
}

/** Returns a line; undefined if it cannot be right. */
function lineOf(row: Node, isTransaction: boolean, isDerivative: boolean): InsiderLine | undefined {
  const amounts = objectOf(row.transactionAmounts) ?? {};
  const security = contentOf(row.securityTitle, 200);
  const day = contentOf(row.transactionDate, 10);
  const code = contentOf(objectOf(row.transactionCoding)?.transactionCode, 1);
  const direction = contentOf(amounts.transactionAcquiredDisposedCode, 1);
  const nature = objectOf(row.ownershipNature) ?? {};
  const owned = contentOf(nature.directOrIndirectOwnership, 1);
  const shares = numberOf(amounts.transactionShares, MAX_SHARES);
  const price = numberOf(amounts.transactionPricePerShare, MAX_PRICE);
  const heldAfter = numberOf(objectOf(row.postTransactionAmounts)?.sharesOwnedFollowingTransaction, MAX_SHARES);
  if (security === null || shares === undefined || price === undefined || heldAfter === undefined) return undefined;
  const isComplete = isDay(day) && code !== null && /^[A-Z]$/.test(code) && (direction === 'A' || direction === 'D');
  if (isTransaction && !isComplete) return undefined;
  return {
    kind: isTransaction ? 'transaction' : 'holding',
    isDerivative,
    security,
    ...(isTransaction
      ? { day, code, direction: direction === 'A' ? 'acquired' : 'disposed', shares, price }
      : { day: null, code: null, direction: null, shares: null, price: null }),
    heldAfter,
    ownership: owned === 'D' ? 'direct' : owned === 'I' ? 'indirect' : null,
    nature: contentOf(nature.natureOfOwnership, 200),
  };
}
