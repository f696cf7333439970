import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { assertReading } from './read-only.js';
import { Representation } from './representation.js';
import { html } from './text-pages.js';

export interface FrontPageOptions {
  version: string;
  /** True: the page links to the documentation. */
  docs: boolean;
  /** Returns true if visitors may create an account; operators can change this at any time. */
  registration: () => boolean;
  /** True: forgotten passwords can be reset by mail. */
  mail: boolean;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FOREVER = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const folder = new URL('assets/front/', import.meta.url);

/**
 * Serves `/` in all environments: a description of the service and, after signing in, a live overview, for which the
 * browser calls the API.
 */
export function frontPage(options: FrontPageOptions): Koa.Middleware {
  const names = readdirSync(folder).filter((name) => name.split('.').at(-1)! in TYPES);
  // The documentation also uses the session module.
  const urls = [...names.map((name) => new URL(name, folder)), new URL('../session.js', folder)];
  const sources = urls.map((url) => ({ name: basename(url.pathname), bytes: readFileSync(url) }));
  // Modules import each other by name. The path contains one digest of all of them, so that each module is immutable.
  const digest = createHash('sha256')
    .update(Buffer.concat(sources.map(({ bytes }) => bytes)))
    .digest('hex')
    .slice(0, 16);
  const prefix = `/assets/${digest}/`;
  const files = new Map(
    sources.map(({ name, bytes }) => [prefix + name, new Representation(bytes, TYPES[name.split('.').at(-1)!]!)]),
  );
  const template = readFileSync(new URL('front.html', folder), 'utf8');
  const pageOf = (registration: boolean) =>
    lazy(
      () =>
        new Representation(
          Buffer.from(render(template, prefix, { ...options, registration })),
          'text/html; charset=utf-8',
        ),
    );
  const pages = { open: pageOf(true), closed: pageOf(false) };

  return async (ctx, next) => {
    const file = files.get(ctx.path);
    if (file === undefined && ctx.path !== '/') return next();
    assertReading(ctx);
    if (file !== undefined) return file.send(ctx, FOREVER);
    ctx.set('Content-Security-Policy', POLICY);
    await pages[options.registration() ? 'open' : 'closed']().send(ctx, 'no-cache');
  };
}

function render(
  template: string,
  assets: string,
  { version, docs, registration, mail }: Omit<FrontPageOptions, 'registration'> & { registration: boolean },
): string {
  const without = (text: string, part: string) =>
    text.replace(new RegExp(`<!--${part}-->[\\s\\S]*?<!--/${part}-->`, 'g'), '');
  const parts = [docs ? '' : 'docs', registration ? '' : 'registration', mail ? '' : 'mail'].filter(
    (part) => part !== '',
  );
  return parts
    .reduce(without, template)
    .replace(/<!--\/?\w+-->/g, '')
    .replaceAll('{assets}', assets)
    .replaceAll('{version}', html(version));
}
