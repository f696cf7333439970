import { readdirSync, readFileSync } from 'node:fs';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { isAsset, PageAssets } from './page-assets.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';

/**
 * Content-Security-Policy of the map: scripts, style sheets and the worker come from this service; the map draws its
 * own symbols as `data:` images.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const folder = new URL('assets/map/', import.meta.url);
const shared = ['session.js', 'live-stream.js', 'page-dom.js', 'theme.css'];
/** Files of MapLibre GL JS, which the build copies from its package. */
const vendored = ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css'];

/** Serves `/map`: the interactive map, which uses only the API of this service. */
export function mapPage({ docs }: { docs: boolean }): Koa.Middleware {
  const assets = new PageAssets(
    [
      ...readdirSync(folder)
        .filter(isAsset)
        .map((name) => new URL(name, folder)),
      ...shared.map((name) => new URL(`../${name}`, folder)),
    ],
    vendored.map((name) => new URL(`../vendor/${name}`, folder)),
  );
  const page = lazy(() => {
    const html = readFileSync(new URL('map.html', folder), 'utf8')
      .replace(docs ? /<!--\/?docs-->/g : /<!--docs-->[\s\S]*?<!--\/docs-->/g, '')
      .replaceAll('{assets}', assets.prefix);
    return new Representation(Buffer.from(html), 'text/html; charset=utf-8');
  });

  return async (ctx, next) => {
    const file = assets.at(ctx.path);
    if (file === undefined && ctx.path !== '/map') return next();
    assertReading(ctx);
    // Scripts get the policy too: the worker, which loads the tiles, is subject to the policy of its own file.
    ctx.set('Content-Security-Policy', POLICY);
    if (file !== undefined) return file.send(ctx);
    await page().send(ctx, 'no-cache');
  };
}
