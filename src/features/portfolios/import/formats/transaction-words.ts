import type { TransactionType } from '../../transactions/transaction.js';

/** What a type of a file means: one of ours, and what its sign says. */
export interface TypeMeaning {
  type: TransactionType;
  /** `out`: leaves the portfolio, or is a cost; `refund`: a fee or tax that comes back. */
  direction?: 'in' | 'out' | 'refund';
  /** Money that comes in or goes out by the sign of its amount. */
  bySign?: true;
}

const meanings: ReadonlyArray<readonly [string, TypeMeaning]> = [
  ['buy purchase bought kauf achat compra acquisto reinvestshares', { type: 'buy' }],
  ['sell sold sale verkauf vente venta vendita', { type: 'sell' }],
  [
    'dividend dividends dividende dividenden dividendo cashdividend qualifieddividend nonqualifieddiv reinvestdividend ordinarydividend distribution',
    { type: 'dividend' },
  ],
  ['interest interet interets zinsen zins bankinterest creditinterest credit bonus', { type: 'interest' }],
  ['interestcharge zinsbelastung margininterest', { type: 'interest', direction: 'out' }],
  ['fee fees gebuhr gebuhren frais servicefee advisorfee commission', { type: 'fee' }],
  ['feesrefund gebuhrenerstattung', { type: 'fee', direction: 'refund' }],
  ['tax taxes steuer steuern impot taxe withholdingtax', { type: 'tax' }],
  ['taxrefund steuerruckerstattung', { type: 'tax', direction: 'refund' }],
  ['deposit einlage einzahlung versement customerinpayment customerinbound moneylinkdeposit cashdeposit', { type: 'deposit' }],
  ['withdrawal withdraw removal entnahme auszahlung prelevement retrait customeroutbound cashwithdrawal', { type: 'withdrawal' }],
  ['moneylinktransfer journal wiretransfer wirefunds wirefundsreceived depositswithdrawals', { type: 'deposit', bySign: true }],
  ['transferin deliveryinbound einlieferung umbuchungeingang transferinbound', { type: 'transfer', direction: 'in' }],
  ['transferout deliveryoutbound auslieferung umbuchungausgang transferoutbound', { type: 'transfer', direction: 'out' }],
  ['split stocksplit aktiensplit', { type: 'split' }],
];

const byWord = new Map(meanings.flatMap(([words, meaning]) => words.split(' ').map((word) => [word, meaning] as const)));

/** Lower case, without accents, spaces and signs, so that `Buy/Sell`, `unit_price` and `Währung` compare. */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** What a type in English, German or French means; undefined for others. */
export const meaningOf = (text: string): TypeMeaning | undefined => byWord.get(wordOf(text));
