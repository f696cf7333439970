import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/**
 * Parameter: the media type that the answer is to have, out of those the operation declares; that of CSV and PNG where
 * the driver makes it.
 */
export function MediaType(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => (context as Context).state.mediaType }) as ParameterDecorator;
}
