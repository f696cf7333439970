import type { Environment } from '../../config/environment.js';

/** Limits of clients. */
export class ClientsConfig {
  /** Maximum number of clients per account. */
  readonly clients: number;
  /** Maximum number of notes per client. */
  readonly notes: number;

  constructor(env: Environment) {
    this.clients = env.integer('SVC_CLIENT_LIMIT', 200, 1, 2_000, {
      meaning: 'Maximum number of clients per account.',
    });
    this.notes = env.integer('SVC_CLIENT_NOTE_LIMIT', 200, 1, 10_000, {
      meaning: 'Maximum number of notes per client.',
    });
  }
}
