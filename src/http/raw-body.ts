/**
 * A body in a foreign format, for a parser of that format. A controller names this class as the type of a `@Body()`;
 * `accepts` lists the media types.
 */
export class RawBody {
  constructor(
    /** Media type of the request, one of `accepts`. */
    readonly mediaType: string,
    /**
     * Unparsed bytes of a text: one line that is not valid UTF-8 must not invalidate the other lines. A JSON body is
     * valid JSON in UTF-8.
     */
    readonly bytes: Buffer,
    /** The parsed value of a JSON body, which is an object; undefined for other media types. */
    readonly json: Readonly<Record<string, unknown>> | undefined,
  ) {}
}

/**
 * A file as a body: bytes in any encoding, up to the `maxBodyBytes` of its operation. A controller names this class as
 * the type of a `@Body()`; `accepts` lists the media types.
 */
export class FileBody {
  constructor(
    /** Media type of the request, one of `accepts`. */
    readonly mediaType: string,
    /** The charset from the Content-Type, in lower case; undefined without one. */
    readonly charset: string | undefined,
    /**
     * Reads the bytes, once. A file that is not read is discarded while it arrives, so it takes no memory.
     * @throws Problem `payload_too_large`, `malformed_body`; `invalid_request` for an empty file
     */
    readonly read: () => Promise<Buffer<ArrayBuffer>>,
  ) {}
}
