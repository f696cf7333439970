// The tests that need a Chromium: `npx ava --config ava.browser.config.js` after a build.
export default { files: ['dist/test/**/*.browser.js'], workerThreads: false, timeout: '120s' };
