import test from 'ava';
import Koa from 'koa';
import {
  Authorized,
  createExecutor,
  Get,
  JsonController,
  UseAfter,
  UseBefore,
  UseInterceptor,
} from 'routing-controllers';
import { Endpoint, Public } from '../../../src/api/endpoint.js';
import { RadixDriver } from '../../../src/http/route/radix-driver.js';
import type { Services } from '../../../src/wiring/services.js';

const described = () => Endpoint({ summary: 'Get it', description: 'Returns it.', returns: Object });
const neverRun = () => undefined;

/** Starts the routes of a controller. */
function start(controller: new () => unknown): RadixDriver {
  const services = { get: () => ({}) } as unknown as Services;
  const driver = new RadixDriver(
    new Koa(),
    services,
    () => [],
    () => 'health',
  );
  const options = { classTransformer: false, validation: false, defaultErrorHandler: false };
  createExecutor(driver, { controllers: [controller as never], ...options });
  return driver;
}

test('decorators that the driver never runs are refused at the start, on a method and on a controller', (t) => {
  @JsonController('/a')
  class Before {
    @Get('') @Public() @described() @UseBefore(neverRun) get() {}
  }
  @JsonController('/b')
  class After {
    @Get('') @Public() @described() @UseAfter(neverRun) get() {}
  }
  @JsonController('/c')
  class Intercepted {
    @Get('') @Public() @described() @UseInterceptor(neverRun) get() {}
  }
  @UseBefore(neverRun)
  @JsonController('/d')
  class Whole {
    @Get('') @Public() @described() get() {}
  }
  for (const controller of [Before, After, Intercepted, Whole])
    t.throws(() => start(controller), {
      message: `${controller.name}.get has @UseBefore, @UseAfter or @UseInterceptor, which never run here: see route-steps.ts.`,
    });
});

test('an operation that does not say who may call it, or says so twice, is refused at the start', (t) => {
  @JsonController('/e')
  class Unguarded {
    @Get('') @described() get() {}
  }
  @JsonController('/f')
  class Twice {
    @Get('') @Public() @Authorized() @described() get() {}
  }
  for (const controller of [Unguarded, Twice])
    t.throws(() => start(controller), { message: /must carry exactly one of @Authorized, @Public/ });
});

test('a described operation starts', (t) => {
  @JsonController('/g')
  class Open {
    @Get('') @Public() @described() get() {}
  }
  t.deepEqual(
    start(Open).routes.map(({ template }) => template),
    ['/g'],
  );
});
