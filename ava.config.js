// The tests: `npm test`, or `npx ava` after a build. Groups of files begin first: they take longest, and none is left alone at the end.
const rank = (file) => (file.endsWith('.group.js') ? 0 : 1);

export default {
  files: ['dist/test/**/*.test.js'],
  require: ['./dist/test/support/test-process.js'],
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  workerThreads: false,
  // Less garbage survives to be copied.
  nodeArguments: ['--max-semi-space-size=64'],
  timeout: '300s',
};
