import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Problem } from '../../api/problem.js';

const acceptable = /^[\x20-\x7e]{1,200}$/;

/**
 * Parameter decorator: injects the id of the last event that a reconnecting client received, from `Last-Event-ID`;
 * undefined without one. The operation declares `resumes: true` for `text/event-stream`. Throws the problem
 * `invalid_request` for an id in another format.
 */
export function LastEventId(): ParameterDecorator {
  return createParamDecorator({ value: (action) => lastEventId(action.context as Context) }) as ParameterDecorator;
}

function lastEventId(ctx: Context): string | undefined {
  const value = ctx.req.headers['last-event-id'];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && acceptable.test(value)) return value;
  throw new Problem('invalid_request', {
    detail: 'Send the id of an event of this stream, or leave the header out.',
    errors: [{ pointer: 'header/Last-Event-ID', detail: 'is not valid' }],
  });
}
