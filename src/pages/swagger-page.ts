import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Koa from 'koa';
import { koaSwagger } from 'koa2-swagger-ui';
import { AssetLibrary } from './asset-library.js';

/** Content-Security-Policy of the explorer at `/docs`: no inline scripts or styles, and no other hosts. */
export const SWAGGER_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:", // the icons in Swagger UI's style sheet are data: images
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const own = join(dirname(fileURLToPath(import.meta.url)), 'assets');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Returns the page that koa2-swagger-ui renders, with its options. */
function render(prefix: string): string {
  const middleware = koaSwagger({
    title: 'Watchfloor API',
    routePrefix: '/docs',
    swaggerCdnUrl: dirname(prefix),
    swaggerVersion: prefix.split('/').at(-2)!,
    favicon: '/favicon.svg',
    hideTopbar: true,
    swaggerOptions: {
      url: '/openapi.json',
      layout: 'BaseLayout',
      deepLinking: true,
      filter: true,
      displayRequestDuration: true,
      // drawing all operations at once takes too long; a link to an operation opens its group
      docExpansion: 'none',
      persistAuthorization: false, // a token is kept only while the tab shows the page
      validatorUrl: null, // the default sends the document to a validator on the Internet
      defaultModelsExpandDepth: 0 as unknown as string, // the package's types do not allow numbers
      plugins: 'DocsPlugin' as unknown as [], // name of a global variable, which the page's own module sets
    },
  });
  // The middleware handles its own path synchronously and uses no other part of the context.
  const page = { path: '/docs', type: '', body: '' };
  void middleware(page as unknown as Koa.ParameterizedContext, async () => undefined);
  return page.body;
}

/** Replaces the only match. Any other number of matches means that the template of koa2-swagger-ui has changed. */
function takeOut(html: string, what: RegExp, replacement: string): { html: string; taken: string } {
  const found = [...html.matchAll(new RegExp(what, 'g'))];
  if (found.length !== 1) throw new Error(`The Swagger UI page has ${found.length} matches of ${what}, not one`);
  return { html: html.replace(what, () => replacement), taken: found[0]![1] ?? '' };
}

/**
 * Adapts the page of koa2-swagger-ui to a strict Content-Security-Policy: the font link and the icon sprite (inline
 * style, unused since Swagger UI 5) are removed, and the inline style and script become files.
 */
export function swaggerPage(version: string): { html: string; assets: AssetLibrary } {
  const prefix = `/docs/assets/${version}/`;
  const head = `<meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="stylesheet" href="${prefix}docs.css">
  <script src="${prefix}color-scheme.js"></script>
  <script type="module" src="${prefix}docs-plugin.js"></script>`;
  const rendered = render(prefix).replace(
    'type="image/png" href="/favicon.svg"',
    'type="image/svg+xml" href="/favicon.svg"',
  );
  const withoutFonts = takeOut(rendered, /<link href="https:\/\/fonts[^>]*>\s*/, '').html;
  const withoutStyle = takeOut(withoutFonts, /<style>[\s\S]*?<\/style>/, head).html;
  const withoutIcons = takeOut(withoutStyle, /<svg [\s\S]*?<\/svg>\s*/, '').html;
  const { html, taken } = takeOut(
    withoutIcons,
    /<script>([\s\S]*?)<\/script>/,
    `<script src="${prefix}init.js"></script>`,
  );
  const assets = new AssetLibrary(prefix, {
    // name to which the page of koa2-swagger-ui refers
    'swagger-ui.min.css': { file: join(swaggerUi, 'swagger-ui.css') },
    'swagger-ui-bundle.js': { file: join(swaggerUi, 'swagger-ui-bundle.js') },
    'swagger-ui-standalone-preset.js': { file: join(swaggerUi, 'swagger-ui-standalone-preset.js') },
    'docs.css': { file: join(own, 'docs.css') },
    'color-scheme.js': { file: join(own, 'color-scheme.js') },
    'docs-plugin.js': { file: join(own, 'docs-plugin.js') },
    'docs-sign-in.js': { file: join(own, 'docs-sign-in.js') },
    'session.js': { file: join(own, 'session.js') },
    'init.js': { text: taken },
  });
  return { html, assets };
}
