import { Service } from 'typedi';
import { lineOf } from '../../../http/csv/csv-line.js';
import { TextBuffer } from '../../../http/text-buffer.js';
import { PortfoliosService } from '../portfolios.records.js';
import { withApostrophe } from '../transactions/apostrophe.js';
import { PLAIN_FORMAT, plainFields } from '../transactions/plain-fields.js';
import type { Transaction } from '../transactions/transaction.js';
import { type TransactionCursor, TransactionRepository } from '../transactions/transaction.repository.js';
import { type ExportedTransaction, exportedTransaction } from './exported-transaction.js';

/** Number of transactions that are written before the event loop gets a turn: some milliseconds of work. */
const PAGE = 200;
/** Row of the first transaction of a table, after the header. */
const FIRST_TABLE_ROW = 2;

/** Writes the transactions of a portfolio as a file. The same transactions give the same bytes. */
@Service()
export class TransactionExports {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly transactions: TransactionRepository,
  ) {}

  /** Returns a CSV file. @throws Problem `not_found` */
  csv(accountId: string, portfolioId: string): Promise<Buffer> {
    const cellOf = (value: string | string[] | null) => (typeof value === 'string' ? withApostrophe(value) : value);
    const write = (one: ExportedTransaction) => lineOf(plainFields.map((field) => cellOf(one[field])));
    return this.write(accountId, portfolioId, {
      before: lineOf(plainFields),
      between: '',
      after: '',
      firstRow: FIRST_TABLE_ROW,
      write,
    });
  }

  /** Returns a JSON file. @throws Problem `not_found` */
  json(accountId: string, portfolioId: string): Promise<Buffer> {
    const before = `{"format":${JSON.stringify(PLAIN_FORMAT)},"version":1,"transactions":[\n`;
    return this.write(accountId, portfolioId, {
      before,
      between: ',\n',
      after: '\n]}\n',
      firstRow: 1,
      write: (one) => JSON.stringify(one),
    });
  }

  private async write(
    accountId: string,
    portfolioId: string,
    { before, between, after, firstRow, write }: FileWriter,
  ): Promise<Buffer> {
    await this.portfolios.get(accountId, portfolioId);
    const text = new TextBuffer();
    const rowOf = new Map<string, number>();
    let cursor: TransactionCursor | undefined;
    let page: Transaction[];
    text.add(before);
    do {
      page = await this.transactions.list(portfolioId, {}, PAGE, 'asc', cursor);
      for (const transaction of page) {
        if (rowOf.size > 0) text.add(between);
        text.add(write(exportedTransaction(transaction, rowOf)));
        rowOf.set(transaction.id, firstRow + rowOf.size);
      }
      cursor = page.at(-1);
    } while (page.length === PAGE);
    text.add(after);
    return text.done();
  }
}

/** The parts of a file format. */
interface FileWriter {
  before: string;
  between: string;
  after: string;
  /** Number of the first transaction's row; lots are named by row. */
  firstRow: number;
  write(transaction: ExportedTransaction): string;
}
