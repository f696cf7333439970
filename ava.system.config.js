// The tests that start programs, the service among them, or send hostile requests or requests to every operation:
// `npm run test:system`. Files that take long begin first.
const longest = [
  'contract/fuzz',
  'docs/readme-shells',
  'bin/train-composer',
  'http/hostile-requests',
  'openapi/consumers',
  'contract/scopes',
  'openapi/product',
  'clients/python',
  'contract/authorization',
  'http/validation/hostile-bodies',
  'features/subscriptions/restart',
  'process/start',
  'process/upgrade',
  'process/webhooks',
  'process/service-roles',
  'process/feeds',
  'openapi/diff',
  'openapi/validity',
  'faults/overload',
  'faults/database',
  'faults/kill',
  'faults/workers',
];

function rank(file) {
  const place = longest.findIndex((name) => file.endsWith(`${name}.system.js`));
  return place >= 0 ? place : longest.length;
}

export default {
  files: ['dist/test/**/*.system.js'],
  require: ['./dist/test/support/test-process.js'],
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  workerThreads: false,
  // They often wait for what they started.
  concurrency: 4,
  nodeArguments: ['--max-semi-space-size=64'],
  // A run in which no test ends for this long hangs; a slow machine needs minutes for the longest test.
  timeout: '900s',
};
