import { Service } from 'typedi';
import { WORLD } from '../../box.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { CallsignKeeper } from './callsign-keeper.js';
import { MovingObjectRepository } from './moving-object.repository.js';
import type { MovingState } from './stored-state.js';

const BATCH = 1_000;

/** Saves changes of live state, so that a restart can restore it. Objects without a position are skipped. */
@Service()
export class StateKeeper {
  /** For each layer, the version of live state up to which all changes are saved. */
  private readonly versions: Record<Layer, number> = { vessels: 0, aircraft: 0 };

  constructor(
    private readonly live: LiveState,
    private readonly objects: MovingObjectRepository,
    private readonly callsigns: CallsignKeeper,
  ) {}

  /** Marks the current state as saved; called after live state was restored. */
  begin(): void {
    this.versions.vessels = this.live.vessels.version;
    this.versions.aircraft = this.live.aircraft.version;
  }

  /**
   * Saves the objects that have changed since the last call.
   * @throws when the database is unavailable; the next call then starts from the same state
   */
  async keep(hasTime: () => boolean = () => true): Promise<void> {
    await this.keepLayer('vessels', hasTime);
    await this.keepLayer('aircraft', hasTime);
  }

  private async keepLayer(layer: Layer, hasTime: () => boolean): Promise<void> {
    const objects = this.live[layer];
    const { version } = objects;
    // Keys are kept instead of slots, because a slot may belong to another object by the time it is written.
    const keys = Array.from(objects.changedWithin(WORLD, this.versions[layer]), (slot) => objects.keyAt(slot));
    for (let from = 0; from < keys.length; from += BATCH) {
      if (!hasTime()) return;
      const states = keys
        .slice(from, from + BATCH)
        .map((key) => objects.get(key))
        .filter(isKeepable);
      if (states.length > 0) await this.objects.save(layer, states);
      if (layer === 'aircraft') await this.callsigns.keep(states);
    }
    this.versions[layer] = version;
  }
}

/** False for a time before the epoch, which comes from a wrong clock and may be out of range for the table. */
const isKeepable = (state: MovingState | undefined): state is MovingState =>
  state !== undefined && state.observedAt >= 0;
