import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ChartDto } from './chart.dto.js';
import { ChartsService } from './charts.service.js';

/** The charts of an account. */
@Service()
export class ChartsData extends AccountData {
  readonly section = 'charts';
  readonly description = 'Its saved charts.';
  readonly item = ChartDto;

  constructor(private readonly charts: ChartsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.charts.list(accountId, this.maxItems)).map(ChartDto.from);
  }
}
