import { Service } from 'typedi';

/**
 * Wakes the engine of this process when an account has changed a geofence, so that it does not wait for its next poll.
 */
@Service()
export class GeofenceChangeSignal {
  private readonly listeners = new Set<() => void>();

  /** @returns a function that removes the listener */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }
}
