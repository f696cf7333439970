import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import type { SourceMaker } from '../../../src/features/geospatial/source-parts.js';
import type { FeedSource } from '../../../src/upstream/feed-source.js';
import { sourceParts, type TestSourceParts } from '../source-parts.js';
import { settled } from '../supervised.js';
import { until } from '../upstream-for.js';
import type { VendorStub } from './vendor-stub.js';

export interface GeoSourceTest {
  source: FeedSource;
  parts: TestSourceParts;
  stub: VendorStub;
  /** Number of accepted records of each request. */
  accepted: number[];
  /** Runs the source until it fails or the test ends. */
  run(): Promise<void>;
  /** Resolves when `questions` requests were made and their reports were processed. */
  answered(questions: number): Promise<void>;
  /** Advances the time in steps (ms); requests are answered in between. */
  pass(ms: number, step: number): Promise<void>;
}

/** Creates a source over HTTP to its stub, with a time that only the test advances. Both end with the test. */
export function geoSourceFor(
  t: ExecutionContext,
  maker: SourceMaker,
  line: string,
  stub: VendorStub,
  env: Record<string, string> = {},
): GeoSourceTest {
  const parts = sourceParts(env);
  let underWay = 0;
  const open = parts.upstreams.open.bind(parts.upstreams);
  parts.upstreams.open = (options) => {
    const upstream = open(options);
    for (const way of ['get', 'post'] as const) {
      const call = upstream[way].bind(upstream) as (request: never) => Promise<never>;
      upstream[way] = (request: unknown) => {
        underWay += 1;
        return call(request as never).finally(() => {
          underWay -= 1;
        });
      };
    }
    return upstream;
  };
  const source = maker(line, parts) as FeedSource;
  const accepted: number[] = [];
  const abort = new AbortController();
  const run = () =>
    source.run({ signal: abort.signal, accepted: (records) => void accepted.push(records), skipped: () => {} });
  const answered = async (questions: number) => {
    await until(() => accepted.length >= questions);
    await settled();
  };
  const pass = async (ms: number, step: number) => {
    for (let passed = 0; passed < ms; passed += step) {
      await parts.timers.advance(Math.min(step, ms - passed));
      await until(() => underWay === 0);
      await settled();
    }
  };
  t.teardown(async () => {
    abort.abort();
    await parts.upstreams.close();
    await stub.close();
  });
  return { source, parts, stub, accepted, run, answered, pass };
}
