import { type Rule, text } from '../../../api/rules.js';
import { isMoney } from './currency.js';

/** The rule for the code of a currency. */
export const currencyCode = (): Rule => text(3, 3, /^[A-Z]{3}$/, 'a currency code such as USD');

/** The rule for the code of a currency in a request; unknown codes are rejected. */
export function knownCurrency(): Rule {
  const code = currencyCode();
  return {
    ...code,
    check: (value) => code.check(value) && isMoney(value as string),
    says: 'a currency code of ISO 4217 such as USD',
  };
}
