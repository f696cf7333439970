import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { AiApproval, AiApprovalDecision } from './approval.dto.js';
import { Approvals } from './approvals.service.js';

@Service()
@Authorized()
@JsonController('/ai/threads')
export class ApprovalsController {
  constructor(private readonly approvals: Approvals) {}

  @Post('/:id/approvals/:callId')
  @Endpoint({
    summary: 'Decide about a proposed action',
    description:
      'Carries out an action that an answer proposes, or rejects it. The action runs as you, with exactly the ' +
      'arguments whose hash you send, once, and within five minutes of the proposal. ' +
      'Another hash, a second decision and an expired proposal are a 409, and nothing happens. An approved ' +
      'action that fails is not carried out again: ask for another proposal.',
    returns: AiApproval,
    status: 200,
    errors: ['conflict'],
  })
  async decideAiApproval(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Param('callId') callId: string,
    @Body() { argumentsHash, decision }: AiApprovalDecision,
  ): Promise<AiApproval> {
    const { approval, outcome } = await this.approvals.decide(
      caller,
      id,
      callId,
      argumentsHash,
      decision,
      requester.signal,
    );
    const { tool: name, arguments: args } = approval;
    const result = {
      done: outcome?.ok ?? false,
      result: (outcome?.value ?? null) as object | null,
      problem: outcome?.problem ?? null,
    };
    return Object.assign(new AiApproval(), { callId, name, arguments: args, decision, ...result });
  }
}
