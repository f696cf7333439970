import type Koa from 'koa';
import type { Problem } from '../api/problem.js';
import { STATUS_CODES } from '../http/node-http.js';
import { html, textPages } from './text-pages.js';

/**
 * Shows problems outside of the API as pages to browsers, by `Accept`. Below `apiPath` every client receives problem
 * documents, as described: some HTTP libraries (such as Java's) prefer HTML unless a program requests another type.
 * @returns a function that returns true when it has sent a page
 */
export function errorPage(apiPath: string): (ctx: Koa.Context, problem: Problem) => boolean {
  const { policy, page } = textPages();
  return (ctx, problem) => {
    if (ctx.path.startsWith(`${apiPath}/`)) return false;
    ctx.vary('Accept');
    if (ctx.accepts('application/problem+json', 'application/json', 'text/html') !== 'text/html') return false;
    ctx.set('Content-Security-Policy', policy);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = page(problem.title, bodyOf(problem, ctx.state.requestId));
    return true;
  };
}

/** Returns the detail of a problem. For `not_found` it speaks of a page instead of an operation. */
const detailOf = ({ code, detail = '' }: Problem): string =>
  code === 'not_found' ? 'This page does not exist.' : detail;

function bodyOf(problem: Problem, requestId: string): string {
  const { code, status, title } = problem;
  return `<p class="quiet"><a href="/">Watchfloor</a></p>
<h1>${html(title)}</h1>
<p class="quiet">${status} ${STATUS_CODES[status]}</p>
<p>${html(detailOf(problem))}</p>
<p><a href="/">Go to the front page</a>, or read what <a href="/problems/${code}"><code>${code}</code></a> means.</p>
<p class="quiet">Request <code>${html(requestId)}</code></p>`;
}
