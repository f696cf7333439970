import findMyWay from 'find-my-way';
import type { Context, Middleware, Next } from 'koa';
import { Problem } from '../../api/problem.js';

export type Handler = (ctx: Context, parameters: Record<string, string | undefined>) => Promise<void>;

interface Route {
  template: string;
  handler: Handler;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/**
 * Routes requests with a radix tree, so that the cost of finding a route does not depend on the number of routes. GET
 * routes also answer HEAD; OPTIONS is answered with `Allow`, and a wrong method (TRACE and PROPFIND included) with 405.
 */
export class RadixRouter {
  private readonly tree = findMyWay({ maxParamLength: 500, caseSensitive: true });
  /** Methods of paths without variables. Their last segments are not values of the variable of another path. */
  private readonly fixed = new Map<string, Set<string>>();

  private readonly guards = new Map<string, Handler>();

  add(method: Method, template: string, handler: Handler): void {
    this.tree.on(method, template, () => undefined, { template, handler } satisfies Route);
    if (!template.includes(':')) this.fixed.set(template, (this.fixed.get(template) ?? new Set()).add(method));
  }

  /** Registers a handler that runs before the 405 of a wrong method on a path without variables. */
  guard(template: string, handler: Handler): void {
    this.guards.set(template, handler);
  }

  middleware(): Middleware {
    return (ctx: Context, next: Next) => {
      const { method: asked = '' } = ctx.req;
      const method = asked === 'HEAD' ? 'GET' : asked;
      const match = (methods as readonly string[]).includes(method)
        ? this.find(method as Method, ctx.request.path)
        : null;
      if (match === null) return this.unmatched(ctx, next);
      const { template, handler } = match.store as Route;
      ctx.state.route = template;
      return handler(ctx, match.params);
    };
  }

  private find(method: Method, path: string) {
    return this.fixed.get(path)?.has(method) === false ? null : this.tree.find(method, path);
  }

  private unmatched(ctx: Context, next: Next): unknown {
    const allowed = this.allowed(ctx.path);
    if (allowed.length === 0) return next();
    const allow = allowed.join(', ');
    if (ctx.method !== 'OPTIONS') {
      const problem = new Problem('method_not_allowed', { detail: `Use one of ${allow}.`, headers: { Allow: allow } });
      return this.guarded(ctx).then(() => Promise.reject(problem));
    }
    ctx.set('Allow', allow);
    ctx.status = 204;
    return undefined;
  }

  private async guarded(ctx: Context): Promise<void> {
    await this.guards.get(ctx.path)?.(ctx, {});
  }

  /** Returns the methods that a path supports, for `Allow`; empty for an unknown path. */
  private allowed(path: string): string[] {
    const found = methods.filter((method) => this.find(method, path) !== null);
    if (found.length === 0) return [];
    return [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
  }
}
