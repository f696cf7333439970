import { readdirSync, readFileSync } from 'node:fs';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { isAsset, PageAssets } from './page-assets.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pagePath = /^\/oauth\/consent\/[A-Za-z0-9_-]{20,64}$/;
const folder = new URL('assets/consent/', import.meta.url);
const shared = ['session.js', 'page-dom.js', 'theme.css'];

/** Serves `/oauth/consent/{id}`, on which an account allows or rejects the request of an app. */
export function consentPage(): Koa.Middleware {
  const names = readdirSync(folder).filter(isAsset);
  const assets = new PageAssets([
    ...names.map((name) => new URL(name, folder)),
    ...shared.map((name) => new URL(`../${name}`, folder)),
  ]);
  const page = lazy(() => {
    const html = readFileSync(new URL('consent.html', folder), 'utf8').replaceAll('{assets}', assets.prefix);
    return new Representation(Buffer.from(html), 'text/html; charset=utf-8');
  });

  return async (ctx, next) => {
    const file = assets.at(ctx.path);
    if (file === undefined && !pagePath.test(ctx.path)) return next();
    assertReading(ctx);
    if (file !== undefined) return file.send(ctx);
    ctx.set('Content-Security-Policy', POLICY);
    await page().send(ctx, 'no-cache');
  };
}
