import { createRequire } from 'node:module';
import { lazy } from '../../../async/lazy.js';
import type { FundHolding, FundHoldingKind, FundPortfolio } from '../fund-portfolio.js';
import { isDay, objectOf } from './sec-facts.js';

/** Maximum number of holdings; the largest bond funds report some 18,000. */
const MAX_HOLDINGS = 25_000;
/** Weights beyond this are invalid. A fund of derivatives may have single positions above its net assets. */
const MAX_WEIGHT = 20;

/** The content of a report of form N-PORT, without the time of its publication. */
export type NportReport = Omit<FundPortfolio, 'publishedAt' | 'url'> & {
  /** The series that reports, such as `S000004310`. */
  seriesId: string | null;
  /** Tickers by the position of their holding; null where the report has no ticker. */
  tickers: ReadonlyArray<string | null>;
};

/**
 * Kinds of assets by their code in item C.4.a of the form. Codes that begin with `D` and are not debt are derivatives,
 * those that begin with `ABS-` are debt.
 */
const kinds: Readonly<Record<string, FundHoldingKind>> = {
  EC: 'equity',
  EP: 'equity',
  DBT: 'debt',
  LON: 'debt',
  SN: 'debt',
  STIV: 'cash',
  RA: 'cash',
  COMM: 'commodity',
  RE: 'real_estate',
};

const parser = lazy(() => {
  const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: true,
    isArray: (name) => name === 'invstOrSec',
    // Terms of loans and derivatives are large and not read.
    updateTag: (name) => !unread.has(name),
  });
});
const unread = new Set([
  'securityLending',
  'debtSec',
  'derivativeInfo',
  'repurchaseAgrmt',
  'signature',
  'explntrNotes',
]);

type Node = Record<string, unknown>;

/**
 * Parses a report of form N-PORT (https://www.sec.gov/files/formn-port.pdf, XML technical specification of EDGAR): the
 * month-end holdings of a registered fund. Filers write `N/A` for what does not exist. The weight is the percentage of
 * the net assets; the currency is in `curCd`, or in `currencyConditional` if it is not the US dollar.
 * @returns undefined for a document in another form
 */
export function readNport(text: string): NportReport | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined;
  const form = objectOf(objectOf(parse(text)?.edgarSubmission)?.formData);
  const general = objectOf(form?.genInfo);
  const rows = objectOf(form?.invstOrSecs)?.invstOrSec;
  const asOf = textOf(general?.repPdDate, 10);
  if (form === undefined || asOf === null || !isDay(asOf)) return undefined;
  const found: Array<{ holding: FundHolding; ticker: string | null }> = [];
  let leftOut = 0;
  for (const row of Array.isArray(rows) ? rows : []) {
    const read = found.length < MAX_HOLDINGS ? holdingOf(objectOf(row) ?? {}) : undefined;
    if (read === undefined) leftOut += 1;
    else found.push(read);
  }
  if (found.length === 0) return undefined;
  found.sort((one, other) => other.holding.weight - one.holding.weight);
  return {
    name: textOf(general?.seriesName, 200) ?? textOf(general?.regName, 200),
    seriesId: textOf(general?.seriesId, 20),
    asOf,
    holdings: found.map(({ holding }) => holding),
    tickers: found.map(({ ticker }) => ticker),
    warnings: leftOut === 0 ? [] : [`${leftOut} holdings of the report cannot be read.`],
  };
}

function parse(text: string): Node | undefined {
  try {
    return objectOf(parser().parse(text));
  } catch {
    return undefined;
  }
}

function holdingOf(row: Node): { holding: FundHolding; ticker: string | null } | undefined {
  const name = textOf(row.title, 200) ?? textOf(row.name, 200);
  const percent = Number(textOf(row.pctVal, 40) ?? 'missing');
  const weight = percent / 100;
  if (name === null || !(Math.abs(weight) <= MAX_WEIGHT)) return undefined;
  const identifiers = objectOf(row.identifiers) ?? {};
  const identifier = (kind: string) => textOf(objectOf(firstOf(identifiers[kind]))?.['@value'], 30);
  const isin = identifier('isin')?.toUpperCase() ?? null;
  const cusip = textOf(row.cusip, 9)?.toUpperCase() ?? null;
  const lei = textOf(row.lei, 20);
  const currency = textOf(row.curCd, 3) ?? textOf(objectOf(row.currencyConditional)?.['@curCd'], 3);
  const country = textOf(row.invCountry, 2);
  return {
    ticker: identifier('ticker')?.toUpperCase() ?? null,
    holding: {
      name,
      symbol: null,
      isin: isin !== null && /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) ? isin : null,
      cusip: cusip !== null && /^[A-Z0-9]{9}$/.test(cusip) && !/^0+$/.test(cusip) ? cusip : null,
      lei: lei !== null && /^[A-Z0-9]{20}$/.test(lei) ? lei : null,
      kind: kindOf(row),
      sector: null,
      country: country !== null && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null,
      currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
      weight,
    },
  };
}

function kindOf(row: Node): FundHoldingKind {
  const code = textOf(row.assetCat, 12) ?? textOf(objectOf(row.assetConditional)?.['@assetCat'], 12) ?? '';
  const kind = kinds[code] ?? (code.startsWith('ABS-') ? 'debt' : /^D[A-Z]{1,2}$/.test(code) ? 'derivative' : 'other');
  const issuer = textOf(row.issuerCat, 12) ?? textOf(objectOf(row.issuerConditional)?.['@issuerCat'], 12);
  // RF and PF: registered and private funds.
  return kind === 'equity' && (issuer === 'RF' || issuer === 'PF') ? 'fund' : kind;
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** Returns a text without control characters; null for an empty one, and for `N/A`. */
function textOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max);
  return text === '' || text.toUpperCase() === 'N/A' ? null : text;
}
