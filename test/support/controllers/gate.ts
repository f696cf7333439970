import { Service } from 'typedi';

/** Holds requests until a test lets them go. */
@Service()
export class Gate {
  private opened = Promise.withResolvers<void>();
  private reached = Promise.withResolvers<void>();

  /** Resolves when the next request has come to the gate. */
  get arrival(): Promise<void> {
    return this.reached.promise;
  }

  async pass(): Promise<void> {
    this.reached.resolve();
    await this.opened.promise;
  }

  open(): void {
    this.opened.resolve();
    this.opened = Promise.withResolvers();
    this.reached = Promise.withResolvers();
  }
}
