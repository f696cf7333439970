/**
 * Work on the same thing, one after the other. When one fails of what ails the upstream, those that wait for it fail alike, as they would ask it in vain.
 * Who comes after that begins anew.
 */
export class TakingTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @param isOfOne whether a failure says nothing of what others ask */
  constructor(private readonly isOfOne: (error: unknown) => boolean = () => false) {}

  /** How many things are being worked on. */
  get size(): number {
    return this.last.size;
  }

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name);
    const turn = before === undefined ? work() : before.then(work, (error) => (this.isOfOne(error) ? work() : Promise.reject(error)));
    this.last.set(name, turn);
    const end = () => {
      if (this.last.get(name) === turn) this.last.delete(name);
    };
    turn.then(end, end);
    return turn;
  }
}
