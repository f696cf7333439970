/**
 * A body that is already JSON, assembled from texts that were written earlier. Controllers return it instead of a DTO
 * with the same fields.
 */
export class RawJson {
  constructor(readonly text: string | Buffer) {}
}
