import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import type { NewEvent } from '../../../../events/event-log.js';
import { EventLog } from '../../../../events/event-log.js';
import type { FenceShard } from '../fence-shard.js';
import {
  type GeofenceTransitionDataDto,
  geofenceDwelled,
  geofenceEntered,
  geofenceExited,
} from '../geofences.events.js';
import type { Transition, TransitionType } from '../transition.js';
import { transitionData } from '../transition-data.js';
import { type SourcedTransition, TransitionProviders } from '../transition-providers.service.js';
import { FenceShardRepository } from './fence-shard.repository.js';
import { type Membership, WatchedFenceRepository } from './watched-fence.repository.js';

const eventTypes = { entered: geofenceEntered, exited: geofenceExited, dwelled: geofenceDwelled };

/** An entry of the outbox: a transition, or the end of a geofence after all its exits. */
export type Outgoing = Transition | { type: 'ended'; fenceId: string };

/** The progress of the evaluation of a shard. */
export interface ShardProgress {
  shard: FenceShard;
  /**
   * Time of receipt (ms) up to which the transitions of all movements are written; minus infinity before the first
   * evaluation.
   */
  until: number;
}

/** Thrown when another process evaluates the shard. */
export class ShardTaken extends Error {}

/**
 * Writes memberships and their events in one transaction. An event is written only if the membership changes, so that
 * transitions that are written again, after a crash or by a second process, are not published twice. If the outcome of
 * a batch is unknown, the ids of its events show whether it was written; its memberships do not show that, because an
 * object may have entered and exited in it.
 */
@Service()
export class TransitionWriter {
  /** Event ids of batches whose outcome is unknown, by the array of the batch. */
  private readonly unconfirmed = new WeakMap<readonly Outgoing[], string[]>();

  constructor(
    private readonly repository: WatchedFenceRepository,
    private readonly shards: FenceShardRepository,
    private readonly providers: TransitionProviders,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * Writes a batch completely or not at all. Calling this again with the same array writes it only if it was not
   * written before.
   * @param progress of the shard after this batch; undefined: all geofences are evaluated by one process
   * @throws ShardTaken when another process evaluates the shard
   */
  async write(batch: readonly Outgoing[], now: Date, progress?: ShardProgress): Promise<void> {
    const transitions = batch.filter((one) => one.type !== 'ended');
    const ended = batch.flatMap((one) => (one.type === 'ended' ? [one.fenceId] : []));
    const ids = this.unconfirmed.get(batch) ?? [];
    this.unconfirmed.set(batch, ids);
    await this.database.transaction(async () => {
      await this.lock(progress);
      if (ids.length > 0 && (await this.events.isWritten(ids))) return;
      ids.length = 0;
      // Geofences that were deleted with their account are skipped.
      const there = await this.repository.hold([...new Set(transitions.map(({ fence }) => fence.id))]);
      for (const wave of wavesOf(transitions.filter(({ fence }) => there.has(fence.id))))
        ids.push(...(await this.writeWave(wave)));
      if (ended.length > 0) await this.repository.delete(ended, now);
      if (progress !== undefined) await this.advance(progress);
    });
  }

  /** Stores the progress of a shard. @returns false when another process evaluates it */
  async advance({ shard, until }: ShardProgress): Promise<boolean> {
    return !Number.isFinite(until) || this.shards.advance(shard, until);
  }

  /** Locks out other writers of the same geofences until the transaction ends. @throws ShardTaken */
  private async lock(progress: ShardProgress | undefined): Promise<void> {
    if (progress === undefined) await this.repository.lock();
    else if (!(await this.shards.hold(progress.shard))) throw new ShardTaken();
  }

  /**
   * @param wave transitions without a repeated member
   * @returns the ids of the written events
   */
  private async writeWave(wave: readonly Transition[]): Promise<string[]> {
    const of = (type: TransitionType) => wave.filter((one) => one.type === type);
    const [entered, dwelled, exited] = [of('entered'), of('dwelled'), of('exited')];
    const isNew = await this.repository.add(
      entered.map((one) => ({
        ...membershipOf(one),
        since: one.enteredAt,
        pending: one.isPending ? one.reason : null,
      })),
    );
    const isLong = await this.repository.markDwelled(dwelled.map(membershipOf));
    const wasMember = await this.repository.remove(exited.map(membershipOf));
    return [
      ...(await this.publish(
        'entered',
        entered.filter(({ isPublished }, index) => isPublished && isNew[index]),
      )),
      ...(await this.publish(
        'dwelled',
        dwelled.filter((_, index) => isLong[index]),
      )),
      ...(await this.publish(
        'exited',
        exited.filter(({ isPublished }, index) => isPublished && wasMember[index]),
      )),
    ];
  }

  private async publish(type: TransitionType, transitions: readonly Transition[]): Promise<string[]> {
    if (transitions.length === 0) return [];
    return this.events.appendMany(eventTypes[type], (await this.providers.add(transitions)).map(eventOf));
  }
}

const membershipOf = ({ fence, layer, key }: Transition): Membership => ({ fenceId: fence.id, layer, key });

/** Splits transitions into consecutive waves without a repeated member. */
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
