import { AlwaysComplete } from '../../http/always-complete.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, flag, integer, list, nullable, number, object, text } from '../../openapi/rules.js';

const MAX_COUNT = 9_007_199_254_740_991;

@Dto('One route as it is served.')
export class DebugRouteDto {
  @Field('HTTP method.', choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), { example: 'GET' })
  method!: string;

  @Field('Path with `:name` for its variable parts.', text(1, 300), { example: '/api/v1/auth/sessions/:id' })
  path!: string;

  @Field('Controller and method that answer.', text(1, 200), { example: 'SessionsController.endSession' })
  handler!: string;

  @Field('Who is let in.', choice(['authorized', 'public', 'refreshCookie']), { example: 'authorized' })
  access!: string;

  @Field('Roles of which the caller needs one; empty means any account.', list(text(1, 50), 10), { example: [] })
  roles!: string[];
}

@Dto('Every route of this process.')
export class DebugRoutesDto {
  @Field(
    'The routes, in the order of their registration.',
    list(
      object(() => DebugRouteDto),
      5000,
    ),
  )
  items!: DebugRouteDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;
}

@Dto('One configuration variable.')
export class DebugVariableDto {
  @Field('Its name.', text(1, 100), { example: 'SVC_PORT' })
  name!: string;

  @Field('What it is set to, `[set]` for a secret; null when its default holds.', nullable(text(1, 500)), { example: '8080' })
  value!: string | null;
}

@Dto('The configuration in force, secrets hidden.')
export class DebugConfigDto {
  @Field(
    'Every variable the service reads.',
    list(
      object(() => DebugVariableDto),
      1000,
    ),
  )
  items!: DebugVariableDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;

  @Field('Variables that are set and that nothing reads.', list(text(1, 200), 1000), { example: [] })
  unknown!: string[];
}

@Dto('One port and what stands behind it.')
export class DebugServiceDto {
  @Field('The port.', text(1, 100), { example: 'SessionStore' })
  port!: string;

  @Field('The class in use.', text(1, 100), { example: 'MemorySessionStore' })
  implementation!: string;
}

@Dto('Which implementation is in use for each port.')
export class DebugServicesDto {
  @Field(
    'The ports.',
    list(
      object(() => DebugServiceDto),
      1000,
    ),
  )
  items!: DebugServiceDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;
}

@Dto('How the process is doing.')
export class DebugRuntimeDto {
  @Field('Version of Node.js.', text(1, 50), { example: 'v24.21.0' })
  node!: string;

  @Field('Process id.', integer(1, MAX_COUNT), { example: 4242 })
  pid!: number;

  @Field('How long the process has run, in seconds.', number(0), { example: 86_400.5 })
  uptimeSeconds!: number;

  @Field('Heap in use, in bytes.', integer(0, MAX_COUNT), { example: 48_000_000 })
  heapUsedBytes!: number;

  @Field('Memory of the whole process, in bytes.', integer(0, MAX_COUNT), { example: 110_000_000 })
  residentBytes!: number;

  @Field('Median delay of the event loop in the last second, in milliseconds.', number(0), { example: 0.2 })
  eventLoopDelayP50Ms!: number;

  @Field('99th percentile of that delay, in milliseconds.', number(0), { example: 4.1 })
  eventLoopDelayP99Ms!: number;

  @Field('Kinds of things that keep the process alive, one entry each.', list(text(1, 100), 100_000), { example: ['TCPServerWrap', 'Timeout'] })
  activeResources!: string[];

  @Field('True when the process is stopping.', flag(), { example: false })
  draining!: boolean;

  @Field('How many requests the process runs at the same time at present before it refuses some.', integer(0, MAX_COUNT), { example: 200 })
  concurrencyLimit!: number;

  @Field('Requests that run now.', integer(0, MAX_COUNT), { example: 3 })
  requestsInFlight!: number;

  @Field('Requests refused because the process was overloaded, since it started.', integer(0, MAX_COUNT), { example: 0 })
  requestsRefused!: number;

  @Field('Pictures and comparisons that are being made.', integer(0, MAX_COUNT), { example: 1 })
  heavyRunning!: number;

  @Field('Pictures and comparisons that wait for their turn.', integer(0, MAX_COUNT), { example: 0 })
  heavyWaiting!: number;
}
