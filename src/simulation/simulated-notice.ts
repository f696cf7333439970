/** Name of the provider of simulated data. */
const SIMULATOR = 'simulator';

/** Name of the provider of data that this service derives, such as counted passages of vessels. */
const DETECTOR = 'detector';
/** Warning of derived data whose sources are simulated. */
export const DERIVED_FROM_SIMULATED = 'Derived from simulated data: nothing of it has happened.';

/**
 * Returns the notice of an image with simulated data; undefined if all data are real.
 * @param providers of all data in the image
 * @param warnings of these data; with `DERIVED_FROM_SIMULATED`, derived data are simulated too
 */
export function simulatedNotice(providers: readonly string[], warnings: readonly string[] = []): string | undefined {
  const isDerived = warnings.includes(DERIVED_FROM_SIMULATED);
  const isSimulated = (provider: string) => provider === SIMULATOR || (isDerived && provider === DETECTOR);
  if (!providers.some(isSimulated)) return undefined;
  return providers.every(isSimulated) ? 'Simulated data' : 'Partly simulated data';
}
