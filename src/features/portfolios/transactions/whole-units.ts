import { priceUnit } from '../../markets/providers/minor-units.js';
import type { Decimal } from '../lots/decimal.js';
import type { TransactionContent } from './transaction.js';

/** Decimals of amounts, as the API accepts them. */
const PLACES = 18;

/**
 * A transaction whose amounts are in hundredths, such as pence (`GBX`), in the whole currency: 7324 GBX are 73.24 GBP.
 * Others stay as they are.
 */
export function inWholeUnits<Content extends TransactionContent>(content: Content): Content {
  const { currency, divisor } = priceUnit(content.currency);
  if (divisor === 1) return content;
  const whole = (amount: Decimal): Decimal => amount.div(divisor).toDecimalPlaces(PLACES);
  const { price, amount, fee, tax, rate } = content;
  return {
    ...content,
    ...{
      currency,
      price: price && whole(price),
      amount: amount && whole(amount),
      fee: whole(fee),
      tax: whole(tax),
      rate: rate?.times(divisor) ?? null,
    },
  };
}
