import type { TransactionType } from '../../transactions/transaction.js';

/** The meaning of a transaction type in a file: the type in the service, and the meaning of its sign. */
export interface TypeMeaning {
  type: TransactionType;
  /** `in`: comes into the portfolio; `out`: leaves it, or is a cost; `refund`: a fee or tax that is refunded. */
  direction?: 'in' | 'out' | 'refund';
  /** True: the sign of the amount says whether money comes in or leaves. */
  bySign?: true;
  /** Direction of a split by its name: `forward`: more units; `reverse`: fewer. */
  split?: 'forward' | 'reverse';
}

const meanings: ReadonlyArray<readonly [string, TypeMeaning]> = [
  [
    'buy purchase bought kauf achat compra acquisto reinvestshares marketbuy limitbuy stopbuy buymarket ' +
      'buylimit buystop',
    { type: 'buy' },
  ],
  [
    'sell sold sale verkauf vente venta vendita marketsell limitsell stopsell sellmarket selllimit sellstop',
    { type: 'sell' },
  ],
  [
    'dividend dividends dividende dividenden dividendo cashdividend qualifieddividend nonqualifieddiv ' +
      'reinvestdividend ordinarydividend distribution dividendordinary cdiv',
    { type: 'dividend' },
  ],
  ['interest interet interets zinsen zins bankinterest creditinterest credit bonus', { type: 'interest' }],
  ['interestcharge zinsbelastung margininterest', { type: 'interest', direction: 'out' }],
  [
    'fee fees gebuhr gebuhren frais servicefee advisorfee commission custodyfee managementfee depotgebuhr',
    { type: 'fee' },
  ],
  ['feesrefund gebuhrenerstattung', { type: 'fee', direction: 'refund' }],
  ['tax taxes steuer steuern impot taxe withholdingtax', { type: 'tax' }],
  ['taxrefund steuerruckerstattung', { type: 'tax', direction: 'refund' }],
  [
    'deposit einlage einzahlung versement customerinpayment customerinbound moneylinkdeposit cashdeposit cashtopup',
    { type: 'deposit' },
  ],
  [
    'withdrawal withdraw removal entnahme auszahlung prelevement retrait customeroutbound cashwithdrawal',
    { type: 'withdrawal' },
  ],
  [
    'moneylinktransfer journal wiretransfer wirefunds wirefundsreceived depositswithdrawals',
    { type: 'deposit', bySign: true },
  ],
  ['transferin deliveryinbound einlieferung umbuchungeingang transferinbound', { type: 'transfer', direction: 'in' }],
  [
    'transferout deliveryoutbound auslieferung umbuchungausgang transferoutbound',
    { type: 'transfer', direction: 'out' },
  ],
  ['split stocksplit sharesplit fractionnement', { type: 'split' }],
  ['aktiensplit forwardsplit forwardstocksplit stockforwardsplit', { type: 'split', split: 'forward' }],
  [
    'reversesplit reversestocksplit stockreversesplit stocksplitreverse reversesharesplit shareconsolidation ' +
      'aktienzusammenlegung regroupement',
    { type: 'split', split: 'reverse' },
  ],
];

const byWord = new Map(
  meanings.flatMap(([words, meaning]) => words.split(' ').map((word) => [word, meaning] as const)),
);

/**
 * Returns a text in lower case, without accents, spaces and signs, so that names such as `Buy/Sell`, `unit_price` and
 * `Währung` can be compared.
 */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const splitRatio = /\d+(?:[.,]\d+)?\s*(?:[:/]|zu|-?\s*(?:for|pour)\s*-?)\s*\d+(?:[.,]\d+)?/i;

/**
 * Returns the meaning of a type in English, German or French; undefined for an unknown one. A split may have its ratio
 * in its name.
 */
export const meaningOf = (text: string): TypeMeaning | undefined =>
  byWord.get(wordOf(text)) ?? (/split/i.test(text) ? byWord.get(wordOf(text.replace(splitRatio, ''))) : undefined);
