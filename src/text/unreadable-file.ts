/** Thrown by readers for a file that cannot be read. */
export class UnreadableFile extends Error {
  constructor(
    message: string,
    readonly row?: number,
    readonly column?: string,
  ) {
    super(message);
  }
}
