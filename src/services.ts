import type { Constructable, ContainerInstance } from 'typedi';

/** A class to be injected: a port, which is abstract, or a service. */
export type Injectable<T> = abstract new (...dependencies: never[]) => T;

/** One process's container. typedi's own types do not know that an abstract class can stand for what implements it. */
export class Services {
  constructor(private readonly container: ContainerInstance) {}

  /** The single instance, created at first use with its dependencies. @throws when a dependency is not bound */
  get<T>(type: Injectable<T>): T {
    return this.container.get(type as unknown as Constructable<T>);
  }

  set<T>(type: Injectable<T>, value: NoInfer<T>): void {
    this.container.set(type as unknown as Constructable<T>, value);
  }

  /** Binds a port to the class that implements it; the instance is created at first use. */
  alias<T extends object>(port: Injectable<T>, implementation: Injectable<NoInfer<T>>): void {
    this.container.set({ id: port as unknown as Constructable<T>, factory: () => this.get(implementation) });
  }

  /** Whether something is bound to the port. */
  has<T>(type: Injectable<T>): boolean {
    return this.container.has(type as unknown as Constructable<T>);
  }
}
