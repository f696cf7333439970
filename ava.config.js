// The tests: `npm test`, or `npx ava` after a build. Files that take long begin first, then groups of files, so that none is left alone at the end.
const longest = [
  'docs/readme-shells',
  'contract/fuzz',
  'process/webhooks',
  'http/hostile-requests',
  'process/feeds',
  'openapi/product',
  'process/start',
  'openapi/consumers',
  'http/stream/stream',
  'http/validation/hostile-bodies',
  'openapi/diff',
  'openapi/validity',
  'faults/overload',
  'faults/database',
  'faults/kill',
  'faults/workers',
];

function rank(file) {
  const place = longest.findIndex((name) => file.endsWith(`${name}.test.js`));
  if (place >= 0) return place;
  return file.endsWith('.group.js') ? longest.length : longest.length + 1;
}

export default {
  files: ['dist/test/**/*.test.js'],
  require: ['./dist/test/support/test-process.js'],
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  workerThreads: false,
  // Less garbage survives to be copied.
  nodeArguments: ['--max-semi-space-size=64'],
  timeout: '300s',
};
