import type { Readable } from 'node:stream';

/**
 * A response that needs more than a JSON body: a header, another media type or a stream. Controllers return it instead
 * of a DTO.
 */
export class Reply {
  constructor(
    readonly body: object | string | Buffer | Readable | null,
    readonly options: { status?: number; headers?: Record<string, string>; type?: string } = {},
  ) {}

  /** Returns a 201 with `Location`. @param path relative to the host */
  static created(body: object, path: string): Reply {
    return new Reply(body, { status: 201, headers: { Location: path } });
  }
}
