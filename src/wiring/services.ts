import { type Constructable, ContainerInstance, type ServiceIdentifier } from 'typedi';

/** A class that can be injected: a port, which is abstract, or a service. */
export type Injectable<T> = abstract new (...dependencies: never[]) => T;

/** Finds created services in a map. typedi itself searches all its services, one after another, for each dependency. */
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
 * The container of one process. It accepts abstract classes as ports, which typedi's own types do not. It is not
 * registered with typedi by name, so it is garbage-collected when nothing refers to it.
 */
export class Services {
  private readonly container = new IndexedContainer('services');

  /**
   * Returns the single instance, created at the first use with its dependencies. @throws when a dependency is not bound
   */
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

  /** Returns true if the port is bound. */
  has<T>(type: Injectable<T>): boolean {
    return this.container.has(type as unknown as Constructable<T>);
  }
}
