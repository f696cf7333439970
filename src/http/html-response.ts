import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Reply } from './reply.js';

export const htmlType = 'text/html';

/** Parameter: true when the answer is to be a page. */
export function WantsPage(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => (context as Context).state.mediaType === htmlType,
  }) as ParameterDecorator;
}

/** A page as the answer. @param policy its Content-Security-Policy */
export const htmlPage = (html: string, policy: string): Reply =>
  new Reply(html, { type: `${htmlType}; charset=utf-8`, headers: { 'Content-Security-Policy': policy } });
