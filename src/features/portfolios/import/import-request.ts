import { type BrokerName, brokerNames, type ImportFormat } from './file/import-entry.js';
import type { ImportRequest } from './import-report.js';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const;
export const delimiterNames = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type DelimiterName = (typeof delimiterNames)[number];
export const signNames = ['point', 'comma'] as const;
export type SignName = (typeof signNames)[number];

/** The delimiters by their names. */
export const delimiterOf: Record<DelimiterName, string> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** The options in the query of a request. */
export interface ImportChoices {
  dryRun: boolean;
  onError: 'refuse' | 'skip';
  fileFormat?: ImportFormat | BrokerName;
  encoding?: string;
  delimiter?: DelimiterName;
  decimalSign?: SignName;
  dateOrder?: 'dmy' | 'mdy';
  currency?: string;
  /** Headers by field, as `field:header`. */
  column?: readonly string[];
  /** Symbols, as `theirs:ours`: the symbol, ISIN or name in the file, and the symbol of the service. */
  symbol?: readonly string[];
}

const charsets: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'utf-16': 'utf-16le',
  cp1252: 'windows-1252',
};

/**
 * Returns the request with parsed options.
 * @param charset of the Content-Type; an unknown one is ignored, so the encoding is detected
 */
export function importRequest(
  bytes: Uint8Array<ArrayBuffer>,
  charset: string | undefined,
  choices: ImportChoices,
): ImportRequest {
  const {
    dryRun,
    onError,
    fileFormat,
    encoding,
    delimiter,
    decimalSign,
    dateOrder,
    currency,
    column = [],
    symbol = [],
  } = choices;
  // Clients name UTF-8 by default, even if the file has another encoding, so the encoding is detected.
  const stated =
    charset === undefined || /^utf-?8$/.test(charset)
      ? undefined
      : (charsets[charset] ?? encodings.find((one) => one === charset));
  const broker = brokerNames.find((name) => name === fileFormat);
  return {
    bytes,
    dryRun,
    onError,
    options: {
      format: broker === undefined ? ((fileFormat as ImportFormat | undefined) ?? null) : 'table',
      broker,
      encoding: encoding ?? stated ?? null,
      delimiter: delimiter === undefined ? null : delimiterOf[delimiter],
      decimalSign: decimalSign === undefined ? null : decimalSign === 'comma' ? ',' : '.',
      dateOrder: dateOrder ?? null,
      currency: currency ?? null,
      columns: Object.fromEntries(column.map((one) => pairOf(one, one.indexOf(':')))),
    },
    mapping: Object.fromEntries(symbol.map((one) => pairOf(one, one.lastIndexOf(':')))),
  };
}

const pairOf = (text: string, at: number): [string, string] => [text.slice(0, at).trim(), text.slice(at + 1).trim()];
