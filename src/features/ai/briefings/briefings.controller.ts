import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { BriefingDto, NewBriefing } from './briefing.dto.js';
import { Briefings } from './briefings.service.js';

@Service()
@Authorized()
@JsonController('/ai')
export class BriefingsController {
  constructor(private readonly briefings: Briefings) {}

  @Post('/briefings')
  @Endpoint({
    summary: 'Generate a briefing',
    description:
      'Writes a briefing of a period as Markdown with citations: notable events, the news of the period, ' +
      'firing alerts, and optionally the quotes of a watchlist and the value and return of a portfolio. ' +
      'With a place or a box only events and articles in it. Every number of the text is checked against the cited ' +
      'records; `unverifiedNumbers` lists numbers found in none of them. ' +
      'Ids that are not yours are rejected. Stores nothing.',
    returns: BriefingDto,
    lane: 'briefings',
    status: 200,
    scope: 'read',
  })
  async generateBriefing(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() request: NewBriefing,
  ): Promise<BriefingDto> {
    return BriefingDto.from(await this.briefings.write(caller, request, requester.signal));
  }
}
