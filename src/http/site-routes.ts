import type { Middleware } from 'koa';
import { Service } from 'typedi';

/**
 * Middleware of features for paths outside the API, whose form another specification defines. The description does not
 * contain these paths.
 */
@Service()
export class SiteRoutes {
  private readonly routes: Middleware[] = [];

  /** Adds middleware, which calls `next` for paths that are not its own. */
  add(route: Middleware): void {
    this.routes.push(route);
  }

  get all(): readonly Middleware[] {
    return this.routes;
  }
}
