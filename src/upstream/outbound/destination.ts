import { isIP } from 'node:net';
import { type FailureCode, OutboundRefused, type UrlProtocol } from '../outbound.js';
import type { AddressRules } from './address-rules.js';

/** Limits for URLs with public addresses; addresses that the operator allows have neither limit. */
export interface UrlLimits {
  ports: readonly number[];
  /** True: public addresses may be called without TLS. */
  plainHttp: boolean;
}

/** The destination of a URL, from its text. */
export interface Destination {
  /** The URL in its normal form, without a dot at the end of the host. */
  url: URL;
  /** A host name, or an address without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
  /** True: the connection uses TLS. */
  isSecure: boolean;
  /** Reason for refusing other addresses; set when only addresses that the operator allows may be called. */
  refusal?: OutboundRefused;
}

const maxLength = 2048;
const schemes: Record<UrlProtocol, { secure: string; plain: string; ports: Record<string, number>; example: string }> =
  {
    http: {
      secure: 'https',
      plain: 'http',
      ports: { 'https:': 443, 'http:': 80 },
      example: 'https://example.org/hook',
    },
    // The ports that IANA has registered for MQTT.
    mqtt: { secure: 'mqtts', plain: 'mqtt', ports: { 'mqtts:': 8883, 'mqtt:': 1883 }, example: 'mqtts://example.org' },
  };
// Names that do not leave the machine, the link or the private network: RFC 6761 (localhost), 6762 (local), 8375
// (home.arpa), 7686 (onion), and `internal`, which ICANN has reserved for private use and clouds use for their metadata
// services.
const privateName = /(?:^|\.)(?:localhost|local|internal|onion|home\.arpa)$/;

// Host names by RFC 1035 §2.3.4: at most 253 characters, with labels of at most 63.
const wellFormedName = /^(?=.{1,253}$)[^.]{1,63}(?:\.[^.]{1,63})*$/;

const sentences = {
  malformed: (example: string) =>
    `The URL cannot be read: give a whole one, such as ${example}, without spaces or control characters.`,
  length: `The URL is too long: it may have ${maxLength} characters at most.`,
  schemeUnknown: (secure: string) => `The URL must start with ${secure}://.`,
  schemePlain: (secure: string, plain: string) =>
    `The URL must start with ${secure}://: plain ${plain} is not permitted here.`,
  userinfo: 'The URL must not have a user name or a password in it: leave out what stands before the @.',
  path: 'The URL of a broker has a host and optionally a port, but no path and no query.',
  host: 'The host of the URL is a private name: give a host that everyone on the internet can reach.',
  address:
    'The host of the URL has a private or reserved address: give a host that everyone on the internet can reach.',
};

/**
 * Parses a URL and checks its text.
 * @param protocol the only protocol that is accepted
 * @throws OutboundRefused for a URL that no operator can allow
 */
export function destinationOf(text: string, limits: UrlLimits, protocol: UrlProtocol = 'http'): Destination {
  const { secure, ports, example } = schemes[protocol];
  if (text.length > maxLength) throw new OutboundRefused('length', sentences.length);
  // The URL parser would silently drop line breaks and outer spaces, so the stored URL would differ from the given one.
  if (/[\s\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text))
    throw new OutboundRefused('malformed', sentences.malformed(example));
  const url = new URL(text);
  const defaultPort = ports[url.protocol];
  if (defaultPort === undefined) throw new OutboundRefused('scheme', sentences.schemeUnknown(secure));
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('userinfo', sentences.userinfo);
  if (protocol === 'mqtt') normalizeBroker(url);
  url.hostname = url.hostname.replace(/\.$/, '');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? defaultPort : Number(url.port);
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !wellFormedName.test(host)) throw new OutboundRefused('malformed', sentences.malformed(example));
  const isSecure = url.protocol === `${secure}:`;
  const place = { url, host, isAddress, port, isSecure };
  return { ...place, refusal: refusalOf(place, protocol, limits) };
}

/**
 * Gives the host of a broker its normal form. The URL parser normalizes hosts only in URLs of the web, so that it would
 * keep a host such as `0x7f.1` or `LOCALHOST`.
 */
function normalizeBroker(url: URL): void {
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    throw new OutboundRefused('malformed', sentences.path);
  const ofTheWeb = `http://${url.hostname}/`;
  if (!URL.canParse(ofTheWeb)) throw new OutboundRefused('malformed', sentences.malformed(schemes.mqtt.example));
  url.hostname = new URL(ofTheWeb).hostname;
  url.pathname = '';
}

function refusalOf(
  { host, isAddress, port, isSecure }: Omit<Destination, 'refusal'>,
  protocol: UrlProtocol,
  { ports, plainHttp }: UrlLimits,
): OutboundRefused | undefined {
  const { secure, plain, ports: defaults } = schemes[protocol];
  if (!isAddress && (privateName.test(host) || !host.includes('.'))) return new OutboundRefused('host', sentences.host);
  if (!isSecure && !plainHttp) return new OutboundRefused('scheme', sentences.schemePlain(secure, plain));
  const permitted = protocol === 'http' ? ports : [defaults[isSecure ? 'mqtts:' : 'mqtt:'] as number, ...ports];
  if (!permitted.includes(port))
    return new OutboundRefused('port', `The port of the URL must be ${permitted.join(' or ')}.`);
  return undefined;
}

/**
 * Returns the reason why the addresses of a destination must not be connected to; undefined when all are allowed. One
 * private address is enough: a name with both kinds is an attempt to bypass the check. The reason does not contain the
 * address, which would reveal the internal network.
 */
export function refusalOfAddresses(
  { refusal }: Destination,
  addresses: readonly string[],
  rules: Pick<AddressRules, 'judge'>,
): OutboundRefused | undefined {
  const verdicts = addresses.map((address) => rules.judge(address));
  if (verdicts.includes('private'))
    return refusal?.reason === 'host' ? refusal : new OutboundRefused('address', sentences.address);
  return verdicts.every((verdict) => verdict === 'allowed') && verdicts.length > 0 ? undefined : refusal;
}

/** Returns the failure code for a URL that is refused at a call. */
export const blockedCode = ({ reason }: OutboundRefused): FailureCode =>
  reason === 'host' || reason === 'address' ? 'blocked_address' : 'blocked_url';
