import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { AlertTemplateListDto, AlertTemplatesQuery } from './template.dto.js';
import { TemplatesService } from './templates.service.js';

@Service()
@Authorized()
@JsonController('/alerts/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get('')
  @Endpoint({
    summary: 'List alert rule templates',
    description:
      'Returns complete rules as starting points, filled in with your query parameters. Each `rule` is a draft for `POST /alerts/rules`.',
    returns: AlertTemplateListDto,
  })
  async listAlertTemplates(@QueryParams() chosen: AlertTemplatesQuery): Promise<AlertTemplateListDto> {
    return AlertTemplateListDto.from(this.templates.valuesOf(chosen));
  }
}
