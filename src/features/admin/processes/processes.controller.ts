import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { ProcessRegistry } from '../../../coordination/process-registry.js';
import { ServiceProcessDto, ServiceProcessListDto } from './process.dto.js';

@Service()
@Authorized('operator')
@JsonController('/admin/processes')
export class ProcessesController {
  constructor(private readonly processes: ProcessRegistry) {}

  @Get('')
  @Endpoint({
    summary: 'List processes',
    description:
      'Lists the processes of the service on this database, with their roles, version, heartbeat and which of ' +
      'them leads.',
    returns: ServiceProcessListDto,
  })
  async listProcesses(): Promise<ServiceProcessListDto> {
    const found = (await this.processes.list()).slice(-1000);
    return Object.assign(new ServiceProcessListDto(), { items: found.map(ServiceProcessDto.from) });
  }
}
