import { availableParallelism } from 'node:os';

// The tests: `npm test`, or `npx ava` after a build. Groups of files begin first: they take longest, and none is left
// alone at the end.
const rank = (file) => (file.endsWith('.group.js') ? 0 : 1);

export default {
  files: ['dist/test/**/*.test.js'],
  require: ['./dist/test/support/test-process.js'],
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  workerThreads: false,
  // Processes wait for the database now and then.
  concurrency: availableParallelism() + 1,
  // Less garbage survives to be copied.
  nodeArguments: ['--max-semi-space-size=64'],
  // A run in which no test ends for this long hangs; a slow machine needs minutes for the longest test.
  timeout: '900s',
};
