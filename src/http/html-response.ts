import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Reply } from './reply.js';

export const htmlType = 'text/html';

/** Parameter decorator: injects true when the response is to be an HTML page. */
export function WantsPage(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => (context as Context).state.mediaType === htmlType,
  }) as ParameterDecorator;
}

/** Returns an HTML page as a reply. @param policy its Content-Security-Policy */
export const htmlPage = (html: string, policy: string): Reply =>
  new Reply(html, { type: `${htmlType}; charset=utf-8`, headers: { 'Content-Security-Policy': policy } });
