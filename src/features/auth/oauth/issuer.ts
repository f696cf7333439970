const loopback = /^http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/;

/**
 * Returns the issuer of the authorization server: the public address, if it is an origin with https or on this machine.
 * Tokens must not travel over plain HTTP, and pages are served without a path prefix.
 */
export function issuerOf(publicUrl: string): string | undefined {
  if (loopback.test(publicUrl)) return publicUrl;
  return publicUrl.startsWith('https://') && new URL(publicUrl).pathname === '/' ? publicUrl : undefined;
}
