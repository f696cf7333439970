import type Koa from 'koa';
import { type ProblemCode, problems } from '../api/problem.js';
import { STATUS_CODES } from '../http/node-http.js';
import { problemAdvice } from './problem-advice.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';
import { html, textPages } from './text-pages.js';

function listBody(): string {
  const codes = Object.keys(problems) as ProblemCode[];
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  const sections = statuses.map((status) => {
    const entries = codes.filter((code) => problems[code].status === status);
    const rows = entries.map(
      (code) => `<dt><a href="/problems/${code}"><code>${code}</code></a></dt><dd>${html(problems[code].title)}.</dd>`,
    );
    return `<section><h2>${status} ${STATUS_CODES[status]}</h2><dl>${rows.join('\n')}</dl></section>`;
  });
  return `<h1>Problems</h1>
<p>Every error of this API is an <code>application/problem+json</code> body (RFC 9457). Its <code>code</code> is one of these; its <code>type</code> is the address of the code's page.</p>
${sections.join('\n')}`;
}

function problemBody(code: ProblemCode): string {
  const { status, title } = problems[code];
  const example = JSON.stringify({ type: `/problems/${code}`, title, status, code }, null, 2);
  return `<p class="quiet"><a href="/problems">Problems</a></p>
<h1>${html(title)}</h1>
<p class="quiet"><code>${code}</code> · ${status} ${STATUS_CODES[status]}</p>
<h2>What it means</h2>
<p>${html(problemAdvice[code].meaning)}</p>
<h2>What to do</h2>
<p>${html(problemAdvice[code].remedy)}</p>
<h2>How it looks</h2>
<pre>${html(example)}</pre>
<p class="quiet">An answer also carries <code>detail</code> when there is more to say, <code>instance</code> and <code>requestId</code>.</p>`;
}

/** Serves `/problems` and `/problems/<code>`, to which the `type` of every error refers, in all environments. */
export function problemPages(): Koa.Middleware {
  const { policy, page } = textPages();
  const represent = (title: string, body: string) =>
    new Representation(Buffer.from(page(title, body)), 'text/html; charset=utf-8');
  const pages = new Map([['/problems', represent('Problems', listBody())]]);
  for (const code of Object.keys(problems) as ProblemCode[])
    pages.set(`/problems/${code}`, represent(problems[code].title, problemBody(code)));

  return async (ctx, next) => {
    const found = pages.get(ctx.path);
    if (!found) return next();
    assertReading(ctx);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Content-Security-Policy', policy);
    await found.send(ctx, 'no-cache');
  };
}
