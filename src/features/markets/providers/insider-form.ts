import { createRequire } from 'node:module';
import { lazy } from '../../../async/lazy.js';
import type { InsiderLine, InsiderOwner, InsiderRelation, InsiderReport } from '../insider-report.js';
import { isDay, objectOf } from './sec-facts.js';

/** Amounts beyond these are invalid: numbers of shares, and prices of a share. */
const MAX_SHARES = 1e13;
const MAX_PRICE = 1e8;
const MAX_OWNERS = 10;
const MAX_LINES = 500;

/** Elements that may be repeated; each is a list. */
const lines = new Set([
  'reportingOwner',
  'nonDerivativeTransaction',
  'nonDerivativeHolding',
  'derivativeTransaction',
  'derivativeHolding',
]);
const unread = new Set(['footnotes', 'ownerSignature', 'reportingOwnerAddress', 'remarks']);
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

/**
 * Returns the elements of a document, those without children as text; undefined for one that ends too early. Attributes
 * are left out.
 */
function parse(text: string): Node | undefined {
  const root = newNode();
  // An element is undefined until it has a child.
  const open: Array<Node | undefined> = [root];
  let content = '';
  const reader = new (parser())(
    {
      onopentag: () => {
        open.push(undefined);
        content = '';
      },
      ontext: (part) => {
        content += part;
      },
      onclosetag: (name) => {
        const element = open.pop() ?? content.trim();
        content = '';
        if (unread.has(name)) return;
        let parent = open.at(-1);
        if (parent === undefined) {
          parent = newNode();
          open[open.length - 1] = parent;
        }
        addTo(parent, name, element);
      },
    },
    { xmlMode: true },
  );
  reader.write(text);
  const isComplete = open.length === 1;
  reader.end();
  return isComplete ? objectOf(root.ownershipDocument) : undefined;
}

const parser = lazy(() => (createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2')).Parser);

/** Returns an element in which every name, also `__proto__`, is only a child. */
const newNode = (): Node => Object.create(null) as Node;

function addTo(parent: Node, name: string, element: unknown): void {
  const before = parent[name];
  if (Array.isArray(before)) before.push(element);
  else if (lines.has(name)) parent[name] = [element];
  else parent[name] = before === undefined ? element : [before, element];
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
