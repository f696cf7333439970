import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import type { NewEvent } from '../../../../events/event-log.js';
import { EventLog } from '../../../../events/event-log.js';
import { type GeofenceTransitionDataDto, geofenceDwelled, geofenceEntered, geofenceExited } from '../geofences.events.js';
import type { Transition, TransitionType } from '../transition.js';
import { transitionData } from '../transition-data.js';
import { type SourcedTransition, TransitionProviders } from '../transition-providers.service.js';
import { type Membership, WatchedFenceRepository } from './watched-fence.repository.js';

const eventTypes = { entered: geofenceEntered, exited: geofenceExited, dwelled: geofenceDwelled };

/** Something to be written: a transition, or that a fence has ended and all its exits were before this. */
export type Outgoing = Transition | { type: 'ended'; fenceId: string };

/**
 * Keeps who is inside, and tells it. Both are one transaction, and an event is written only where the membership was another before: what is
 * written again, after a crash or by a second process, is not told again. A list of which nobody knows whether it was written is looked for by
 * the events it told: something may have come and gone in it, and then the membership says nothing.
 */
@Service()
export class TransitionWriter {
  /** The events that were to tell of a list, while it is not known whether they do. */
  private readonly unsure = new WeakMap<readonly Outgoing[], string[]>();

  constructor(
    private readonly repository: WatchedFenceRepository,
    private readonly providers: TransitionProviders,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /** All of it or nothing, in order. Given the very same list again, it is written only if it was not. */
  async write(batch: readonly Outgoing[], now: Date): Promise<void> {
    const transitions = batch.filter((one) => one.type !== 'ended');
    const ended = batch.flatMap((one) => (one.type === 'ended' ? [one.fenceId] : []));
    const ids = this.unsure.get(batch) ?? [];
    this.unsure.set(batch, ids);
    await this.database.transaction(async () => {
      await this.repository.lock();
      if (ids.length > 0 && (await this.events.isWritten(ids))) return;
      ids.length = 0;
      // A fence that went with its account has nobody to be told.
      const there = await this.repository.hold([...new Set(transitions.map(({ fence }) => fence.id))]);
      for (const wave of wavesOf(transitions.filter(({ fence }) => there.has(fence.id)))) ids.push(...(await this.writeWave(wave)));
      if (ended.length > 0) await this.repository.forget(ended, now);
    });
  }

  /** @param wave no member twice. @returns the ids of what it told */
  private async writeWave(wave: readonly Transition[]): Promise<string[]> {
    const of = (type: TransitionType) => wave.filter((one) => one.type === type);
    const [entered, dwelled, exited] = [of('entered'), of('dwelled'), of('exited')];
    const isNew = await this.repository.add(entered.map((one) => ({ ...membershipOf(one), since: one.enteredAt, pending: one.isPending ? one.reason : null })));
    const isLong = await this.repository.markDwelled(dwelled.map(membershipOf));
    const wasThere = await this.repository.remove(exited.map(membershipOf));
    return [
      ...(await this.tell(
        'entered',
        entered.filter(({ isTold }, index) => isTold && isNew[index]),
      )),
      ...(await this.tell(
        'dwelled',
        dwelled.filter((_, index) => isLong[index]),
      )),
      ...(await this.tell(
        'exited',
        exited.filter(({ isTold }, index) => isTold && wasThere[index]),
      )),
    ];
  }

  private async tell(type: TransitionType, transitions: readonly Transition[]): Promise<string[]> {
    if (transitions.length === 0) return [];
    return this.events.appendMany(eventTypes[type], (await this.providers.add(transitions)).map(eventOf));
  }
}

const membershipOf = ({ fence, layer, key }: Transition): Membership => ({ fenceId: fence.id, layer, key });

/** Stretches in which no member comes twice, in order. */
function wavesOf(transitions: readonly Transition[]): Transition[][] {
  const waves: Transition[][] = [];
  let met = new Set<string>();
  for (const transition of transitions) {
    const member = `${transition.fence.id} ${transition.layer} ${transition.key}`;
    if (waves.length === 0 || met.has(member)) {
      waves.push([]);
      met = new Set();
    }
    met.add(member);
    waves.at(-1)?.push(transition);
  }
  return waves;
}

const eventOf = (transition: SourcedTransition): NewEvent<GeofenceTransitionDataDto> => ({
  data: transitionData(transition),
  subject: `geofence:${transition.fence.id}`,
  ownerId: transition.fence.accountId,
  time: new Date(transition.time),
});
