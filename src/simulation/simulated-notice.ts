/** Name of the provider of simulated data. */
const SIMULATOR = 'simulator';

/**
 * Returns the notice of an image with simulated data; undefined if all data are real.
 * @param providers of all data in the image
 */
export function simulatedNotice(providers: readonly string[]): string | undefined {
  if (!providers.includes(SIMULATOR)) return undefined;
  return providers.every((provider) => provider === SIMULATOR) ? 'Simulated data' : 'Partly simulated data';
}
