import { Authorized, Body, Delete, Get, JsonController, Param, Post, Put, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { day } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { FileBody } from '../../../http/raw-body.js';
import { utcDay } from '../civil-day.js';
import {
  ImportOwnPricesQuery,
  NewOwnPricesDto,
  OwnPriceDto,
  OwnPriceImportDto,
  OwnPricePageDto,
  OwnPricesQuery,
  OwnPriceValueDto,
} from './own-price.dto.js';
import { OwnPrices } from './own-prices.service.js';
import { ownSymbolParameter } from './own-symbol.js';

const params = { symbol: ownSymbolParameter };
const dayParams = { ...params, day: { description: 'The day of the price.', rule: day(), example: '2026-11-20' } };

@Service()
@Authorized()
@JsonController('/markets/instruments/:symbol/prices')
export class OwnPricesController {
  constructor(
    private readonly prices: OwnPrices,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the prices of your own instrument',
    description: 'Returns pages of the prices that you have stored, newest first by default.',
    returns: OwnPricePageDto,
    params,
  })
  async listOwnPrices(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @QueryParams() { limit, cursor, order, from, to }: OwnPricesQuery,
  ): Promise<Page<object>> {
    const list = ['own-prices', accountId, symbol.toUpperCase(), order, from, to].join(':');
    const page = this.cursors.page(list, limit, cursor);
    const range = { from: utcDay(from), to: utcDay(to) };
    const after = page.after?.[0] as string | undefined;
    const found = await this.prices.list(accountId, symbol, range, page.fetch, order, after);
    return page.answer(found, (price) => [price.day], OwnPriceDto.from);
  }

  @Put('')
  @Endpoint({
    summary: 'Store prices of your own instrument',
    description:
      'Stores up to 3,000 prices, all or none: a duplicate day, a day in the future or a price that is not from 1e-9 ' +
      'to 1e12 rejects all of them. Book a worthless holding by a sale; a price of 0 is not accepted.',
    returns: OwnPriceImportDto,
    params,
    errors: ['quota_reached'],
  })
  async setOwnPrices(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Body() { prices, replace }: NewOwnPricesDto,
  ): Promise<OwnPriceImportDto> {
    return OwnPriceImportDto.from(await this.prices.put(accountId, symbol, prices, replace));
  }

  @Post('')
  @Endpoint({
    summary: 'Import prices of your own instrument',
    description:
      'Stores the prices of a CSV table of up to 1 MB, all or none. Its header names a column for the day ' +
      '(`day`, `date`, `datum`) and one for the price (`price`, `close`, `value`, `quote`, `kurs`); other ' +
      'columns are ignored. Days are written as `2026-11-20`. A table that cannot be stored is a 422, in whose ' +
      '`errors` the `pointer` is `/row/column`.',
    returns: OwnPriceImportDto,
    status: 200,
    params,
    accepts: {
      'text/csv': { description: 'A table with a header row, in UTF-8.', example: 'day,price\n2026-11-20,412000\n' },
    },
    errors: ['unprocessable', 'quota_reached'],
  })
  async importOwnPrices(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Body() file: FileBody,
    @QueryParams() { replace }: ImportOwnPricesQuery,
  ): Promise<OwnPriceImportDto> {
    return OwnPriceImportDto.from(await this.prices.import(accountId, symbol, await file.read(), replace));
  }

  @Put('/:day')
  @Endpoint({
    summary: 'Store a price of your own instrument',
    description: 'Stores the price of a day, and replaces the one of the same day.',
    returns: OwnPriceDto,
    params: dayParams,
    errors: ['quota_reached'],
  })
  async setOwnPrice(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Param('day') on: string,
    @Body() { price }: OwnPriceValueDto,
  ): Promise<OwnPriceDto> {
    return OwnPriceDto.from(await this.prices.set(accountId, symbol, { day: on, price }));
  }

  @Delete('/:day')
  @Endpoint({
    summary: 'Delete a price of your own instrument',
    description: 'Deletes the price of a day.',
    params: dayParams,
  })
  async deleteOwnPrice(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Param('day') on: string,
  ): Promise<void> {
    await this.prices.remove(accountId, symbol, on);
  }
}
