import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { AiRuleDraft, NewRuleDraft } from './rule-draft.dto.js';
import { RuleDrafts } from './rule-drafts.service.js';

@Service()
@Authorized()
@JsonController('/ai/rules')
export class RuleDraftsController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Post('/draft')
  @Endpoint({
    summary: 'Draft an alert rule from words',
    description:
      'Reads words such as “Notify me if bitcoin falls 5 % in an hour” or “Alert me when a tanker enters ' +
      'Hormuz gate” as an alert rule, validates it and evaluates it now. Nothing is saved: send `rule` to ' +
      '`POST /alerts/rules`. ' +
      'Names are those of your geofences, of instruments and of vessels that are received. If the words lack a ' +
      'value, `clarification` asks for it: send them again with it. A personal key needs the scope `alerts:write` as ' +
      'well.',
    returns: AiRuleDraft,
    errors: ['unprocessable'],
  })
  async draftAlertRule(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() { text }: NewRuleDraft,
  ): Promise<AiRuleDraft> {
    return AiRuleDraft.from(await this.drafts.draft(caller, text, requester.signal));
  }
}
