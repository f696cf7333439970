import test from 'ava';
import fc from 'fast-check';
import { canonicalUrl } from '../../src/text/canonical-url.js';

test('addresses of one page have one canonical URL', (t) => {
  const variants = [
    'http://www.example.com/news/story/',
    'https://example.com:443/news/story#comments',
    'https://m.example.com/news/story?utm_source=rss&utm_medium=feed',
    'https://amp.example.com/news/story/amp',
    'https://EXAMPLE.com/news/story/amp/?fbclid=1&CMP=x&at_medium=RSS',
    'https://example.com/amp/news/story',
    'https://example.com/news/st%6Fry?ref=home',
    'https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fnews%2Fstory&sa=U',
  ];
  t.deepEqual([...new Set(variants.map(canonicalUrl))], ['https://example.com/news/story']);
});

test('parameters that identify the page are kept and sorted', (t) => {
  t.is(canonicalUrl('https://example.com/?id=7&a=2&utm_campaign=x'), 'https://example.com?a=2&id=7');
  t.not(canonicalUrl('https://example.com/?id=7'), canonicalUrl('https://example.com/?id=8'));
  t.is(canonicalUrl('https://example.com:8443/a%2fb'), 'https://example.com:8443/a%2Fb');
});

test('only http and https have a canonical URL', (t) => {
  for (const url of ['javascript:alert(1)', 'ftp://example.com/', 'data:text/html,x', '/relative', '', 'https://'])
    t.is(canonicalUrl(url), null, url);
});

test('the canonical URL of a canonical URL is itself', (t) => {
  const hosts = fc.constantFrom(
    'example.com',
    'www.m.example.com',
    'amp.www.example.com',
    'www.com',
    'm.co',
    'google.com',
  );
  const paths = fc.stringMatching(/^(\/(amp|url|a|%61|%2[fF]|%C3%A9|\.amp|b\.amp)?){0,5}\/?$/);
  const queries = fc.stringMatching(
    /^(\?((utm_x|amp|b|a|q|url)=(1|%20|\+|https%3A%2F%2Fexample\.com%2Famp%2F)?&?){0,4})?$/,
  );
  fc.assert(
    fc.property(hosts, paths, queries, (host, path, query) => {
      const once = canonicalUrl(`http://${host}${path}${query}#f`);
      return once !== null && canonicalUrl(once) === once;
    }),
    { numRuns: 500 },
  );
  t.pass();
});
