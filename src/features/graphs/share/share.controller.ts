import { Authorized, Delete, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { ChartShareDto } from './share.dto.js';
import { ShareService } from './share.service.js';

@Service()
@Authorized()
@JsonController('/graphs/charts')
export class ShareController {
  constructor(private readonly shares: ShareService) {}

  @Post('/:id/share')
  @Endpoint({
    summary: 'Share a chart',
    description:
      'Creates a public address of one of your charts; the address before it ends. Everyone who knows the ' +
      'address sees the name of the chart, the names of ' +
      'its series and their values, those of portfolios included, as they are at that time; expressions and ' +
      'everything else stay private. The token is shown once.',
    returns: ChartShareDto,
    status: 200,
    emptyBody: true,
  })
  async shareChart(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<ChartShareDto> {
    return ChartShareDto.from(await this.shares.share(accountId, id));
  }

  @Delete('/:id/share')
  @Endpoint({
    summary: 'Stop sharing a chart',
    description: 'Ends the public address of one of your charts at once. Repeating it has no effect.',
  })
  async unshareChart(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.shares.revoke(accountId, id);
  }
}
