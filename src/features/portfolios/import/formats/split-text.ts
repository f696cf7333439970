import { Decimal } from '../../lots/decimal.js';
import type { RowCells } from './row-cells.js';
import type { TypeMeaning } from './transaction-words.js';

/** Decimal places of ratios that the API accepts. */
const RATIO_PLACES = 18;

/** The numbers of a split as written in a table. */
export interface SplitText {
  /** New units for each old one; null if the row does not give them. */
  ratio: string | null;
  /** A bare number, which may be the ratio, the units added or removed, or the new total; null without one. */
  units: string | null;
  /** Direction of the split by the words of the row: more units (`forward`) or fewer; null: not named. */
  kind: 'forward' | 'reverse' | null;
}

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const FOR = '\\s*-?\\s*(?:for|pour)\\s*-?\\s*';
const COLON = '\\s*(?:[:/]|zu)\\s*';
const wholeText = new RegExp(`^${NUMBER}(?:${FOR}|${COLON})${NUMBER}$`, 'i');
/** Match ratios within a sentence. A colon counts only beside words such as `split`, since it may be part of a time. */
const withFor = new RegExp(`(?<![\\d.,])${NUMBER}${FOR}${NUMBER}(?![\\d.,]*\\d)`, 'gi');
const withColon = new RegExp(`(?<![\\d.,:/])${NUMBER}${COLON}${NUMBER}(?![\\d.,:/]*\\d)`, 'gi');
const splitWords = /split|ratio|verh(?:ä|ae)ltnis/i;
const reverseWords = /reverse|consolidation|zusammenlegung|regroupement/i;
const forwardWords = /forward|aktiensplit/i;

/**
 * Reads the ratio of a split from its column, its quantity, its type or its note: `4:1`, `4-for-1`, `1 for 10`. A
 * column of ratios may have bare numbers.
 */
export function readSplit(cells: RowCells, meaning: TypeMeaning): SplitText {
  const [type, note] = [cells.text('type') ?? '', cells.text('note') ?? ''];
  const words = `${type} ${note}`;
  const kind = meaning.split ?? (reverseWords.test(words) ? 'reverse' : forwardWords.test(words) ? 'forward' : null);
  const ratioOf = (one: string | undefined, other: string | undefined) =>
    ratioBetween(cells.numberIn(one ?? ''), cells.numberIn(other ?? ''), kind);
  const ofField = (field: string) => {
    const [, one, other] = wholeText.exec(cells.text(field) ?? '') ?? [];
    return one === undefined
      ? null
      : (ratioOf(one, other) ?? cells.fail(field, 'invalid_value', 'is not the ratio of a split'));
  };
  const written = ofField('ratio') ?? ofField('quantity');
  const units = wholeText.test(cells.text('quantity') ?? '') ? null : cells.number('quantity');
  const bare = written !== null || wholeText.test(cells.text('ratio') ?? '') ? null : cells.number('ratio');
  const inColumn =
    bare === null
      ? null
      : (ratioBetween(bare, '1', kind) ?? cells.fail('ratio', 'invalid_value', 'is not the ratio of a split'));
  const named = [
    ...type.matchAll(withFor),
    ...type.matchAll(withColon),
    ...note.matchAll(withFor),
    ...(splitWords.test(note) ? note.matchAll(withColon) : []),
  ];
  const inText = new Set(named.map(([, one, other]) => ratioOf(one, other)));
  return { ratio: written ?? inColumn ?? (inText.size === 1 ? ([...inText][0] as string | null) : null), units, kind };
}

/**
 * Returns the new units for each old one, with at most 18 decimals; null without two different positive numbers. A
 * reverse split gives fewer units, whichever number is first.
 */
export function ratioBetween(one: string | null, other: string | null, kind: SplitText['kind']): string | null {
  if (one === null || other === null) return null;
  const [first, second] = [new Decimal(one), new Decimal(other)];
  if (first.lte(0) || second.lte(0) || first.eq(second)) return null;
  const [more, less] = first.gt(second) ? [first, second] : [second, first];
  const [news, olds] = kind === 'reverse' ? [less, more] : kind === 'forward' ? [more, less] : [first, second];
  const ratio = news.div(olds).toDecimalPlaces(RATIO_PLACES);
  return ratio.isZero() ? null : ratio.toFixed();
}
