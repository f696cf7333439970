// Loaded before the service in a test: fails in ways nothing foresees when it is signalled.
process.on('SIGUSR2', () => void Promise.reject(new Error('a rejection nobody handles')));
process.on('SIGWINCH', () =>
  setTimeout(() => {
    throw new Error('an error nobody catches');
  }, 0),
);
