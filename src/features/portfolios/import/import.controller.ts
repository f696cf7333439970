import { Authorized, Body, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, eventStream } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { FileBody } from '../../../http/raw-body.js';
import { MediaType } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import type { StreamMessage } from '../../../http/stream/frame.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { ImportTransactionsQuery, TransactionImportDto, TransactionImportProgressDto } from './import.dto.js';
import { TransactionImports } from './import.service.js';
import { importRequest } from './import-request.js';
import { type ImportStreamItem, ImportStreams } from './import-stream.service.js';

const MAX_FILE_BYTES = 25_000_000;

const csv =
  '' +
  'type,tradedAt,symbol,quantity,price,amount,currency,fee\nbuy,2026-11-02,AAPL.US,10,189.5,,USD,1.25\ndeposit,2026-11-01,,,,5000,USD,\n';
const json = {
  format: 'watchfloor.transactions',
  transactions: [
    {
      type: 'buy',
      tradedAt: '2026-11-02',
      symbol: 'AAPL.US',
      quantity: '10',
      price: '189.5',
      currency: 'USD',
      fee: '1.25',
    },
  ],
};
const xml =
  '<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1"><Trades><Trade currency="USD" ' +
  'assetCategory="STK" symbol="AAPL" isin="US0378331005" ' +
  'transactionID="4711" tradeDate="20261102" quantity="10" tradePrice="189.5" ibCommission="-1.25" ' +
  'buySell="BUY"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>';

const frames = {
  description:
    '`progress` is sent at the start and at most twice a second while the file is read and stored; `result` ' +
    'carries the same JSON as the response without a stream and is the last event. ' +
    'A rejected file ends the stream with `error`. An import ends, and stores nothing, when its client ' +
    'disconnects.',
  events: { progress: TransactionImportProgressDto, result: TransactionImportDto },
  example: `event: progress\ndata: ${JSON.stringify(exampleOf(TransactionImportProgressDto))}\n\n`,
};

const toMessage = (item: ImportStreamItem): StreamMessage =>
  'phase' in item
    ? { event: 'progress', data: TransactionImportProgressDto.from(item) }
    : { event: 'result', data: TransactionImportDto.from(item) };

@Service()
@Authorized()
@JsonController('/portfolios/:id/import')
export class TransactionImportController {
  constructor(
    private readonly imports: TransactionImports,
    private readonly streams: ImportStreams,
  ) {}

  @Post('')
  @Endpoint({
    summary: 'Import transactions',
    description:
      'Adds the transactions of a file of up to 25 MB and 100,000 rows: our own format (as `GET ' +
      '/portfolios/{id}/export` writes it), Ghostfolio (JSON, CSV), Portfolio Performance (CSV, English or ' +
      'German), Interactive Brokers Flex (XML, CSV), tables of brokers (a file that is not of the ' +
      'named broker is rejected with the headers that it should have), and other tables with known or named ' +
      'columns. The format, ' +
      'the encoding, the delimiter and how numbers and dates are written are recognized, or ' +
      'named. The signs of fees, taxes, amounts and quantities mean the same in all rows of a file: the usual ' +
      'sign is that of most rows, the other one is a refund or a cancellation. A split needs a ' +
      'ratio such as `4:1`, unless the units that the file has of the instrument leave only one; a number or ' +
      'sign that may mean two things is an issue with row and column. All rows are stored, or none: a row that ' +
      'cannot be stored rejects the file with 422, in whose `errors` the `pointer` is `/row/column`; ' +
      '`onError=skip` leaves such rows out. Importing a file ' +
      'again adds nothing: a row is recognized by its id at the broker, otherwise by account, time, type, symbol, ' +
      'quantity, price and amount; further equal rows count as new. An account runs ' +
      'one import at a time. With `Accept: text/event-stream` the progress is streamed before the result.',
    returns: TransactionImportDto,
    status: 200,
    accepts: {
      'text/csv': { description: 'A table with a header row.', example: csv },
      'application/json': { description: 'Our own JSON, or an export of Ghostfolio.', example: json },
      'application/xml': { description: 'A Flex report of Interactive Brokers.', example: xml },
      'application/octet-stream': { description: 'Any of these; the kind of file is recognized.', example: csv },
    },
    maxBodyBytes: MAX_FILE_BYTES,
    alternatives: { [eventStream]: frames },
    errors: ['unprocessable', 'quota_reached', 'conflict', 'overloaded'],
    granted: 'write',
  })
  async importTransactions(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() file: FileBody,
    @QueryParams() query: ImportTransactionsQuery,
    @MediaType() mediaType: string,
  ): Promise<TransactionImportDto | StreamReply<ImportStreamItem>> {
    const { portfolio, bytes } = await this.imports.receive(requester.accountId, id, file);
    const request = importRequest(bytes, file.charset, query);
    if (mediaType === eventStream) return this.streams.open(requester, portfolio, request).as(toMessage);
    return TransactionImportDto.from(
      await this.imports.run(requester, portfolio, request, { phase: 'reading', done: 0, total: null }),
    );
  }
}
