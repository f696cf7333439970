import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';

/** Returns the `Link` header with the URL of the next page (RFC 8288), for formats without a member for the cursor. */
export function nextLink(ctx: Context, cursor: string): string {
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', cursor);
  return `<${ctx.path.replace(/[<>\s]/g, encodeURIComponent)}?${query}>; rel="next"`;
}

/** Returns the headers of a page; `nextCursor` is null on the last one. */
export type PageHeaders = (nextCursor: string | null) => Record<string, string>;

/** Parameter decorator: injects a function that returns the headers of a page of the requested list. */
export function NextPage(): ParameterDecorator {
  const headersOf = (ctx: Context, nextCursor: string | null): Record<string, string> =>
    nextCursor === null ? {} : { Link: nextLink(ctx, nextCursor) };
  return createParamDecorator({
    value: ({ context }): PageHeaders => headersOf.bind(undefined, context as Context),
  }) as ParameterDecorator;
}
