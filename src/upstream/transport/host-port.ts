/** Host and port from a line of the configuration; an empty `host` means all addresses of this machine. */
export interface HostPort {
  host: string;
  port: number;
}

/**
 * Parses a line such as `tcp://host:port`; an IPv6 address is in brackets.
 * @throws Error with a sentence for the operator
 */
export function readHostPort(line: string, scheme: string): HostPort {
  const [, bracketed, plain, digits] =
    /^[a-z]+:\/\/(?:\[([0-9a-fA-F:.]+)\]|([^\s:/?#@[\]]*)):(\d{1,5})\/?$/.exec(line) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) throw new Error(`must be written as ${scheme}://host:port`);
  return { host: bracketed ?? plain ?? '', port };
}
