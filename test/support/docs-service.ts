import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Problem } from '../../src/api/problem.js';
import { docsPages } from '../../src/pages/docs-pages.js';
import { problemPages } from '../../src/pages/problem-pages.js';
import { siteFiles } from '../../src/pages/site-files.js';
import { SystemClock } from '../../src/time/clock.js';

export interface DocsService {
  /** Origin of the service: `http://127.0.0.1:<port>`. */
  origin: string;
  close(): Promise<void>;
}

export const VERSION = '1.2.3';
export const TOKEN = 'a-token-for-notes';

/** The sample description; its first server is this service. */
export const sample = {
  ...JSON.parse(readFileSync('test/fixtures/openapi/tiny.json', 'utf8')),
  servers: [{ url: '/', description: 'This service' }],
};

/** Smaller forms of the description, by name; this one contains only the paths. */
const narrowings = { paths: (document: object) => ({ paths: Object.keys((document as typeof sample).paths) }) };

/** A further document, which contains the number of paths. */
const others = {
  '/paths.txt': {
    type: 'text/plain; charset=utf-8',
    text: (document: object) => `${Object.keys((document as typeof sample).paths).length}`,
  },
};

/**
 * Serves the documentation over a plain Koa application. It has one operation of the sample, `GET /notes`, which
 * requires {@link TOKEN}.
 */
export async function startDocs(options: { enabled?: boolean; document?: () => object } = {}): Promise<DocsService> {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      ctx.set(error.headers);
      ctx.status = error.status;
      ctx.body = error.code;
    }
  });
  app.use(
    docsPages({
      document: options.document ?? (() => sample),
      narrowings,
      others,
      enabled: options.enabled ?? true,
      version: VERSION,
    }),
  );
  app.use(problemPages());
  app.use(siteFiles({ clock: new SystemClock(), http: {}, docs: true, apiPrefix: '/api/v1', metadata: new Map() }));
  app.use((ctx) => {
    if (ctx.path !== '/notes') return;
    const known = ctx.get('Authorization') === `Bearer ${TOKEN}`;
    ctx.status = known ? 200 : 401;
    ctx.body = known
      ? { items: [{ id: 7, title: 'The tide table' }], nextCursor: null }
      : { title: 'Authentication required' };
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
