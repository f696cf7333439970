import { absolute, type EntryBuilder, negated, signOf } from './entry-builder.js';
import { currencyOf, flexReference, flexTime, idOf } from './flex-fields.js';
import type { RowCells } from './row-cells.js';
import { ratioBetween } from './split-text.js';

const splitWords = /\bSPLIT (\d+(?:\.\d+)?) FOR (\d+(?:\.\d+)?)\b/i;

/**
 * Returns the key that the records of one split have in common: the day, the description before the ratio, and the
 * ratio; null for a record that is not a split.
 */
function splitKey(cells: RowCells): string | null {
  const description = cells.text('description') ?? '';
  const found = splitWords.exec(description);
  return (
    found &&
    JSON.stringify([
      cells.text('reportdate') ?? cells.text('date'),
      description.slice(0, found.index),
      found[1],
      found[2],
    ])
  );
}

/**
 * Returns the keys of the splits with a record that adds units. For these, a record that removes the old units is
 * redundant.
 */
export function addedBySplits(records: ReadonlyArray<{ kind: string; cells: RowCells }>): ReadonlySet<string> {
  const keys = records.map(({ kind, cells }) =>
    kind === 'action' && signOf(cells.number('quantity')) > 0 ? splitKey(cells) : null,
  );
  return new Set(keys.filter((key) => key !== null));
}

/**
 * Reads a corporate action: a split, or a merger or redemption for cash, which is a sale. Other actions must be entered
 * by hand and are issues.
 * @param added the result of `addedBySplits`
 * @returns false for a record that is left out: the old units of a split, or a split that another account also has
 */
export function readCorporateAction(cells: RowCells, builder: EntryBuilder, added: ReadonlySet<string>): boolean {
  const tradedAt = flexTime(cells, 'datetime', 'reportdate', 'date');
  const [quantity, proceeds] = [cells.number('quantity') ?? '0', cells.number('proceeds') ?? '0'];
  const currency = currencyOf(cells);
  const description = cells.text('description') ?? '';
  if (tradedAt === null || !cells.isValid) return true;
  const id = idOf(cells);
  const note = description.slice(0, 1_000) || null;
  const common = { tradedAt, currency, note, externalId: id, account: id === null ? cells.text('accountid') : null };
  const split = splitWords.exec(description);
  if (split !== null) {
    // A reverse split without a new ISIN has only one record, which removes units.
    if (signOf(quantity) < 0 && added.has(splitKey(cells) ?? '')) return false;
    const ratio = ratioBetween(split[1] as string, split[2] as string, null);
    if (ratio !== null)
      return builder.addSplit(cells, { ...common, quantity: ratio, reference: flexReference(cells, currency) });
    cells.fail('description', 'invalid_value', 'is not the ratio of a split');
  } else if (signOf(quantity) < 0 && signOf(proceeds) > 0)
    builder.add(cells, {
      ...common,
      type: 'sell',
      quantity: absolute(quantity),
      amount: proceeds,
      reference: flexReference(cells, currency),
    });
  else
    cells.fail(
      'type',
      'unsupported',
      'is a corporate action that must be entered by hand, as a symbol change, a spin-off, a transfer or a sale',
    );
  return true;
}

/** Reads a transfer of units or cash between accounts or brokers. */
export function readTransfer(cells: RowCells, builder: EntryBuilder): void {
  const tradedAt = flexTime(cells, 'datetime', 'date', 'reportdate');
  const [quantity, cash] = [cells.number('quantity'), cells.number('cashtransfer')];
  const currency = currencyOf(cells);
  if (tradedAt === null || !cells.isValid) return;
  const direction = cells.text('direction')?.toUpperCase();
  const id = idOf(cells);
  const common = {
    tradedAt,
    currency,
    externalId: id,
    account: id === null ? cells.text('accountid') : null,
    type: 'transfer',
  } as const;
  const isOfUnits = signOf(quantity) !== 0 && cells.text('assetcategory') !== 'CASH';
  const moved = isOfUnits ? quantity : cash;
  if (direction === 'IN' && signOf(moved) < 0)
    cells.fail(
      isOfUnits ? 'quantity' : 'cashtransfer',
      'invalid_value',
      'must not be negative: the direction says that it comes in',
    );
  const signed = moved !== null && direction === 'OUT' && signOf(moved) > 0 ? negated(moved) : moved;
  if (isOfUnits) builder.add(cells, { ...common, quantity: signed, reference: flexReference(cells, currency) });
  else if (signOf(cash) !== 0) builder.add(cells, { ...common, amount: signed });
  else cells.fail('quantity', 'required', 'is required, or `cashTransfer`');
}
