import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { Config } from '../../config/config.js';
import { ServiceDirectory } from '../../http/route/service-directory.js';
import {
  DebugConfigDto,
  DebugRouteDto,
  DebugRoutesDto,
  DebugRuntimeDto,
  DebugServiceDto,
  DebugServicesDto,
  DebugVariableDto,
} from './debug.dto.js';
import { RuntimeService } from './runtime.service.js';

/** Operations for inspecting a process. In production they are neither served nor described. */
@Service()
@Authorized('operator')
@JsonController('/debug')
export class DebugController {
  constructor(
    private readonly config: Config,
    private readonly directory: ServiceDirectory,
    private readonly runtime: RuntimeService,
  ) {}

  @Get('/routes')
  @Endpoint({ summary: 'List the routes', description: 'Lists the routes of this process.', returns: DebugRoutesDto })
  listRoutes(): DebugRoutesDto {
    const items = this.directory.routes.map((route) =>
      Object.assign(new DebugRouteDto(), {
        method: route.method,
        path: route.template,
        handler: route.where,
        access: route.access,
        roles: [...route.roles],
      }),
    );
    return Object.assign(new DebugRoutesDto(), { items });
  }

  @Get('/config')
  @Endpoint({
    summary: 'Get the configuration',
    description: 'Lists every variable. Secrets, and the credentials and parameters of URLs, are hidden.',
    returns: DebugConfigDto,
  })
  getConfig(): DebugConfigDto {
    const items = this.config.shown.map((variable) => Object.assign(new DebugVariableDto(), variable));
    return Object.assign(new DebugConfigDto(), { items, unknown: this.config.unknownNames.map(({ name }) => name) });
  }

  @Get('/services')
  @Endpoint({
    summary: 'List the services',
    description: 'Lists the implementation of each port.',
    returns: DebugServicesDto,
  })
  listServices(): DebugServicesDto {
    return Object.assign(new DebugServicesDto(), {
      items: this.directory.ports().map((entry) => Object.assign(new DebugServiceDto(), entry)),
    });
  }

  @Get('/runtime')
  @Endpoint({
    summary: 'Get process metrics',
    description: 'Returns memory, delay of the event loop in the last second, and what keeps the process alive.',
    returns: DebugRuntimeDto,
  })
  getRuntime(): DebugRuntimeDto {
    return Object.assign(new DebugRuntimeDto(), this.runtime.read());
  }
}
