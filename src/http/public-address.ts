import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/**
 * Parameter: scheme and host under which the caller reached the service, such as `https://watchfloor.example.com`; for
 * links where `SVC_BASE_URL` gives no address.
 */
export function RequestedAddress(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => `${(context as Context).protocol}://${(context as Context).host}`,
  }) as ParameterDecorator;
}
