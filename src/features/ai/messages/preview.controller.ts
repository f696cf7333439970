import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { AiContextPreview, AiPreviewRequest } from './preview.dto.js';
import { Previews } from './preview.service.js';

@Service()
@Authorized()
@JsonController('/ai/context')
export class PreviewController {
  constructor(private readonly previews: Previews) {}

  @Post('/preview')
  @Endpoint({
    summary: 'Preview what the model is sent',
    description:
      'Shows exactly what would be sent to the model for a question: instructions, earlier questions of the ' +
      'thread, the data of the context, and tools, each with its estimated tokens, and what was left out to ' +
      'fit. ' +
      'Sends and stores nothing. Ids in `context` that are not yours are rejected.',
    returns: AiContextPreview,
    status: 200,
    scope: 'read',
    errors: ['not_found'],
  })
  async previewAiContext(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() { content, context = {}, threadId }: AiPreviewRequest,
  ): Promise<AiContextPreview> {
    return AiContextPreview.from(await this.previews.of(caller, { content, context, threadId }, requester.signal));
  }
}
