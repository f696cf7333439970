import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import {
  changesOf,
  contentOf,
  NewTransactionDto,
  TransactionChangesDto,
  TransactionDto,
  TransactionPageDto,
  TransactionQuery,
} from './transaction.dto.js';
import { TransactionsService } from './transactions.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id/transactions')
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List transactions',
    description: 'Returns the ledger of one of your portfolios, by the time of the trade.',
    returns: TransactionPageDto,
    granted: 'read',
  })
  async listTransactions(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: TransactionQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, order, type, symbol, from, to } = query;
    const page = this.cursors.page(
      `transactions:${accountId}:${id}:${JSON.stringify([order, type, symbol, from, to])}`,
      limit,
      cursor,
    );
    const filter = { types: type, symbols: symbol?.map((one) => one.toUpperCase()), ...timeWindow({ from, to }) };
    const after = page.after && { tradedAt: new Date(page.after[0] as number), id: page.after[1] as string };
    const found = await this.transactions.list(accountId, id, filter, page.fetch, order, after);
    return page.answer(found, (one) => [one.tradedAt.getTime(), one.id], TransactionDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Add a transaction',
    description:
      'Adds a transaction at any past time; holdings, values and returns follow from all transactions. A sale ' +
      'of more than is held and a negative cash balance are accepted, and ' +
      'reported in the `warnings` of the figures that they affect. A time more than 14 days before the first ' +
      'day of the instrument (`firstDay`), where that is known, is rejected.',
    returns: TransactionDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'conflict'],
    granted: 'write',
  })
  async createTransaction(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewTransactionDto,
  ): Promise<Reply> {
    const added = await this.transactions.add(accountId, id, contentOf(input));
    return Reply.created(TransactionDto.from(added), `/api/v1/portfolios/${id}/transactions/${added.id}`);
  }

  @Get('/:transactionId')
  @Endpoint({
    summary: 'Get a transaction',
    description: 'Returns one transaction of one of your portfolios.',
    returns: TransactionDto,
    granted: 'read',
  })
  async getTransaction(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('transactionId') transactionId: string,
  ): Promise<TransactionDto> {
    return TransactionDto.from(await this.transactions.get(accountId, id, transactionId));
  }

  @Patch('/:transactionId')
  @Endpoint({
    summary: 'Update a transaction',
    description: 'Updates the fields you send. All figures after its time are computed again.',
    returns: TransactionDto,
    ifMatch: true,
    granted: 'write',
  })
  async updateTransaction(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('transactionId') transactionId: string,
    @Body() changes: TransactionChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<TransactionDto> {
    return TransactionDto.from(
      await this.transactions.change(accountId, id, transactionId, changesOf(changes), ifMatch),
    );
  }

  @Delete('/:transactionId')
  @Endpoint({
    summary: 'Delete a transaction',
    description: 'Deletes the transaction permanently. All figures after its time change.',
    ifMatch: true,
    granted: 'write',
  })
  async deleteTransaction(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('transactionId') transactionId: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.transactions.remove(accountId, id, transactionId, ifMatch);
  }
}
