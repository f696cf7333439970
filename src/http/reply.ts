import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

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

/**
 * Injects the negotiated media type of the response, one of the types that the operation produces. The type is also CSV
 * or PNG if the HTTP layer converts the result of the controller to that type.
 */
export function MediaType(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => (context as Context).state.mediaType }) as ParameterDecorator;
}
