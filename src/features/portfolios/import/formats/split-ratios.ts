import { Decimal } from '../../lots/decimal.js';
import { signOf } from './entry-builder.js';
import { ratioBetween } from './split-text.js';
import type { TradeRow } from './trade-row.js';

/** Maximum numbers of units on the two sides of a usual split ratio, such as 3:2, 20:1 or 1:50. */
const MAX_SMALLER_SIDE = { forward: 10, reverse: 3 };
const MAX_LARGER_SIDE = 100;

const AMBIGUOUS =
  'may be the ratio, the units that were added or the new total; write new and old units, such as 4:1, or name ' +
  'the column of ratios with `column=ratio:…`';

/**
 * Returns the ratios of splits: new units for each old one. Brokers write a ratio, the units that were added or
 * removed, the new total, or two rows: one that removes the old units and one that adds the new ones. A bare number is
 * used if, with the units held in the file on that day, it means only one usual ratio.
 * @returns no ratio for rows with an issue, and for rows that remove the old units of another row
 */
export function splitRatios(rows: readonly TradeRow[]): Map<TradeRow, string> {
  const ratios = new Map<TradeRow, string>();
  const splits = rows
    .filter(({ meaning }) => meaning.type === 'split')
    .sort((one, other) => (one.tradedAt < other.tradedAt ? -1 : 1));
  if (splits.length === 0) return ratios;
  const removed = pairsOf(splits);
  const olds = new Set(removed.values());
  const holdings = new Holdings(rows, ratios);
  for (const row of splits) {
    if (olds.has(row)) continue;
    const { cells, split, quantity } = row;
    const old = removed.get(row)?.quantity ?? null;
    const ratio =
      split?.ratio ??
      (old === null ? ratioOfUnits(row, holdings) : ratioBetween(quantity, new Decimal(old).abs().toFixed(), null));
    if (ratio !== null) ratios.set(row, ratio);
    else if (!cells.isValid) continue;
    else if (signOf(quantity) === 0)
      cells.fail('quantity', 'required', 'is required, as new and old units, such as 4:1');
    else cells.fail('quantity', 'invalid_value', AMBIGUOUS);
  }
  return ratios;
}

const instrumentOf = ({ reference }: TradeRow): string => reference?.isin ?? reference?.symbol ?? reference?.name ?? '';

/** Returns the rows that add new units, each with the row that removes the old ones on the same day. */
function pairsOf(splits: readonly TradeRow[]): Map<TradeRow, TradeRow> {
  const byDay = new Map<string, TradeRow[]>();
  for (const row of splits) {
    const key = JSON.stringify([instrumentOf(row), row.account, row.tradedAt.slice(0, 10)]);
    const own = byDay.get(key);
    if (own === undefined) byDay.set(key, [row]);
    else own.push(row);
  }
  const pairs = new Map<TradeRow, TradeRow>();
  for (const own of byDay.values()) {
    const [added, removed] = [
      own.filter(({ quantity }) => signOf(quantity) > 0),
      own.filter(({ quantity }) => signOf(quantity) < 0),
    ];
    if (added.length === 1 && removed.length === 1) pairs.set(added[0] as TradeRow, removed[0] as TradeRow);
  }
  return pairs;
}

/** Returns the ratio that a bare number means. @returns null if it may mean several ratios, or none */
function ratioOfUnits(row: TradeRow, holdings: Holdings): string | null {
  const { quantity, split } = row;
  const held = holdings.before(row);
  if (quantity === null || held === null || held.lte(0)) return null;
  const kind = split?.kind ?? null;
  const changed = held.plus(kind === 'reverse' && signOf(quantity) > 0 ? `-${quantity}` : quantity).toFixed();
  const readings = [ratioBetween(changed, held.toFixed(), null)];
  if (signOf(quantity) > 0)
    readings.push(ratioBetween(quantity, held.toFixed(), null), ratioBetween(quantity, '1', kind));
  const usual = new Set(readings.filter((ratio) => ratio !== null && isUsual(ratio, kind)));
  return usual.size === 1 ? ([...usual][0] as string) : null;
}

function isUsual(text: string, kind: 'forward' | 'reverse' | null): boolean {
  const ratio = new Decimal(text);
  if (kind !== null && ratio.gt(1) !== (kind === 'forward')) return false;
  const larger = ratio.gt(1) ? ratio : new Decimal(1).div(ratio);
  const most = ratio.gt(1) ? MAX_SMALLER_SIDE.forward : MAX_SMALLER_SIDE.reverse;
  for (let smaller = 1; smaller <= most; smaller += 1) {
    const side = larger.times(smaller);
    if (side.lte(MAX_LARGER_SIDE) && side.minus(side.round()).abs().lt('1e-9')) return true;
  }
  return false;
}

/** Computes the units of each instrument from the rows of a file. */
class Holdings {
  private readonly byInstrument = new Map<string, TradeRow[]>();

  constructor(
    rows: readonly TradeRow[],
    private readonly ratios: ReadonlyMap<TradeRow, string>,
  ) {
    const kinds: readonly string[] = ['buy', 'sell', 'transfer', 'split'];
    for (const row of rows) {
      if (!kinds.includes(row.meaning.type)) continue;
      const own = this.byInstrument.get(instrumentOf(row));
      if (own === undefined) this.byInstrument.set(instrumentOf(row), [row]);
      else own.push(row);
    }
    for (const own of this.byInstrument.values())
      own.sort((one, other) => (one.tradedAt < other.tradedAt ? -1 : one.tradedAt > other.tradedAt ? 1 : 0));
  }

  /**
   * Returns the units at the start of the day of a split; null if another row of that day, or an invalid split, makes
   * them uncertain.
   */
  before(split: TradeRow): Decimal | null {
    let units = new Decimal(0);
    const day = split.tradedAt.slice(0, 10);
    for (const row of this.byInstrument.get(instrumentOf(split)) ?? []) {
      const rowDay = row.tradedAt.slice(0, 10);
      if (rowDay > day) break;
      if (row === split) continue;
      if (rowDay === day) return null;
      const { type, direction } = row.meaning;
      const ratio = this.ratios.get(row);
      if (type === 'split' && ratio === undefined) {
        if (!row.cells.isValid) return null;
      } else if (type === 'split') units = units.times(ratio as string);
      else if (row.quantity !== null)
        units =
          type === 'sell' || direction === 'out'
            ? units.minus(new Decimal(row.quantity).abs())
            : units.plus(row.quantity);
    }
    return units;
  }
}
