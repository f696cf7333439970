import type { Parts } from './parts.js';
import type { Injectable, Services } from './services.js';

/**
 * The parts that a feature adds to the process besides controllers, jobs, consumers and runners.
 * `features/<tag>/<tag>.module.ts` exports one instance; a feature that binds no port needs none.
 */
export abstract class FeatureModule {
  /** Ports it binds, listed with their implementations in `GET /debug/services`. */
  readonly ports: ReadonlyArray<Injectable<object>> = [];

  /** Binds its ports. Opens no connection and starts no timer: the description is built from a bound container too. */
  bind(_services: Services, _parts: Parts): void {}

  /** Called when every module has bound its ports. */
  bound(_services: Services): void {}

  /**
   * Compares the configuration with stored data before anything starts.
   * @throws ConfigurationError that refuses the start
   */
  async verify(_services: Services): Promise<void> {}

  /**
   * Prepares stored data once per start, before jobs and requests.
   * @param print writes text to the operator's terminal at once
   * @returns a line for the operator to see when the start is complete
   */
  async start(_services: Services, _print: (text: string) => void): Promise<string | undefined> {
    return undefined;
  }

  /** Releases what `bind` created. Resolves when nothing of it runs any more. */
  async close(_services: Services): Promise<void> {}
}
