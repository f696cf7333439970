// This module is loaded before the service in a test. SIGUSR2 blocks its event loop for five seconds, as a long
// computation in a request would.
process.on('SIGUSR2', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000));
