import { type Constructable, ContainerInstance, type ServiceIdentifier } from 'typedi';

/** A class to be injected: a port, which is abstract, or a service. */
export type Injectable<T> = abstract new (...dependencies: never[]) => T;

/**
 * typedi looks through all its services, one after another, for each dependency of each service. What was made once is
 * found here at once.
 */
class IndexedContainer extends ContainerInstance {
  private readonly made = new Map<unknown, unknown>();

  override get<T>(id: ServiceIdentifier<T>): T {
    if (this.made.has(id)) return this.made.get(id) as T;
    const value = super.get(id);
    this.made.set(id, value);
    return value;
  }

  forget(id: unknown): void {
    this.made.delete(id);
  }
}

/**
 * One process's container. typedi's own types do not know that an abstract class can stand for what implements it. It
 * is none of those that typedi keeps by name, and goes when nothing refers to it any more.
 */
export class Services {
  private readonly container = new IndexedContainer('services');

  /** The single instance, created at first use with its dependencies. @throws when a dependency is not bound */
  get<T>(type: Injectable<T>): T {
    return this.container.get(type as unknown as Constructable<T>);
  }

  set<T>(type: Injectable<T>, value: NoInfer<T>): void {
    this.container.forget(type);
    this.container.set(type as unknown as Constructable<T>, value);
  }

  /** Binds a port to the class that implements it; the instance is created at first use. */
  alias<T extends object>(port: Injectable<T>, implementation: Injectable<NoInfer<T>>): void {
    this.container.forget(port);
    this.container.set({ id: port as unknown as Constructable<T>, factory: () => this.get(implementation) });
  }

  /** Whether something is bound to the port. */
  has<T>(type: Injectable<T>): boolean {
    return this.container.has(type as unknown as Constructable<T>);
  }
}
