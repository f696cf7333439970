/**
 * Returns the notice for an image with simulated prices; undefined if all are real.
 * @param providers of the prices and rates
 */
export function simulatorNotice(providers: readonly string[]): string | undefined {
  if (!providers.includes('simulator')) return undefined;
  return providers.length === 1 ? 'simulator – not real data' : 'partly simulator – not real data';
}
