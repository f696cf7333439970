import { priceUnit } from '../../markets/providers/minor-units.js';
import type { Decimal } from '../lots/decimal.js';
import type { TransactionContent } from './transaction.js';

/** Decimal places of amounts that the API accepts. */
const PLACES = 18;

/**
 * Converts a transaction in hundredths of a currency, such as pence (`GBX`), to the currency itself: 7324 GBX are 73.24
 * GBP. Other transactions are unchanged.
 */
export function inWholeUnits<Content extends TransactionContent>(content: Content): Content {
  const { currency, divisor } = priceUnit(content.currency);
  if (divisor === 1) return content;
  const whole = (amount: Decimal): Decimal => amount.div(divisor).toDecimalPlaces(PLACES);
  const { price, amount, fee, tax, rate } = content;
  return {
    ...content,
    currency,
    price: price && whole(price),
    amount: amount && whole(amount),
    fee: whole(fee),
    tax: whole(tax),
    rate: rate?.times(divisor) ?? null,
  };
}
