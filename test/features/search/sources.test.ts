import 'reflect-metadata';
import test from 'ava';
import { Service } from 'typedi';
import { discoverFeatures } from '../../../src/process/discover.js';
import { type SearchAnswer, type SearchRequest, SearchSource } from '../../../src/search/search-source.js';
import { startTestService } from '../../support/test-service.js';

@Service()
class FailingSource extends SearchSource {
  readonly type = 'failing';
  readonly title = 'The failing things';
  readonly fields = [];

  async search(): Promise<SearchAnswer> {
    throw new Error('The index is broken.');
  }
}

@Service()
class SlowSource extends SearchSource {
  readonly type = 'slow';
  readonly title = 'The slow things';
  readonly fields = [];

  search(): Promise<SearchAnswer> {
    return new Promise(() => {});
  }
}

@Service()
class LongList extends SearchSource {
  readonly type = 'listed';
  readonly title = 'The listed things';
  readonly fields = [];

  async search({ limit }: SearchRequest): Promise<SearchAnswer> {
    const candidates = Array.from({ length: limit }, (_, index) => ({
      id: String(index),
      title: `Thing ${index}`,
      href: `/things/${index}`,
    }));
    return { candidates, total: 5_000, isAtLeast: true };
  }
}

test('a source that fails or is slow is named in the warnings, and the results of the others are returned', async (t) => {
  const features = await discoverFeatures();
  const service = await startTestService({
    env: { SVC_SEARCH_TIMEOUT_MS: '50' },
    parts: { searchSources: [FailingSource, SlowSource, LongList] },
  });
  t.teardown(() => service.close());
  t.true(features.searchSources.length > 10);
  const ada = await service.signedIn();
  const { status, json } = await ada.get('/search?q=thing&limit=10');
  t.is(status, 200);
  t.is(json.items.length, 10);
  t.deepEqual(json.facets.type, [{ value: 'listed', count: 5_000, truncated: true }]);
  t.deepEqual(json.warnings.toSorted(), [
    'The failing things could not be searched; matches of type failing are missing.',
    'The slow things did not answer in time; matches of type slow are missing.',
  ]);
  t.is(service.logged.filter((line) => line.includes('Search source failed')).length, 1);
});
