import { Decimal } from '../../lots/decimal.js';
import { absolute, type EntryBuilder, signOf } from './entry-builder.js';
import { currencyOf, flexReference, flexTime, idOf } from './flex-fields.js';
import type { RowCells } from './row-cells.js';

const splitWords = /\bSPLIT (\d+(?:\.\d+)?) FOR (\d+(?:\.\d+)?)\b/i;

/** Reads a corporate action: splits, and mergers and redemptions for cash, which are sales. Others need a decision and are issues. */
export function readCorporateAction(cells: RowCells, builder: EntryBuilder): void {
  const tradedAt = flexTime(cells, 'datetime', 'reportdate', 'date');
  const [quantity, proceeds] = [cells.number('quantity') ?? '0', cells.number('proceeds') ?? '0'];
  const currency = currencyOf(cells);
  const description = cells.text('description') ?? '';
  if (tradedAt === null || !cells.isValid) return;
  const id = idOf(cells);
  const note = description.slice(0, 1_000) || null;
  const common = { tradedAt, currency, note, externalId: id, account: id === null ? cells.text('accountid') : null };
  const split = splitWords.exec(description);
  if (split !== null) {
    // The old units leave in a record of their own, which the split already says.
    if (signOf(quantity) < 0) return;
    const ratio = new Decimal(split[1] as string)
      .div(split[2] as string)
      .toDecimalPlaces(18)
      .toFixed();
    builder.add(cells, { ...common, type: 'split', quantity: ratio, reference: flexReference(cells, currency) });
  } else if (signOf(quantity) < 0 && signOf(proceeds) > 0)
    builder.add(cells, { ...common, type: 'sell', quantity: absolute(quantity), amount: proceeds, reference: flexReference(cells, currency) });
  else cells.fail('type', 'unsupported', 'is a corporate action that must be entered by hand, as a symbol change, a spin-off, a transfer or a sale');
}

/** Reads a transfer of units or cash between accounts or brokers. */
export function readTransfer(cells: RowCells, builder: EntryBuilder): void {
  const tradedAt = flexTime(cells, 'datetime', 'date', 'reportdate');
  const [quantity, cash] = [cells.absolute('quantity'), cells.number('cashtransfer')];
  const currency = currencyOf(cells);
  if (tradedAt === null || !cells.isValid) return;
  const isOut = cells.text('direction')?.toUpperCase() === 'OUT';
  const id = idOf(cells);
  const common = { tradedAt, currency, externalId: id, account: id === null ? cells.text('accountid') : null, type: 'transfer' } as const;
  if (quantity !== null && quantity !== '0' && cells.text('assetcategory') !== 'CASH')
    builder.add(cells, { ...common, quantity: isOut ? `-${quantity}` : quantity, reference: flexReference(cells, currency) });
  else if (signOf(cash) !== 0) builder.add(cells, { ...common, amount: cash });
  else cells.fail('quantity', 'required', 'is required, or `cashTransfer`');
}
