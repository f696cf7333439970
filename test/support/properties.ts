import fc from 'fast-check';

/**
 * Seed of tests with generated cases. It is the same in every run, so that a new failure comes from a change. TEST_SEED
 * repeats another run; `TEST_SEED=random` tries new cases.
 */
export const testSeed = seedOf(process.env.TEST_SEED);

function seedOf(setting: string | undefined): number {
  if (setting === undefined) return 20_261_121;
  return setting === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(setting);
}

/** A failed property prints its seed and the path to its case. */
fc.configureGlobal({ seed: testSeed });

export default fc;
