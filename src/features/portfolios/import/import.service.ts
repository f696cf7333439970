import { Service } from 'typedi';
import { escapePointer, type FieldProblem, Problem } from '../../../api/problem.js';
import { OneAtATime } from '../../../http/load/one-at-a-time.js';
import type { FileBody } from '../../../http/raw-body.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import type { FileFault, ImportIssue } from './file/import-entry.js';
import { finishingInThread, readingInThread } from './import-in-thread.js';
import { ImportLedger } from './import-ledger.service.js';
import type { ImportProgress } from './import-progress.js';
import { type ImportReport, type ImportRequest, MAX_ISSUES } from './import-report.js';
import type { ReadResult } from './read-file.js';
import { type ExplainedInstrument, SymbolResolver } from './symbol-resolver.service.js';

/** Imports files of transactions. An account runs one import at a time. */
@Service()
export class TransactionImports {
  private readonly running = new OneAtATime('import');

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly transactions: TransactionRepository,
    private readonly markets: MarketsApi,
    private readonly symbols: SymbolResolver,
    private readonly heavy: HeavyWork,
    private readonly ledger: ImportLedger,
    private readonly clock: Clock,
  ) {}

  /**
   * Receives the file of an import.
   * @returns the portfolio and the bytes of the file
   * @throws Problem `not_found`; `conflict` while the account runs another import, whose file is not read
   */
  async receive(
    accountId: string,
    portfolioId: string,
    file: FileBody,
  ): Promise<{ portfolio: Portfolio; bytes: Uint8Array<ArrayBuffer> }> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    return this.running.run(accountId, async () => ({ portfolio, bytes: await file.read() }));
  }

  /**
   * Runs an import.
   * @param request its bytes are transferred to a thread
   * @param progress is updated while the import runs
   * @throws Problem `not_found`, `unprocessable` for a file that cannot be read or that has rows that cannot be stored,
   * `quota_reached`, `conflict`, `overloaded`
   */
  async run(
    owner: LongRequest,
    portfolio: Portfolio,
    request: ImportRequest,
    progress: ImportProgress,
  ): Promise<ImportReport> {
    return this.running.run(owner.accountId, async () => {
      await this.portfolios.get(owner.accountId, portfolio.id);
      return this.import(owner, portfolio, request, progress);
    });
  }

  private async import(
    owner: LongRequest,
    portfolio: Portfolio,
    request: ImportRequest,
    progress: ImportProgress,
  ): Promise<ImportReport> {
    const { bytes, mapping, dryRun, onError } = request;
    const options = { ...request.options, baseCurrency: portfolio.baseCurrency };
    const file = await this.heavy.run(owner, (inThread) =>
      inThread(readingInThread, { bytes, options }, transferable(bytes)),
    );
    if ('fault' in file) throw unreadable(file);
    Object.assign(progress, { phase: 'resolving', done: 0, total: file.instruments.length });
    const onLookup = () => (progress.done += 1);
    const explained = await this.symbols.resolve(file.instruments, {
      format: file.format,
      mapping,
      signal: owner.signal,
      onLookup,
    });
    const resolved = explained.map(({ instrument }) => instrument);
    Object.assign(progress, { phase: 'checking', done: 0, total: file.rows });
    const { chunks, labels, format } = file;
    const renamings = await this.transactions.renamings(portfolio.id);
    const known = { cryptoAssets: this.markets.cryptoAssets(), renamings };
    const finishing = {
      chunks,
      resolved,
      labels,
      format,
      currency: options.currency,
      ...known,
      now: this.clock.now(),
    };
    const finished = await this.heavy.run(owner, (inThread) =>
      inThread(
        finishingInThread,
        finishing,
        chunks.map(({ buffer }) => buffer as ArrayBuffer),
      ),
    );
    const issues = [...file.issues, ...finished.issues].sort((one, other) => one.row - other.row);
    const rejected = file.rejected + finished.rejected;
    if (rejected > 0 && onError === 'refuse' && !dryRun) throw refused(issues, rejected);
    Object.assign(progress, { phase: 'storing', done: 0, total: finished.rows });
    owner.signal.throwIfAborted();
    const accepted = rejected === 0 || onError === 'skip';
    const added = await this.ledger.store(owner, portfolio, finished, dryRun || !accepted, progress);
    return {
      ...reportOf(file, explained),
      dryRun,
      accepted,
      added,
      duplicates: finished.rows - added,
      rejected,
      issues: issues.slice(0, MAX_ISSUES),
      preview: finished.preview,
    };
  }
}

/** Returns the buffer to transfer to a thread if the bytes fill it; otherwise an empty list: they are copied. */
const transferable = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer[] =>
  buffer.byteLength === byteLength ? [buffer] : [];

function reportOf(file: ReadResult, explained: readonly ExplainedInstrument[]) {
  const { format, broker, encoding, delimiter, decimalSign, dateOrder, rows, ignored } = file;
  const instruments = file.instruments.map((reference, index) => {
    const { instrument, reason, detail } = explained[index] as ExplainedInstrument;
    return { ...reference, resolved: instrument?.symbol ?? null, reason, detail };
  });
  return {
    format,
    broker,
    encoding,
    delimiter,
    decimalSign,
    dateOrder,
    rows,
    ignored,
    instruments,
    warnings: file.warnings ?? [],
  };
}

/** Returns the JSON pointer `/row/column` of a place in the file. */
const pointerTo = (row: number, column: string | null | undefined): string =>
  `/${row}${column == null ? '' : `/${escapePointer(column)}`}`;

function unreadable({ fault, row, column }: FileFault): Problem {
  const errors: FieldProblem[] = [{ pointer: row === undefined ? '' : pointerTo(row, column), detail: fault }];
  return new Problem('unprocessable', { detail: fault, errors });
}

function refused(issues: readonly ImportIssue[], rejected: number): Problem {
  const errors = issues.map(({ row, column, detail }) => ({ pointer: pointerTo(row, column), detail }));
  const detail = `${rejected === 1 ? 'One row' : `${rejected} rows`} of the file cannot be stored, so nothing was; see errors, or send \`onError=skip\`.`;
  return new Problem('unprocessable', { detail, errors });
}
