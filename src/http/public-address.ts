import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/**
 * Parameter decorator: injects the scheme and host with which the caller reached the service, such as
 * `https://watchfloor.example.com`, for links when `SVC_BASE_URL` is not set.
 */
export function RequestedAddress(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => `${(context as Context).protocol}://${(context as Context).host}`,
  }) as ParameterDecorator;
}
