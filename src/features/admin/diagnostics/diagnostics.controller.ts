import { Authorized, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { DiagnosticBundleDto } from './diagnostics.dto.js';
import { DiagnosticsService } from './diagnostics.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/diagnostics')
export class DiagnosticsController {
  constructor(private readonly diagnostics: DiagnosticsService) {}

  @Post('')
  @Endpoint({
    summary: 'Create a diagnostic bundle',
    description:
      'Returns versions, processes, settings without secrets, sizes of pools and queues, delay of the event loop, ' +
      'feeds and the last warnings and errors, to send along with a report of a fault. Measurements and the log are ' +
      'those of the process that responds. Each call is recorded in the audit record.',
    returns: DiagnosticBundleDto,
  })
  async createDiagnosticBundle(
    @CurrentCaller() operator: Caller,
    @Origin() origin: RequestOrigin,
  ): Promise<DiagnosticBundleDto> {
    return DiagnosticBundleDto.from(await this.diagnostics.collect(operator, origin));
  }
}
