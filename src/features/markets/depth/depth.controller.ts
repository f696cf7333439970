import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { symbolParameter } from '../symbol-parameter.js';
import { OrderBookDto, OrderBookQuery, PublicTradeListDto, TradesQuery } from './depth.dto.js';
import { MarketDepthService } from './market-depth.service.js';

const params = { symbol: { ...symbolParameter, example: 'BTC-USD.CC' } };

@Service()
@Authorized()
@JsonController('/markets')
export class DepthController {
  constructor(private readonly exchanges: MarketDepthService) {}

  @Get('/order-books/:symbol')
  @Endpoint({
    summary: 'Get the order book of a crypto-asset',
    description:
      'Returns the best prices at which others offer to buy and to sell a crypto-asset, at the exchange of the ' +
      'provider with the highest priority. A book is at most a second old unless `provenance.stale` is true.',
    returns: OrderBookDto,
    csv: OrderBookDto.table,
    params,
    errors: ['unprocessable'],
  })
  async getOrderBook(@Param('symbol') symbol: string, @QueryParams() { depth }: OrderBookQuery): Promise<OrderBookDto> {
    return OrderBookDto.from(await this.exchanges.orderBook(symbol, depth));
  }

  @Get('/trades/:symbol')
  @Endpoint({
    summary: 'List the latest trades of a crypto-asset',
    description:
      'Returns the latest trades of a crypto-asset, the newest first, at the exchange of the provider with the highest ' +
      'priority. The list is at most a second old unless `provenance.stale` is true.',
    returns: PublicTradeListDto,
    params,
    errors: ['unprocessable'],
  })
  async listPublicTrades(
    @Param('symbol') symbol: string,
    @QueryParams() { limit }: TradesQuery,
  ): Promise<PublicTradeListDto> {
    return PublicTradeListDto.from(await this.exchanges.latestTrades(symbol, limit));
  }
}
