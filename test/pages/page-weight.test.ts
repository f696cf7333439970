import { brotliCompressSync } from 'node:zlib';
import test from 'ava';
import { rawRequest } from '../support/raw-request.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** Limit of what a page loads before it calls the API, compressed (bytes). */
const MAX_BYTES = 150_000;

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

/** Returns the compressed size of a page with the scripts, style sheets and images that it loads, by path. */
async function weightOf(path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const visit = async (next: string): Promise<void> => {
    if (sizes.has(next)) return;
    const { status, headers, body } = await rawRequest(service.url + next);
    if (status !== 200) throw new Error(`${next} is a ${status}`);
    const text = body.toString();
    sizes.set(next, headers['content-encoding'] === undefined ? brotliCompressSync(body).length : body.length);
    const links = next.endsWith('.js')
      ? [...text.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, name]) => next.replace(/[^/]+$/, name as string))
      : next === path
        ? [...text.matchAll(/(?:src|href)="(\/(?:assets|favicon)[^"]*)"/g)].map(([, link]) => link as string)
        : [];
    for (const link of links) await visit(link);
  };
  await visit(path);
  return sizes;
}

for (const [path, least] of [
  ['/', 20],
  ['/account', 10],
] as const)
  test(`${path} loads at most 150 KB, compressed`, async (t) => {
    const sizes = await weightOf(path);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    t.log(`${total} bytes in ${sizes.size} files`);
    t.true(sizes.size >= least, [...sizes.keys()].join(' '));
    t.true(total <= MAX_BYTES, `${total}`);
  });
