/** The owner and group with which a run shares the slots. */
export interface Turn {
  /** Unique. */
  id: string;
  /** The owner of the run: owners take turns. */
  owner: string;
  /** The groups of an owner take turns, too. */
  group: string;
}

/** An owner holds fewer places than this part of the free ones before it gets another. */
const SHARE_OF_FREE = 1 / 4;

interface Owner<Run> {
  held: number;
  /** By group, in the order of their turns. */
  waiting: Map<string, Run[]>;
}

/**
 * Decides which waiting run gets the next free place. Owners take turns, within an owner its groups do, and within a
 * group the first comes first. An owner gets another place only while it holds fewer than a quarter of those that are
 * free: alone it gets a fifth of all (10 of 50), and the more owners hold on to theirs the less each gets, so that some
 * stay free for who holds none.
 */
export class FairSlots<Run extends Turn> {
  private readonly owners = new Map<string, Owner<Run>>();
  /** The owner of each run that has a place. */
  private readonly running = new Map<string, string>();
  private readonly waitingIds = new Set<string>();

  constructor(private readonly places: number) {}

  get free(): number {
    return this.places - this.running.size;
  }

  /** Runs that were added and have no place yet. */
  get waiting(): number {
    return this.waitingIds.size;
  }

  /**
   * Ignores a run that is already here: the queue hands a run out again when its process sent no heartbeat for too
   * long.
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

  /** Gives a place back. */
  done(id: string): void {
    const name = this.running.get(id);
    const owner = name === undefined ? undefined : this.owners.get(name);
    if (name === undefined || owner === undefined) return;
    this.running.delete(id);
    owner.held -= 1;
    if (owner.held === 0 && owner.waiting.size === 0) this.owners.delete(name);
  }

  /** Ids of all that was added and is not done. */
  ids(): string[] {
    return [...this.running.keys(), ...this.waitingIds];
  }

  /** Takes back all that waits. @returns it */
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

/** Takes the first run of the group whose turn it is; that group is the last in the next round. */
function firstOf<Run extends Turn>(waiting: Map<string, Run[]>): Run {
  const [[name, runs]] = waiting as unknown as [[string, [Run, ...Run[]]]];
  waiting.delete(name);
  const [first, ...rest] = runs;
  if (rest.length > 0) waiting.set(name, rest);
  return first;
}
