import { Service } from 'typedi';
import type { Route } from './route.js';

/** Lists the routes and port implementations of this process: filled once at the start, read for diagnostics. */
@Service()
export class ServiceDirectory {
  routes: readonly Route[] = [];
  private readonly bindings: Array<{ port: string; implementation: string }> = [];

  bind(port: string, implementation: object): void {
    this.bindings.push({ port, implementation: implementation.constructor.name });
  }

  /** Returns the ports and their implementations, sorted by the name of the port. */
  ports(): Array<{ port: string; implementation: string }> {
    return [...this.bindings].sort((a, b) => (a.port < b.port ? -1 : 1));
  }
}
