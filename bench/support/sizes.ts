import { parseArgs } from 'node:util';

/** The sizes of a bench by name: rounds, objects, seconds. */
type Sizes = Record<string, number>;

/** Number of benches that have declared their sizes in this process. */
let declared = 0;

/** Returns how many benches have declared their sizes so far. `bench/run.ts` checks that each one does. */
export const declaredSizes = (): number => declared;

/**
 * Returns the sizes of a bench: the usual ones, or with `--smoke` the smallest with which all of its code still runs
 * and every figure has a value. Each can be given by its name: `--rounds 3`.
 */
export function sizesOf<Name extends string>(sizes: {
  usual: Record<Name, number>;
  smoke: Record<Name, number>;
}): Record<Name, number> {
  declared += 1;
  const options = Object.fromEntries(Object.keys(sizes.usual).map((name) => [name, { type: 'string' }] as const));
  const { values } = parseArgs({
    options: {
      ...options,
      smoke: { type: 'boolean' },
      once: { type: 'boolean' },
      only: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const given = values as Record<string, unknown>;
  const chosen: Sizes = given.smoke === true ? sizes.smoke : sizes.usual;
  return Object.fromEntries(
    Object.entries(chosen).map(([name, size]) => [name, given[name] === undefined ? size : Number(given[name])]),
  ) as Record<Name, number>;
}

/** Returns the values of `--only`: the parts of a bench to run; empty for all parts. */
export function onlyParts(): string[] {
  return (
    (parseArgs({ options: { only: { type: 'string', multiple: true } }, strict: false }).values.only as string[]) ?? []
  );
}
