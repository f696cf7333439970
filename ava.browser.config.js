// The tests that need a Chromium: `npx ava --config ava.browser.config.js` after a build.
export default { files: ['dist/test/**/*.browser.js'], require: ['./dist/test/support/test-process.js'], workerThreads: false, timeout: '300s' };
