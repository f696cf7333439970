// The facts about the shared store, run against a real Redis: TEST_REDIS_URL, or the one on this machine.
export default {
  files: ['dist/test/**/*.redis.js'],
  require: ['./dist/test/support/test-process.js'],
  workerThreads: false,
  // A run in which no test ends for this long hangs; a slow machine needs minutes for the longest test.
  timeout: '900s',
};
