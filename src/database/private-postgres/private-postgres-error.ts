/** The private PostgreSQL cannot run here; the message states the remedy for the operator. */
export class PrivatePostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PrivatePostgresError';
  }
}
