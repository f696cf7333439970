import type { FieldProblem } from '../../../api/problem.js';
import { Decimal } from '../lots/decimal.js';
import type { TransactionContent, TransactionType } from './transaction.js';

type Member = 'symbol' | 'quantity' | 'price' | 'amount' | 'newSymbol' | 'costFraction' | 'lotIds';

interface TypeRule {
  /** Members that the type requires. */
  needs: readonly Member[];
  /** Members that the type also allows. */
  takes: readonly Member[];
  /** True: the gross amount is required, as `amount` or as `quantity` and `price`. */
  needsGross?: true;
  /** Members that may be negative. */
  signed?: readonly Member[];
}

const cash: TypeRule = { needs: ['amount'], takes: [] };
const trade: TypeRule = { needs: ['symbol', 'quantity'], takes: ['price', 'amount'], needsGross: true };
const rules: Record<TransactionType, TypeRule> = {
  buy: trade,
  sell: { ...trade, takes: [...trade.takes, 'lotIds'] },
  dividend: { needs: ['symbol'], takes: ['quantity', 'price', 'amount'], needsGross: true },
  interest: { ...cash, takes: ['symbol'], signed: ['amount'] },
  fee: { needs: [], takes: ['symbol', 'amount'] },
  tax: { needs: [], takes: ['symbol', 'amount'] },
  deposit: cash,
  withdrawal: cash,
  transfer: { needs: [], takes: ['symbol', 'quantity', 'amount', 'lotIds'], signed: ['quantity', 'amount'] },
  split: { needs: ['symbol', 'quantity'], takes: [] },
  spin_off: { needs: ['symbol', 'quantity', 'newSymbol', 'costFraction'], takes: [] },
  symbol_change: { needs: ['symbol', 'newSymbol'], takes: [] },
};
const members: readonly Member[] = ['symbol', 'quantity', 'price', 'amount', 'newSymbol', 'costFraction', 'lotIds'];
const EARLIEST = Date.UTC(1900, 0, 1);
/** Maximum of a booked rate. Amounts in hundredths of a currency are converted before. */
const MAX_RATE = new Decimal('1e20');

/**
 * Returns the problems of a transaction by the rules of its type, as problems of the fields of a request body.
 * @param now current time (ms)
 */
export function transactionProblems(content: TransactionContent, now: number): FieldProblem[] {
  const { type, tradedAt } = content;
  const rule = rules[type];
  const problems = members.flatMap((member): FieldProblem[] => {
    const value = content[member];
    if (value === null)
      return rule.needs.includes(member) ? [{ pointer: `/${member}`, detail: `is required for the type ${type}` }] : [];
    if (!rule.needs.includes(member) && !rule.takes.includes(member))
      return [{ pointer: `/${member}`, detail: `is not used by the type ${type}; leave it out` }];
    if (value instanceof Decimal && value.isNegative() && rule.signed?.includes(member) !== true)
      return [{ pointer: `/${member}`, detail: 'must not be negative' }];
    return [];
  });
  if (content.rate?.gte(MAX_RATE))
    problems.push({ pointer: '/rate', detail: 'must be below 1e20 for one unit of the whole currency' });
  if (tradedAt.getTime() > now) problems.push({ pointer: '/tradedAt', detail: 'must not be in the future' });
  if (tradedAt.getTime() < EARLIEST) problems.push({ pointer: '/tradedAt', detail: 'must not be before 1900' });
  return [...problems, ...amountProblems(content, rule)];
}

function amountProblems(
  { type, symbol, quantity, price, amount, newSymbol, costFraction, fee, tax }: TransactionContent,
  rule: TypeRule,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (pointer: string, detail: string) => problems.push({ pointer, detail });
  if (rule.needsGross && amount === null && (quantity === null || price === null))
    refuse('/amount', 'is required unless `quantity` and `price` are given');
  if (['buy', 'sell', 'split', 'spin_off'].includes(type) && quantity?.isZero()) refuse('/quantity', 'must be above 0');
  if ((type === 'fee' || type === 'tax') && (amount ?? fee).plus(type === 'tax' ? tax : 0).isZero())
    refuse('/amount', 'must be above 0');
  if (type === 'transfer') {
    if ((symbol === null) !== (quantity === null))
      refuse('/quantity', 'and `symbol` go together; leave both out to transfer cash');
    else if (symbol === null ? !amount || amount.isZero() : quantity?.isZero())
      refuse(symbol === null ? '/amount' : '/quantity', 'must not be 0');
    else if (symbol !== null && amount?.isNegative())
      refuse('/amount', 'must not be negative: it is the cost of the units');
  }
  if (newSymbol !== null && newSymbol === symbol) refuse('/newSymbol', 'must differ from `symbol`');
  if (costFraction?.gt(1)) refuse('/costFraction', 'must be from 0 to 1');
  return problems;
}
