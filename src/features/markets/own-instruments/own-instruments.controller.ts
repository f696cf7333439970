import { Authorized, Body, Delete, JsonController, Param, Patch } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, ListOwned } from '../../../resources/owned-routes.js';
import type { OwnInstrument } from '../own/own-instrument.js';
import {
  NewOwnInstrumentDto,
  OwnInstrumentChangesDto,
  OwnInstrumentDto,
  OwnInstrumentPageDto,
} from './own-instrument.dto.js';
import { OwnInstruments } from './own-instruments.records.js';
import { ownSymbolParameter } from './own-symbol.js';

const path = '/markets/instruments';
const params = { symbol: ownSymbolParameter };

@Service()
@Authorized()
@JsonController(path)
export class OwnInstrumentsController extends OwnedController<OwnInstruments> {
  constructor(instruments: OwnInstruments, cursors: CursorCodec) {
    super(instruments, cursors, { path, list: 'own-instruments', from: OwnInstrumentDto.from });
  }

  @ListOwned({ summary: 'List your own instruments', returns: OwnInstrumentPageDto })
  listOwnInstruments(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create your own instrument',
    description:
      'Creates an instrument that no provider lists: a bond, a fund, private shares, a property or something else. ' +
      'Only your account sees it; its prices are those that you store with `PUT /markets/instruments/{symbol}/prices`.',
    returns: OwnInstrumentDto,
    errors: ['conflict', 'unprocessable'],
  })
  createOwnInstrument(caller: Caller, input: NewOwnInstrumentDto) {
    return this.created(caller, input);
  }

  @Patch('/:symbol')
  @Endpoint({
    summary: 'Update your own instrument',
    description:
      'Updates the fields you send. Symbol, kind and currency cannot be changed, as transactions rely on them.',
    returns: OwnInstrumentDto,
    params,
    ifMatch: true,
    errors: ['unprocessable', 'quota_reached'],
  })
  async updateOwnInstrument(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @Body() changes: OwnInstrumentChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<OwnInstrumentDto> {
    const { id } = await this.records.of(accountId, symbol);
    return OwnInstrumentDto.from(await this.records.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:symbol')
  @Endpoint({
    summary: 'Delete your own instrument',
    description: 'Deletes the instrument and its prices permanently. Transactions keep its symbol, without a price.',
    params,
    ifMatch: true,
  })
  async deleteOwnInstrument(
    @CurrentCaller() { accountId }: Caller,
    @Param('symbol') symbol: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    const { id } = await this.records.of(accountId, symbol);
    await this.records.remove(accountId, id, ifMatch);
  }

  /** Returns a 201 with the address of the new instrument, which contains its symbol. */
  protected override reply(own: OwnInstrument): Reply {
    return Reply.created(OwnInstrumentDto.from(own), `/api/v1${path}/${own.symbol}`);
  }
}
