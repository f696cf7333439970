/** The private PostgreSQL cannot run here; the message tells the operator the remedy. */
export class PrivatePostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PrivatePostgresError';
  }
}
