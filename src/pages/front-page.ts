import { readdirSync, readFileSync } from 'node:fs';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { isAsset, PageAssets } from './page-assets.js';
import { assertReading } from './reading-methods.js';
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

/** Matches the paths to which OpenID Connect providers send the browser back. */
const returnPath = /^\/sign-in\/[a-z][a-z0-9-]{0,31}$/;

const folder = new URL('assets/front/', import.meta.url);

/**
 * Serves `/` in all environments: a description of the service and, after signing in, a live overview, for which the
 * browser calls the API. Also serves `/sign-in/{provider}`, where a sign-in at a provider is completed.
 */
export function frontPage(options: FrontPageOptions): Koa.Middleware {
  const names = readdirSync(folder).filter(isAsset);
  const shared = ['session.js', 'sign-in-ways.js', 'live-stream.js', 'page-dom.js', 'records.js', 'theme.css'];
  const assets = new PageAssets(
    [...names.map((name) => new URL(name, folder)), ...shared.map((name) => new URL(`../${name}`, folder))],
    [new URL('../vendor/simplewebauthn.js', folder)],
  );
  const template = readFileSync(new URL('front.html', folder), 'utf8');
  const pageOf = (registration: boolean) =>
    lazy(
      () =>
        new Representation(
          Buffer.from(render(template, assets.prefix, { ...options, registration })),
          'text/html; charset=utf-8',
        ),
    );
  const pages = { open: pageOf(true), closed: pageOf(false) };

  return async (ctx, next) => {
    const file = assets.at(ctx.path);
    if (file === undefined && ctx.path !== '/' && !returnPath.test(ctx.path)) return next();
    assertReading(ctx);
    if (file !== undefined) return file.send(ctx);
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
