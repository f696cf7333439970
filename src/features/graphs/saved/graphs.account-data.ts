import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { GraphDto } from './graph.dto.js';
import { GraphsService } from './graphs.service.js';

/** The charts of an account. */
@Service()
export class GraphsData extends AccountData {
  readonly section = 'graphs';
  readonly description = 'Its saved charts.';
  readonly item = GraphDto;

  constructor(private readonly graphs: GraphsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.graphs.list(accountId, this.maxItems)).map(GraphDto.from);
  }
}
