/** Returns a generator of numbers from 0 to 1, the same sequence for the same seed (Park and Miller). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
