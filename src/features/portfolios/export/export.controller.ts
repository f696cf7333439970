import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { fileHeaders } from '../../../http/file-name.js';
import { csvType, jsonType } from '../../../http/format.js';
import { MediaType, Reply } from '../../../http/reply.js';
import { TransactionExportDto } from './export.dto.js';
import { TransactionExports } from './export.service.js';

const example =
  'type,tradedAt,symbol,quantity,price,amount,currency,fee,tax,rate,newSymbol,costFraction,lots,note,externalId\r\n' +
  'buy,2026-11-02T00:00:00.000Z,AAPL.US,10,189.5,,USD,1.25,0,,,,,Monthly plan,broker-4711\r\n';

@Service()
@Authorized()
@JsonController('/portfolios/:id/export')
export class TransactionExportController {
  constructor(private readonly exports: TransactionExports) {}

  @Get('')
  @Endpoint({
    summary: 'Export transactions',
    description:
      'Returns all transactions of a portfolio as a file that `POST /portfolios/{id}/import` reads: ' +
      'imported into an empty portfolio, it gives the same ledger, and exporting that gives the same file. ' +
      'In CSV, texts that a spreadsheet would run as formulas begin with an apostrophe, which the import ' +
      'removes.',
    returns: TransactionExportDto,
    alternatives: {
      [csvType]: {
        description: 'The transactions as a table; `lots` are numbers of rows, the header included.',
        example,
      },
    },
    headers: { 'Content-Disposition': 'The name of the file.' },
    granted: 'read',
  })
  async exportTransactions(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @MediaType() mediaType: string,
  ): Promise<Reply> {
    if (mediaType === csvType)
      return new Reply(await this.exports.csv(accountId, id), {
        type: csvType,
        headers: fileHeaders('transactions.csv'),
      });
    return new Reply(await this.exports.json(accountId, id), {
      type: jsonType,
      headers: fileHeaders('transactions.json'),
    });
  }
}
