import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Problem } from '../../api/problem.js';

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * Parameter decorator: injects the idempotency key of the request, or undefined. For operations with `keepsKeys`.
 * @throws Problem `invalid_request`
 */
export function IdempotencyKey(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => idempotencyKeyOf(context as Context) }) as ParameterDecorator;
}

/** Returns the idempotency key of a request, or undefined without one. @throws Problem `invalid_request` */
export function idempotencyKeyOf(ctx: Context): string | undefined {
  const key = ctx.req.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && validKey.test(key))) return key;
  throw new Problem('invalid_request', {
    detail: 'Use 1 to 255 visible ASCII characters, such as a UUID.',
    errors: [{ pointer: 'header/Idempotency-Key', detail: 'is not valid' }],
  });
}
