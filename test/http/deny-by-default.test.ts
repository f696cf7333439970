import 'reflect-metadata';
import test from 'ava';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../src/api/endpoint.js';
import { createApp } from '../../src/app.js';
import { isProblem } from '../support/is-problem.js';
import { startTestService, type TestService } from '../support/test-service.js';

const saying = { summary: 'Read a note', description: 'A note of the test.' };

@Service()
@JsonController('/undecided')
class UndecidedController {
  @Get('')
  @Endpoint(saying)
  async readUndecided(): Promise<void> {}
}

@Service()
@JsonController('/contradictory')
class ContradictoryController {
  @Get('')
  @Authorized()
  @Public()
  @Endpoint(saying)
  async readContradictory(): Promise<void> {}
}

@Service()
@Authorized()
@JsonController('/decided')
class DecidedController {
  @Get('')
  @Endpoint(saying)
  async readDecided(): Promise<void> {}
}

let service: TestService;
test.before(async () => {
  service = await startTestService({ controllers: [{ controller: DecidedController, tag: 'health' }] });
});
test.after.always(() => service.close());

for (const controller of [UndecidedController, ContradictoryController]) {
  test(`an application with ${controller.name} cannot be created`, (t) => {
    const error = t.throws(() => createApp(service.services, [{ controller, tag: 'health' }]));
    t.regex(error?.message ?? '', new RegExp(controller.name));
    t.regex(error?.message ?? '', /Authorized|Public/);
  });
}

test('a controller with class-level authorization rejects requests without a token', async (t) => {
  isProblem(t, await service.client().get('/decided'), 401, 'unauthenticated');
  t.is((await (await service.signedIn()).get('/decided')).status, 204);
});

test('every operation with described security rejects a call without, and with an invalid, token', async (t) => {
  let tried = 0;
  for (const [path, item] of Object.entries(service.app.document.paths)) {
    for (const [method, operation] of Object.entries(
      item as Record<string, { security?: Array<Record<string, unknown>> }>,
    )) {
      if (!operation.security?.some((scheme) => 'BearerJWT' in scheme)) continue;
      const there = path.replace('/api/v1', '').replace(/\{[^}]+\}/g, '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e');
      for (const token of [null, 'wrong.token.here']) {
        const answer = await service.client().call(method.toUpperCase(), there, { token });
        t.is(answer.status, 401, `${method} ${path}`);
        t.true(answer.headers.get('www-authenticate')?.startsWith('Bearer'));
        tried += 1;
      }
    }
  }
  t.true(tried > 30);
});
