import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { AiToolList } from './tool.dto.js';
import { ToolCatalogue } from './tool.js';

@Service()
@Authorized()
@JsonController('/ai/tools')
export class ToolsController {
  constructor(private readonly catalogue: ToolCatalogue) {}

  @Get('')
  @Endpoint({
    summary: 'List the AI tools',
    description:
      'Returns the operations of this service that answers can use, by name, with the schemas of their ' +
      'arguments and results. They run as you and see what you may see.',
    returns: AiToolList,
  })
  listAiTools(): AiToolList {
    return AiToolList.from(this.catalogue.tools);
  }
}
