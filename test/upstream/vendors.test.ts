import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { MarketProviders } from '../../src/features/markets/providers/market-provider.js';
import { FeedRegistry } from '../../src/upstream/feed-status.js';
import type { Vendors } from '../../src/upstream/vendor.js';
import { filesEnding, valuesOf } from '../../src/wiring/discover-files.js';
import { serviceFor } from '../support/service-for.js';
import { root } from '../support/sources.js';

const declared = async () => {
  const exported = await Promise.all(filesEnding('.vendors.js').map((file) => valuesOf(file)));
  return Object.entries(Object.assign({}, ...exported.flat()) as Vendors);
};

/** Returns the line of each vendor in the operating guide, as its declaration requires. */
async function lines(): Promise<string[]> {
  const { variables } = await readConfig({});
  return (await declared()).map(([name, { title, feed, delivers, terms }]) => {
    const prefix = `SVC_${name.toUpperCase()}_`;
    const settings = variables.flatMap((variable) => (variable.name.startsWith(prefix) ? [variable.name] : []));
    const shown = settings.map((setting, at) => `\`${at === 0 ? setting : setting.slice(prefix.length - 1)}\``);
    return `| ${title} | ${delivers.join(', ')} | \`${feed}\` | ${shown.join(', ')} | ${terms} |`;
  });
}

test('the operating guide has one line for each vendor, equal to its declaration', async (t) => {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8').split('\n');
  const from = guide.indexOf('| Vendor | Delivers | Feed | Settings | Terms |') + 2;
  t.deepEqual(guide.slice(from, guide.indexOf('', from)), await lines());
});

test('a declared vendor is not configured until its feed is registered', async (t) => {
  const feeds = new FeedRegistry();
  const vendors = Object.fromEntries(await declared());
  feeds.declare(vendors);
  const names = Object.values(vendors).map(({ feed }) => feed);
  t.deepEqual([...new Set(names)], names, 'no two vendors share a feed');
  t.deepEqual(
    feeds.list().map(({ feed, status }) => [feed, status]),
    names.sort().map((feed) => [feed, 'not_configured']),
  );
  const [first] = feeds.list();
  feeds.register(first!.feed, () => ({ ...first!, status: 'ok' }));
  t.deepEqual(feeds.list()[0], { ...first!, status: 'ok' });
});

test('a market provider has exactly the capabilities declared for its vendor', async (t) => {
  const { services } = await serviceFor(t, {
    env: { SVC_EODHD_API_KEY: 'key', SVC_FINNHUB_API_KEY: 'key' },
  });
  const vendors = Object.fromEntries(await declared());
  t.is(services.get(MarketProviders).list.length, 7);
  for (const { name, title, capabilities } of services.get(MarketProviders).list) {
    t.is(title, vendors[name]?.title ?? '');
    t.deepEqual(
      [...new Set(capabilities.map(({ operation }) => operation))].sort(),
      [...(vendors[name]?.delivers ?? [])].sort(),
      name,
    );
  }
});
