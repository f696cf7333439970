import type { Log } from '../../../log.js';
import type { Layer } from '../layer.js';
import type { Movement, MovementListener } from '../movement.js';

/** Listeners of movements. A listener that throws is logged once and does not affect the others. */
export class MovementListeners {
  /** Replaced, never changed, so that a listener may remove itself while all are notified. */
  private listeners: readonly MovementListener[] = [];
  private readonly complained = new WeakSet<MovementListener>();

  constructor(private readonly log: Log) {}

  /** @returns what ends it */
  add(listener: MovementListener): () => void {
    this.listeners = [...this.listeners.filter((other) => other !== listener), listener];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  moved(movement: Movement): void {
    for (const listener of this.listeners) {
      try {
        listener.moved(movement);
      } catch (error) {
        this.complain(listener, error);
      }
    }
  }

  expired(layer: Layer, key: number, lat: number, lon: number, observedAt: number): void {
    for (const listener of this.listeners) {
      try {
        listener.expired?.(layer, key, lat, lon, observedAt);
      } catch (error) {
        this.complain(listener, error);
      }
    }
  }

  private complain(listener: MovementListener, error: unknown): void {
    if (this.complained.has(listener)) return;
    this.complained.add(listener);
    this.log.error({ err: error }, 'Movement listener failed; further failures of it are not logged.');
  }
}
