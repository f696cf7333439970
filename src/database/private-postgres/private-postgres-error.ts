/** The private PostgreSQL cannot run here; the message is for the operator and names what to do. */
export class PrivatePostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PrivatePostgresError';
  }
}
