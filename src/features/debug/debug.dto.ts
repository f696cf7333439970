import { Dto, Field } from '../../api/field.js';
import { choice, flag, integer, list, nullable, number, objects, text } from '../../api/rules.js';
import { SinglePageCursor } from '../../http/single-page-cursor.js';

const MAX_COUNT = 9_007_199_254_740_991;

@Dto('A served route.')
export class DebugRouteDto {
  @Field('HTTP method.', choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), { example: 'GET' })
  method!: string;

  @Field('Path, with `:name` for path parameters.', text(1, 300), { example: '/api/v1/auth/sessions/:id' })
  path!: string;

  @Field('Controller and method.', text(1, 200), { example: 'SessionsController.endSession' })
  handler!: string;

  @Field('Required access.', choice(['authorized', 'public', 'refreshCookie']), { example: 'authorized' })
  access!: string;

  @Field('Roles of which the caller needs one; empty means any account.', list(text(1, 50), 10), { example: [] })
  roles!: string[];
}

@Dto('All routes of this process.')
export class DebugRoutesDto {
  @Field('Routes in the order of registration.', objects(DebugRouteDto, 5000))
  items!: DebugRouteDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}

@Dto('One configuration variable.')
export class DebugVariableDto {
  @Field('The variable, as in the environment.', text(1, 100), { example: 'SVC_PORT' })
  name!: string;

  @Field('Value; `[set]` for a secret, null when the default applies.', nullable(text(1, 500)), { example: '8080' })
  value!: string | null;
}

@Dto('The current configuration; secrets are hidden.')
export class DebugConfigDto {
  @Field('All variables that the service reads.', objects(DebugVariableDto, 1000))
  items!: DebugVariableDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('Variables that are set but unknown.', list(text(1, 200), 1000), { example: [] })
  unknown!: string[];
}

@Dto('A port and its implementation.')
export class DebugServiceDto {
  @Field('The interface that the service implements.', text(1, 100), { example: 'SessionStore' })
  port!: string;

  @Field('The implementing class.', text(1, 100), { example: 'MemorySessionStore' })
  implementation!: string;
}

@Dto('The implementation of each port.')
export class DebugServicesDto {
  @Field('The ports.', objects(DebugServiceDto, 1000))
  items!: DebugServiceDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}

@Dto('Metrics of the process.')
export class DebugRuntimeDto {
  @Field('Version of Node.js.', text(1, 50), { example: 'v24.21.0' })
  node!: string;

  @Field('Process id.', integer(1, MAX_COUNT), { example: 4242 })
  pid!: number;

  @Field('Uptime of the process in seconds.', number(0), { example: 86_400.5 })
  uptimeSeconds!: number;

  @Field('Heap in use, in bytes.', integer(0, MAX_COUNT), { example: 48_000_000 })
  heapUsedBytes!: number;

  @Field('Memory of the whole process, in bytes.', integer(0, MAX_COUNT), { example: 110_000_000 })
  residentBytes!: number;

  @Field('Median delay of the event loop in the last second, in milliseconds.', number(0), { example: 0.2 })
  eventLoopDelayP50Ms!: number;

  @Field('99th percentile of that delay, in milliseconds.', number(0), { example: 4.1 })
  eventLoopDelayP99Ms!: number;

  @Field('Active resources that keep the process alive, one entry each.', list(text(1, 100), 100_000), {
    example: ['TCPServerWrap', 'Timeout'],
  })
  activeResources!: string[];

  @Field('True while the process shuts down.', flag(), { example: false })
  draining!: boolean;

  @Field('Current limit of concurrent requests; above it, requests are rejected.', integer(0, MAX_COUNT), {
    example: 200,
  })
  concurrencyLimit!: number;

  @Field('Requests that are running.', integer(0, MAX_COUNT), { example: 3 })
  requestsInFlight!: number;

  @Field('Requests rejected for overload since the process started.', integer(0, MAX_COUNT), { example: 0 })
  requestsRefused!: number;

  @Field('Images and comparisons in progress.', integer(0, MAX_COUNT), { example: 1 })
  heavyRunning!: number;

  @Field('Images and comparisons that are queued.', integer(0, MAX_COUNT), { example: 0 })
  heavyWaiting!: number;
}
