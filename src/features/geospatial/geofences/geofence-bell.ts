import { Service } from 'typedi';

/** Rings in this process when an account has changed a fence, so that the engine need not wait for its next look. */
@Service()
export class GeofenceBell {
  private readonly listeners = new Set<() => void>();

  /** @returns what ends it */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }
}
