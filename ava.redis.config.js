// The facts about the shared store, run against a real Redis: TEST_REDIS_URL, or the one on this machine.
export default {
  files: ['dist/test/**/*.redis.js'],
  require: ['./dist/test/support/test-process.js'],
  workerThreads: false,
  timeout: '300s',
};
