// This module is loaded before the service in a test: signals make it fail in ways that no code handles.
process.on('SIGUSR2', () => void Promise.reject(new Error('a rejection nobody handles')));
process.on('SIGWINCH', () =>
  setTimeout(() => {
    throw new Error('an error nobody catches');
  }, 0),
);
