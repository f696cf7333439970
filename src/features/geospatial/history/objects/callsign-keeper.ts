import { Service } from 'typedi';
import { LiveState } from '../../live/live-state.js';
import { CallsignRepository, STORED_AGAIN_MS } from './callsign.repository.js';
import type { MovingState } from './stored-state.js';

/** Stores the callsigns of aircraft when they change, and once a day while they stay. */
@Service()
export class CallsignKeeper {
  /** The callsigns stored last by this process, which need no statement. */
  private readonly known = new Map<number, { callsign: string; since: number }>();

  constructor(
    private readonly live: LiveState,
    private readonly callsigns: CallsignRepository,
  ) {}

  /** @param states latest states of aircraft. @throws when the database is unavailable; the next call tries again */
  async keep(states: readonly MovingState[]): Promise<void> {
    const reports = states.flatMap((state) => {
      if (!('callsign' in state)) return [];
      const { key, observedAt: since } = state;
      const callsign = (state.callsign ?? '').trim();
      const known = this.known.get(key);
      const isKnown = known?.callsign === callsign && since - known.since < STORED_AGAIN_MS;
      return isKnown ? [] : [{ key, since, callsign }];
    });
    if (reports.length === 0) return;
    await this.callsigns.add(reports);
    for (const { key, ...report } of reports) this.known.set(key, report);
    if (this.known.size <= 2 * this.live.aircraft.size + 1_000) return;
    for (const key of this.known.keys()) if (this.live.aircraft.slotOf(key) === undefined) this.known.delete(key);
  }
}
