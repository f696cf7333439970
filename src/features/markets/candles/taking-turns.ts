/**
 * Work on the same thing, one after the other. When one fails, those that wait for it fail alike: they would ask the same upstream the same question.
 * Who comes after that begins anew.
 */
export class TakingTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** How many things are being worked on. */
  get size(): number {
    return this.last.size;
  }

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name);
    const turn = before === undefined ? work() : before.then(work);
    this.last.set(name, turn);
    const end = () => {
      if (this.last.get(name) === turn) this.last.delete(name);
    };
    turn.then(end, end);
    return turn;
  }
}
