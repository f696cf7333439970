import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, nullable, number, objects, optional, text } from '../../../api/rules.js';
import { knownCurrency } from '../../markets/fx/currency-rule.js';
import { symbol } from '../portfolio.dto.js';
import { RecordedTransactionDto } from '../transactions/recorded-transaction.dto.js';
import {
  type BrokerName,
  brokerNames,
  type ImportFormat,
  type ImportIssue,
  type ImportWarning,
  type IssueCode,
  importFormats,
  issueCodes,
  MAX_INSTRUMENTS,
  MAX_ROWS,
  warningCodes,
} from './file/import-entry.js';
import { MAX_PREVIEWED, type PreviewedRow } from './finish-rows.js';
import { type ImportPhase, type ImportProgress, importPhases } from './import-progress.js';
import { type ImportReport, MAX_ISSUES, type ResolutionReason, resolutionReasons } from './import-report.js';
import {
  type DelimiterName,
  delimiterNames,
  delimiterOf,
  encodings,
  type SignName,
  signNames,
} from './import-request.js';

const dateOrders = ['dmy', 'mdy'] as const;
const columnNames =
  '' +
  'type|tradedAt|date|time|symbol|newSymbol|isin|name|quantity|ratio|price|amount|value|currency|gross|grossCurrency|exchangeRate|fee|commission|tax|rate|costFraction|lots|note|externalId|account';

@Dto('The settings of an import.')
export class ImportTransactionsQuery {
  @Field(
    'Whether the file is only checked: the report is the same, and nothing is stored. Default: false.',
    optional(flag()),
    { example: true },
  )
  dryRun: boolean = false;

  @Field(
    '`refuse`: a row that cannot be stored rejects the whole file; `skip`: such rows are left out. Default: `refuse`.',
    optional(choice(['refuse', 'skip'])),
    {
      example: 'skip',
    },
  )
  onError: 'refuse' | 'skip' = 'refuse';

  @Field(
    'The format of the file; by default it is recognized. `table`: a CSV with known or named columns.',
    optional(choice([...importFormats, ...brokerNames])),
  )
  fileFormat?: ImportFormat | BrokerName;

  @Field(
    'The encoding of the file; by default the `charset` of the Content-Type, otherwise it is recognized from a ' +
      'byte order mark and from the bytes.',
    optional(choice(encodings)),
    { example: 'utf-8' },
  )
  encoding?: (typeof encodings)[number];

  @Field('Separator of the cells of a CSV. Default: recognized from the file.', optional(choice(delimiterNames)), {
    example: 'comma',
  })
  delimiter?: DelimiterName;

  @Field(
    'The decimal sign of a CSV; by default it is recognized from all numbers, and a mixture is rejected.',
    optional(choice(signNames)),
    {
      example: 'point',
    },
  )
  decimalSign?: SignName;

  @Field(
    'Whether dates with the year at the end have the day or the month first; by default it is recognized from ' +
      'all dates, and a mixture is rejected.',
    optional(choice(dateOrders)),
    { example: 'dmy' },
  )
  dateOrder?: 'dmy' | 'mdy';

  @Field(
    'The currency of rows that name none (ISO 4217, or `GBX`, `ZAC`, `ILA` for hundredths); without it such ' +
      'rows are rejected.',
    optional(knownCurrency()),
    {
      example: 'USD',
    },
  )
  currency?: string;

  @Field(
    'Columns of a CSV with other headers, as `field:header` or `field:#number`, such as `price:Cours` or ' +
      '`date:#1`. Headers with a comma can only be given by number. `ratio` is the ' +
      'column with the ratios of splits, `4:1` or the new units for each old one; it may be the column of the ' +
      'quantity.',
    optional(
      list(
        text(3, 200, new RegExp(`^(?:${columnNames}):.*\\S.*$`), 'a field and a header, such as price:Cours'),
        30,
        1,
      ),
    ),
    { example: ['price:price'] },
  )
  column?: string[];

  @Field(
    'Symbols for instruments that the file names otherwise, as `theirs:ours`: a symbol, an ISIN or a name in ' +
      'the file, and a symbol of `GET /markets/search`.',
    optional(
      list(
        text(
          5,
          200,
          /^.*[^\s:].*:[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/,
          'two symbols, such as BTCUSD:BTC-USD.CC',
        ),
        200,
        1,
      ),
    ),
    { example: ['BTCUSD:BTC-USD.CC'] },
  )
  symbol?: string[];
}

@Dto('A row of a file that cannot be stored, and why.')
export class ImportIssueDto {
  @Field(
    'The row: of a CSV as spreadsheets count, the header included; of JSON and XML the number of the record, from 1.',
    integer(1, 2_147_483_647),
    {
      example: 3,
    },
  )
  rowNumber!: number;

  @Field('The column or member as the file names it; null if it concerns the whole row.', nullable(text(0, 10_000)), {
    example: 'Fee',
  })
  column!: string | null;

  @Field(
    '`required`: the cell is empty. `invalid_date`, `invalid_number`, `invalid_text`, `invalid_value`: it cannot be ' +
      'read. `too_many_digits`: a number is more precise than a ledger. `unknown_type`, `unknown_currency`, ' +
      '`unknown_symbol`: the service does not know it. `currency_mismatch`: the currency is not that of the ' +
      'instrument. `unsupported`: a ledger does not hold this kind of entry. `unmatched_cancellation`: it cancels a ' +
      'trade that the file does not have. `formula`: the cell is a formula of a spreadsheet. `too_many_cells`: the ' +
      'row has more cells than the header. `unknown_lot`: it names a row that opens no lot.',
    choice(issueCodes),
    { example: 'invalid_number' },
  )
  code!: IssueCode;

  @Field('Description of the fault, for people; never the value itself.', text(1, 1_000), {
    example: 'is not a number in the format of the file',
  })
  detail!: string;

  static from({ row, column, code, detail }: ImportIssue): ImportIssueDto {
    return Object.assign(new ImportIssueDto(), { rowNumber: row, column, code, detail });
  }
}

@Dto('A remark on a file that is imported nevertheless.')
export class ImportWarningDto {
  @Field(
    '`statement_count`: a Flex report counts another number of statements than it has, so accounts may be missing.',
    choice(warningCodes),
    {
      example: 'statement_count',
    },
  )
  code!: ImportWarning['code'];

  @Field('The remark, for people.', text(1, 1_000), {
    example: 'The file has one statement, but counts 2: if accounts are missing, import them too.',
  })
  detail!: string;

  static from(importWarning: ImportWarning): ImportWarningDto {
    return answerOf(ImportWarningDto, importWarning);
  }
}

@Dto('An instrument that a file names, and its symbol.')
export class ImportedInstrumentDto {
  @Field('The symbol in the file; null for no symbol.', nullable(text(0, 10_000)), { example: 'SAP.DE' })
  given!: string | null;

  @Field('The ISIN in the file; null for no ISIN.', nullable(text(0, 10_000)), { example: 'DE0007164600' })
  isin!: string | null;

  @Field(
    'The symbol that is stored; null if no symbol was found: name it with the parameter `symbol`.',
    nullable(symbol()),
    { example: 'SAP.XETRA' },
  )
  symbol!: string | null;

  @Field(
    'The reason for its symbol, or for a missing symbol. `mapping`: the parameter `symbol` names it. `own_symbol`: ' +
      'the file has symbols of ' +
      'this service. `directory`: the built-in directory has its ISIN. `provider`: a provider has its symbol. ' +
      '`identifier`: its ISIN was resolved, as by `GET /markets/identifiers/resolve`. `ambiguous`: several listings ' +
      'have ' +
      'its ISIN. `invalid_identifier`: the check digit or form of its ISIN is wrong. `unavailable`: a source of ' +
      'identifiers is not answering. `not_found`: no source knows it.',
    choice(resolutionReasons),
    { example: 'directory' },
  )
  reason!: ResolutionReason;

  @Field('The reason as a sentence.', text(1, 500), {
    example: 'The directory has one listing with this ISIN; this one is in EUR.',
  })
  detail!: string;

  static from({
    symbol,
    isin,
    name,
    resolved,
    reason,
    detail,
  }: ImportReport['instruments'][number]): ImportedInstrumentDto {
    return Object.assign(new ImportedInstrumentDto(), {
      given: symbol ?? (isin === null ? name : null),
      isin,
      symbol: resolved,
      reason,
      detail,
    });
  }
}

@Dto('A transaction as it was read from a file.')
export class ImportedTransactionDto extends RecordedTransactionDto {
  @Field('The row of the file, counted as in the issues.', integer(1, 2_147_483_647), { example: 2 })
  rowNumber!: number;

  @Field('The id in the file, or one made of the account and the content; null for no id.', nullable(text(1, 200)), {
    example: 'broker-4711',
  })
  externalId!: string | null;

  static from({ row, ...rest }: PreviewedRow): ImportedTransactionDto {
    return Object.assign(new ImportedTransactionDto(), { rowNumber: row, ...rest });
  }
}

@Dto('The result of an import: stored transactions, or those of a dry run.')
export class TransactionImportDto {
  @Field('Whether the file was only checked.', flag(), { example: false })
  dryRun!: boolean;

  @Field('Whether the rows are stored; of a dry run, whether they would be.', flag(), { example: true })
  accepted!: boolean;

  @Field('The format of the file.', choice(importFormats), { example: 'ghostfolio' })
  format!: ImportFormat;

  @Field(
    'The broker whose table it is, as recognized from its headers or named by `fileFormat`; null for other formats ' +
      'and tables. `format` is then `table`.',
    optional(nullable(choice(brokerNames))),
    { example: 'trading_212' },
  )
  brokerFormat?: BrokerName | null;

  @Field('The encoding of the file.', text(1, 40), { example: 'utf-8' })
  encoding!: string;

  @Field('Separator of the cells; null for JSON and XML.', nullable(choice(delimiterNames)), { example: 'comma' })
  delimiter!: DelimiterName | null;

  @Field(
    'The decimal sign with which numbers were read. Never null at present; null is reserved for formats without a ' +
      'sign.',
    nullable(choice(signNames)),
    {
      example: 'point',
    },
  )
  decimalSign!: SignName | null;

  @Field(
    'The order of dates with the year at the end; null if such dates are not read.',
    nullable(choice(dateOrders)),
    { example: 'dmy' },
  )
  dateOrder!: 'dmy' | 'mdy' | null;

  @Field('Rows of the file that may be transactions.', integer(0, MAX_ROWS), { example: 120 })
  rowCount!: number;

  @Field('Transactions that were added, or would be.', integer(0, 4 * MAX_ROWS), { example: 118 })
  addedCount!: number;

  @Field(
    'Transactions that the portfolio has already, or that the file repeats with the same id.',
    integer(0, 4 * MAX_ROWS),
    { example: 1 },
  )
  duplicateCount!: number;

  @Field('Rows that cannot be stored.', integer(0, MAX_ROWS), { example: 1 })
  rejectedCount!: number;

  @Field('Rows that the format leaves out: totals, summaries, trades that were cancelled.', integer(0, 10_000_000), {
    example: 0,
  })
  ignoredCount!: number;

  @Field(`The first ${MAX_ISSUES} reasons why rows cannot be stored, by row.`, objects(ImportIssueDto, MAX_ISSUES))
  issues!: ImportIssueDto[];

  @Field('Remarks on the file, which do not prevent the import.', objects(ImportWarningDto, warningCodes.length))
  warnings!: ImportWarningDto[];

  @Field('The instruments that the file names.', objects(ImportedInstrumentDto, MAX_INSTRUMENTS))
  instruments!: ImportedInstrumentDto[];

  @Field(
    `The first ${MAX_PREVIEWED} transactions of the file as they are stored; those that the portfolio has already are among them.`,
    objects(ImportedTransactionDto, MAX_PREVIEWED),
  )
  preview!: ImportedTransactionDto[];

  static from({
    dryRun,
    accepted,
    format,
    broker,
    encoding,
    delimiter,
    decimalSign,
    dateOrder,
    ...report
  }: ImportReport): TransactionImportDto {
    const separator = delimiterNames.find((name) => delimiterOf[name] === delimiter) ?? null;
    return Object.assign(new TransactionImportDto(), {
      dryRun,
      accepted,
      format,
      brokerFormat: broker ?? null,
      encoding,
      dateOrder,
      delimiter: separator,
      decimalSign: decimalSign === null ? null : decimalSign === ',' ? 'comma' : 'point',
      rowCount: report.rows,
      addedCount: report.added,
      duplicateCount: report.duplicates,
      rejectedCount: report.rejected,
      ignoredCount: report.ignored,
      issues: report.issues.map(ImportIssueDto.from),
      warnings: report.warnings.map(ImportWarningDto.from),
      instruments: report.instruments.map(ImportedInstrumentDto.from),
      preview: report.preview.map(ImportedTransactionDto.from),
    });
  }
}

@Dto('Progress of an import.')
export class TransactionImportProgressDto {
  @Field('`reading` the file, `resolving` its symbols, `checking` its rows, `storing` them.', choice(importPhases), {
    example: 'storing',
  })
  phase!: ImportPhase;

  @Field('The part of the phase that is done, 0 to 1; 0 while its size is not known.', number(0, 1), { example: 0.55 })
  fraction!: number;

  static from({ phase, done, total }: ImportProgress): TransactionImportProgressDto {
    const fraction = total === null ? 0 : total === 0 ? 1 : Math.min(1, done / total);
    return Object.assign(new TransactionImportProgressDto(), { phase, fraction });
  }
}
