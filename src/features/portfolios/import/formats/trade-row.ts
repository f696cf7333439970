import { Decimal } from '../../lots/decimal.js';
import type { ImportFormat } from '../file/import-entry.js';
import { absolute, type EntryBuilder, referenceOf, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { meaningOf, type TypeMeaning } from './transaction-words.js';

/** Ghostfolio refuses earlier dates. */
const GHOSTFOLIO_EARLIEST = '1970';
const ROUNDING = '0.005';

/** The fields of tables of brokers and trackers by the words of their headers, in English, German and French. */
export const tradeLabels: Record<string, readonly string[]> = {
  date: ['date', 'tradedate', 'transactiondate', 'datum', 'handelsdatum', 'buchungsdatum', 'datedoperation', 'datetime', 'bookingdate', 'tradedat'],
  time: ['time', 'uhrzeit', 'heure'],
  type: ['type', 'action', 'buysell', 'activitytype', 'transactiontype', 'typ', 'operation', 'vorgang', 'side'],
  symbol: ['symbol', 'code', 'ticker', 'tickersymbol'],
  isin: ['isin'],
  name: ['name', 'securityname', 'libelle', 'wertpapiername', 'instrument'],
  quantity: ['quantity', 'qty', 'shares', 'units', 'quantite', 'stuck', 'anzahl', 'menge'],
  price: ['price', 'unitprice', 'tradeprice', 'cours', 'kurs', 'preis'],
  amount: ['amount', 'montant', 'betrag', 'total'],
  currency: ['currency', 'ccy', 'currencyprimary', 'devise', 'wahrung'],
  fee: ['fee', 'fees', 'commission', 'ibcommission', 'feescomm', 'frais', 'gebuhren', 'gebuhr'],
  tax: ['tax', 'taxes', 'steuern', 'steuer', 'impots'],
  note: ['note', 'comment', 'notiz', 'commentaire', 'description'],
  externalId: ['transactionid', 'externalid'],
  account: ['account', 'accountid', 'compte', 'konto'],
  source: ['datasource'],
};

/** Reads a record of Ghostfolio or of a table with known headers. Fees and quantities may have any sign. */
export function readTradeRow(cells: RowCells, builder: EntryBuilder, format: ImportFormat): void {
  const tradedAt = cells.date('date', 'time');
  if (format === 'ghostfolio' && tradedAt !== null && tradedAt < GHOSTFOLIO_EARLIEST) cells.fail('date', 'invalid_date', 'must not be before 1970');
  const meaning = typeOf(cells);
  const currency = cells.text('currency');
  const [quantity, price, amount] = [cells.number('quantity'), cells.absolute('price'), cells.number('amount')];
  const [fee, tax] = [cells.absolute('fee') ?? '0', cells.absolute('tax') ?? '0'];
  const texts = { note: cells.text('note'), externalId: idOf(cells.text('externalId')), account: cells.text('account') };
  const isManual = cells.text('source')?.toUpperCase() === 'MANUAL';
  const reference = referenceOf(cells.text('symbol'), cells.text('isin'), cells.text('name'), currency);
  if (meaning === undefined || tradedAt === null) return;
  const { type, ...amounts } = amountsOf(meaning, quantity, price, amount);
  const takesNoInstrument = ['deposit', 'withdrawal'].includes(type) || (isManual && ['fee', 'interest', 'tax'].includes(type));
  const isNamedOnly = reference !== null && reference.symbol === null && reference.isin === null && ['interest', 'fee', 'tax', 'transfer'].includes(type);
  builder.add(cells, {
    ...{ type, tradedAt, currency, reference: takesNoInstrument || isNamedOnly ? null : reference },
    ...{ ...amounts, fee, tax, ...texts, note: texts.note ?? (isManual && takesNoInstrument ? (reference?.name ?? reference?.symbol ?? null) : null) },
  });
}

const idOf = (text: string | null): string | null => (text === null || /^(?:n\/a|-+|0)$/i.test(text) ? null : text);

function typeOf(cells: RowCells): TypeMeaning | undefined {
  const text = cells.text('type');
  if (text === null) {
    cells.fail('type', 'required', 'is required');
    return undefined;
  }
  const meaning = meaningOf(text);
  if (meaning === undefined) cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  return meaning;
}

interface Amounts {
  type: TypeMeaning['type'];
  quantity: string | null;
  price: string | null;
  amount: string | null;
}

/** Trades keep quantity and price; of cash only the amount counts. */
function amountsOf({ type, direction, bySign }: TypeMeaning, quantity: string | null, price: string | null, amount: string | null): Amounts {
  const units = quantity === null ? null : absolute(quantity);
  const product = units === null || price === null ? null : new Decimal(units).times(price).toFixed();
  const cash = amount === null || amount === '0' ? product : amount;
  const isOut = direction === 'out' || (bySign && signOf(cash) < 0);
  switch (type) {
    case 'buy':
    case 'sell':
      return { type, quantity: units, price, amount: bookedAmount(product, amount) };
    case 'dividend':
      if (signOf(cash) < 0) return { type: 'interest', quantity: null, price: null, amount: cash };
      return amount === null || amount === '0' ? { type, quantity: units, price, amount: null } : { type, quantity: null, price: null, amount };
    case 'transfer':
      if (units !== null && units !== '0')
        return { type, quantity: isOut ? `-${units}` : units, price: null, amount: isOut || cash === null ? null : absolute(cash) };
      return { type, quantity: null, price: null, amount: cash === null ? null : isOut ? `-${absolute(cash)}` : absolute(cash) };
    case 'split':
      return { type, quantity: units ?? (amount === null ? null : absolute(amount)), price: null, amount: null };
    case 'interest':
      return { type, quantity: null, price: null, amount: cash === null ? null : direction === 'out' ? `-${absolute(cash)}` : cash };
    case 'fee':
    case 'tax':
      if (direction === 'refund') return { type: 'interest', quantity: null, price: null, amount: cash === null ? null : absolute(cash) };
      return { type, quantity: null, price: null, amount: cash === null || cash === '0' ? null : absolute(cash) };
    default:
      return { type: isOut ? 'withdrawal' : type, quantity: null, price: null, amount: cash === null ? null : absolute(cash) };
  }
}

/** The amount of a trade that was booked, when it is quantity × price but for rounding; amounts after fees are left out. */
function bookedAmount(product: string | null, amount: string | null): string | null {
  if (product === null) return amount === null ? null : absolute(amount);
  if (amount === null || absolute(amount) === product) return null;
  return new Decimal(absolute(amount)).minus(product).abs().lte(ROUNDING) ? absolute(amount) : null;
}
