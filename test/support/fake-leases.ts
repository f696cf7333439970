import { type LeaseShare, Leases } from '../../src/database/leases.js';

/** Leases whose distribution a test sets. Default: this process holds every name that it requests. */
export class FakeLeases extends Leases {
  readonly process = 'here:1';
  /** Names that another process holds or is about to get. */
  elsewhere = new Set<string>();
  surplus: string[] = [];
  isReachable = true;

  constructor(private readonly did: string[]) {
    super();
  }

  override async renew(names: readonly string[]): Promise<LeaseShare | undefined> {
    if (!this.isReachable) return undefined;
    const held = names.filter((name) => !this.elsewhere.has(name));
    const holders = new Map(names.map((name) => [name, this.elsewhere.has(name) ? 'there:2' : this.process]));
    return { held: new Set(held), surplus: this.surplus.filter((name) => held.includes(name)), holders, processes: 2 };
  }

  override async giveUp(names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.did.push(`give up ${name}`);
      this.elsewhere.add(name);
    }
  }

  override async release(): Promise<void> {
    this.did.push('release');
  }
}
