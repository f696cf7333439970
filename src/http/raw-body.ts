/**
 * A body in a format that is somebody else's, for a reader of that format. Named as the type of a `@Body()`; `accepts`
 * says which there are.
 */
export class RawBody {
  constructor(
    /** One of those in `accepts`. */
    readonly mediaType: string,
    /**
     * Bytes of text as they came: a line that is no UTF-8 must not take those around it with it. A body of JSON is JSON
     * in UTF-8.
     */
    readonly bytes: Buffer,
    /** The value of a body of JSON: an object. */
    readonly json: Readonly<Record<string, unknown>> | undefined,
  ) {}
}

/**
 * A file as a body: bytes in any encoding, up to the `maxBodyBytes` of its operation. Named as the type of a `@Body()`;
 * `accepts` lists the media types.
 */
export class FileBody {
  constructor(
    /** One of those in `accepts`. */
    readonly mediaType: string,
    /** The charset that the Content-Type names, in lower case; undefined without one. */
    readonly charset: string | undefined,
    readonly bytes: Buffer,
  ) {}
}
