import type Koa from 'koa';
import type { Context } from 'koa';
import { KoaDriver } from 'routing-controllers';
import type { ActionMetadata } from 'routing-controllers/types/metadata/ActionMetadata.js';
import { isTagged } from '../../api/endpoint.js';
import type { DtoClass } from '../../api/rules.js';
import { currentSpan } from '../../logging/current-span.js';
import type { Services } from '../../wiring/services.js';
import { assertCondition } from '../entity-tag.js';
import { ProblemForms } from '../problem-forms.js';
import { argumentReader } from './arguments.js';
import { type Handler, RadixRouter } from './radix-router.js';
import { Representation } from './representation.js';
import { negotiate, respond } from './respond.js';
import { type Route, routeOf } from './route.js';

/**
 * A step of every call of a route before its controller, such as authentication. `next` runs the following steps and
 * the controller.
 */
export type RouteStep = (ctx: Context, next: () => Promise<void>) => Promise<void>;

/** Returns the steps of a route, outermost first. Called once for each route at the start. */
export type StepsOf = (route: Route) => RouteStep[];

type Controller = Record<string, (...values: unknown[]) => unknown>;

/**
 * The routing-controllers driver for Koa, with a radix tree as router. A request passes the route's steps
 * (authentication, rate limit, …), then its arguments are read and validated, the controller runs, and the response is
 * written. Controllers are created when routes are registered, so that a missing dependency fails at the start and not
 * at the first request.
 */
export class RadixDriver extends KoaDriver {
  readonly routes: Route[] = [];
  private readonly radix = new RadixRouter();
  private readonly representation: Representation;

  constructor(
    private readonly server: Koa,
    private readonly services: Services,
    private readonly stepsOf: StepsOf,
    /** Returns the folder of a controller in `src/features`, which is its tag. */
    private readonly tagOf: (controller: DtoClass) => string,
  ) {
    // The second argument prevents the parent class from loading a router package.
    super(server, {});
    this.representation = services.get(Representation);
  }

  /**
   * The method is empty on purpose: the parent class would install a body parser that reads before authentication and
   * accepts forms. Bodies are read in body.ts.
   */
  override initialize(): void {}

  override registerAction(action: ActionMetadata): void {
    const route = routeOf(action, this.routePrefix, this.tagOf(action.target));
    const read = argumentReader(action, route);
    const controller = this.services.get(action.target as new () => Controller);
    const method = controller[action.method] as (...values: unknown[]) => unknown;
    const steps = this.stepsOf(route);
    const isConditional = route.method === 'GET' && isTagged(route.endpoint);
    this.routes.push(route);
    if (route.endpoint.problemForm !== undefined) this.services.get(ProblemForms).add(route.endpoint.problemForm);
    const answer: Handler = async (ctx, path) => {
      const span = currentSpan();
      span?.mark('controller');
      negotiate(ctx, route);
      if (isConditional) assertCondition(ctx);
      const values = read(ctx, path);
      const result = await method.apply(controller, values instanceof Promise ? await values : values);
      span?.mark('response');
      return respond(
        ctx,
        this.representation.isAnswer(ctx, result) ? result : await this.representation.of(ctx, route, result as object),
        route.status,
      );
    };
    const after = (last: Handler) =>
      steps.reduceRight<Handler>((next, step) => (ctx, path) => step(ctx, () => next(ctx, path)), last);
    this.radix.add(route.method, route.template, after(answer));
    if (route.endpoint.authenticatesAnyMethod)
      this.radix.guard(
        route.template,
        after(async () => undefined),
      );
  }

  override registerRoutes(): void {
    this.server.use(this.radix.middleware());
  }
}
