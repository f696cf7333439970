import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import type { AccountUsageTotals } from '../../../accounts/account-usage.js';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { timeWindow } from '../../../http/time-window.js';
import { AccountUsageQuery, AccountUsageTotalsDto, AccountUsageTotalsPageDto } from './account-usage.dto.js';
import { AccountUsage } from './account-usage.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/usage')
export class AccountUsageController {
  constructor(
    private readonly usage: AccountUsage,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the usage of accounts',
    description:
      'Lists what accounts used in a period of whole hours, by default the last day, with totals; accounts ' +
      'without usage are left out. Counts are up to 15 seconds late and are kept for 35 days. Each read is ' +
      'recorded in the audit record.',
    returns: AccountUsageTotalsPageDto,
  })
  async listUsage(
    @CurrentCaller() operator: Caller,
    @QueryParams() query: AccountUsageQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<AccountUsageTotalsPageDto> {
    const kind = AccountUsageQuery.kindOf(query);
    const period = this.usage.period(timeWindow(query));
    const page = this.cursors.page(`usage:${JSON.stringify([query.from, query.to, kind])}`, query.limit, query.cursor);
    const { accounts, totals } = await this.usage.list(
      operator,
      period,
      kind,
      { ...origin, reason: query.reason },
      page.fetch,
      page.after as [number, string] | undefined,
    );
    const keyOf = (account: AccountUsageTotals) => [account[kind], account.accountId];
    return AccountUsageTotalsPageDto.from(period, totals, page.answer(accounts, keyOf, AccountUsageTotalsDto.of));
  }
}
