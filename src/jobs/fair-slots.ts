/** A run that waits for a slot or has one, with its owner and group. */
export interface Turn {
  /** Unique id of the run. */
  id: string;
  /** Owner of the run. Owners take turns. */
  owner: string;
  /** Group of the run within its owner. Groups take turns, too. */
  group: string;
}

/** An owner gets another slot only while it holds fewer than this fraction of the free ones. */
const SHARE_OF_FREE = 1 / 4;

interface Owner<Run> {
  held: number;
  /** Waiting runs by group, in the order of the groups' turns. */
  waiting: Map<string, Run[]>;
}

/**
 * Chooses the waiting run that gets the next free slot. Owners take turns, within an owner its groups do, and within a
 * group the order is first in, first out. An owner gets another slot only while it holds fewer than a quarter of the
 * free ones: a single owner gets a fifth of all slots (10 of 50), and the more owners hold slots, the fewer each of
 * them gets, so that some stay free for owners without any.
 */
export class FairSlots<Run extends Turn> {
  private readonly owners = new Map<string, Owner<Run>>();
  /** Owner of each run that has a slot, by the run's id. */
  private readonly running = new Map<string, string>();
  private readonly waitingIds = new Set<string>();

  constructor(private readonly places: number) {}

  get free(): number {
    return this.places - this.running.size;
  }

  /** Number of runs that wait for a slot. */
  get waiting(): number {
    return this.waitingIds.size;
  }

  /**
   * Adds a run. A run that was already added is ignored: the queue delivers a run again when its process has sent no
   * heartbeat for too long.
   */
  add(run: Run): void {
    if (this.running.has(run.id) || this.waitingIds.has(run.id)) return;
    this.waitingIds.add(run.id);
    const owner = this.owners.get(run.owner) ?? { held: 0, waiting: new Map() };
    this.owners.set(run.owner, owner);
    const group = owner.waiting.get(run.group);
    if (group === undefined) owner.waiting.set(run.group, [run]);
    else group.push(run);
  }

  /** Assigns a slot. @returns the run that got it; undefined when no slot is free or no waiting run may have one */
  next(): Run | undefined {
    if (this.free <= 0) return undefined;
    for (const [name, owner] of this.owners) {
      if (owner.waiting.size === 0 || !this.mayHold(owner.held)) continue;
      const run = firstOf(owner.waiting);
      this.owners.delete(name);
      this.owners.set(name, owner);
      owner.held += 1;
      this.running.set(run.id, name);
      this.waitingIds.delete(run.id);
      return run;
    }
    return undefined;
  }

  /** Releases the slot of a run. */
  done(id: string): void {
    const name = this.running.get(id);
    const owner = name === undefined ? undefined : this.owners.get(name);
    if (name === undefined || owner === undefined) return;
    this.running.delete(id);
    owner.held -= 1;
    if (owner.held === 0 && owner.waiting.size === 0) this.owners.delete(name);
  }

  /** Returns the ids of all runs that were added and have not ended. */
  ids(): string[] {
    return [...this.running.keys(), ...this.waitingIds];
  }

  /** Removes all waiting runs. @returns the removed runs */
  drain(): Run[] {
    const drained = [...this.owners.values()].flatMap(({ waiting }) => [...waiting.values()].flat());
    for (const [name, owner] of this.owners) {
      owner.waiting.clear();
      if (owner.held === 0) this.owners.delete(name);
    }
    this.waitingIds.clear();
    return drained;
  }

  private mayHold(held: number): boolean {
    return held === 0 || held < this.free * SHARE_OF_FREE;
  }
}

/** Removes and returns the first run of the group whose turn it is; that group then moves to the end. */
function firstOf<Run extends Turn>(waiting: Map<string, Run[]>): Run {
  const [[name, runs]] = waiting as unknown as [[string, [Run, ...Run[]]]];
  waiting.delete(name);
  const [first, ...rest] = runs;
  if (rest.length > 0) waiting.set(name, rest);
  return first;
}
