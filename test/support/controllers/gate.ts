import { Service } from 'typedi';

/** Holds requests until a test releases them. */
@Service()
export class Gate {
  private opened = Promise.withResolvers<void>();
  private reached = Promise.withResolvers<void>();

  /** Resolves when the next request has reached the gate. */
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
