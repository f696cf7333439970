import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/**
 * Injects the negotiated media type of the response, one of the types that the operation produces. The type is also CSV
 * or PNG if the HTTP layer converts the result of the controller to that type.
 */
export function MediaType(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => (context as Context).state.mediaType }) as ParameterDecorator;
}
