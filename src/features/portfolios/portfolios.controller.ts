import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { OwnedController } from '../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../resources/owned-routes.js';
import { SharedListQuery } from '../../resources/resource-dto.js';
import { NewPortfolioDto, PortfolioChangesDto, PortfolioDto, PortfolioPageDto } from './portfolio.dto.js';
import { PortfoliosService } from './portfolios.records.js';

const path = '/portfolios';

@Service()
@Authorized()
@JsonController(path)
export class PortfoliosController extends OwnedController<PortfoliosService> {
  constructor(portfolios: PortfoliosService, cursors: CursorCodec) {
    super(portfolios, cursors, { path, list: 'portfolios', from: PortfolioDto.from });
  }

  @ListOwned({ summary: 'List your portfolios', returns: PortfolioPageDto })
  listPortfolios(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a portfolio',
    description: 'Creates an empty portfolio. Add transactions to it; holdings, values and returns follow from them.',
    returns: PortfolioDto,
    delegable: true,
  })
  createPortfolio(caller: Caller, input: NewPortfolioDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a portfolio',
    description: 'Returns one of your portfolios.',
    returns: PortfolioDto,
    granted: 'read',
    isFreeOfAmounts: true,
  })
  getPortfolio(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a portfolio',
    description: 'Updates the fields you send. Another lot method applies to all sales, past ones included.',
    returns: PortfolioDto,
    granted: 'write',
  })
  updatePortfolio(caller: Caller, id: string, changes: PortfolioChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a portfolio',
    description: 'Deletes the portfolio and its transactions permanently.',
  })
  deletePortfolio(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
