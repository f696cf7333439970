/** The label of an image with simulated prices; undefined for real ones. @param providers of the prices and rates */
export function simulatorNotice(providers: readonly string[]): string | undefined {
  if (!providers.includes('simulator')) return undefined;
  return providers.length === 1 ? 'simulator – not real data' : 'partly simulator – not real data';
}
