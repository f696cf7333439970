import fc from 'fast-check';

/**
 * Where the cases of tests over many made-up cases begin. The same in every run, so that a failure comes from a change;
 * TEST_SEED repeats another run, and `TEST_SEED=random` looks where nobody has looked.
 */
export const testSeed = seedOf(process.env.TEST_SEED);

function seedOf(wish: string | undefined): number {
  if (wish === undefined) return 20_261_121;
  return wish === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wish);
}

/** A failed property names its seed and the path to its case. */
fc.configureGlobal({ seed: testSeed });

export default fc;
