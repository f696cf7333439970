import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { ReadReasonQuery } from '../read-reason.dto.js';
import { UserUsageDto } from './user-usage.dto.js';
import { UserUsages } from './user-usage.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/users/:id/usage')
export class UserUsageController {
  constructor(private readonly usages: UserUsages) {}

  @Get('')
  @Endpoint({
    summary: "Get an account's usage of its limits",
    description:
      'Returns how much of each limit an account uses: requests, sessions, and the resources that it may own, with ' +
      'its counts of the last day. Each read is recorded in the audit record, with its `reason`.',
    returns: UserUsageDto,
    errors: ['not_found'],
  })
  async getUserUsage(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @QueryParams() { reason }: ReadReasonQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<UserUsageDto> {
    return UserUsageDto.from(await this.usages.read(operator, id, { ...origin, reason }));
  }
}
