import { isIP, type LookupFunction, connect as plainConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as secureConnect } from 'node:tls';
import type { buildConnector } from 'undici';
import type { FailureCode } from '../outbound.js';
import type { AddressRules } from './address-rules.js';
import { blockedCode, type Destination, refusalOfAddresses } from './destination.js';
import type { Resolver } from './resolver.js';

/** A connection could not be made, or must not be used. */
export class ConnectFailure extends Error {
  constructor(
    readonly code: FailureCode,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

export interface ConnectorOptions {
  rules: Pick<AddressRules, 'judge'>;
  resolver: Resolver;
  /** Timeout to resolve, connect and negotiate TLS (ms). */
  connectMs: number;
  /** Certificates (PEM) trusted instead of the authorities that Node trusts. */
  ca?: string;
}

/**
 * Each of several addresses may take this long (ms) before the next is tried. RFC 8305 suggests 250 ms, which is too
 * short for distant servers.
 */
const attemptMs = 1_000;

/**
 * Connects only to addresses that the rules permit: each address is checked before the connection is made, and its peer
 * again afterwards.
 */
export class GuardedConnector {
  readonly #connecting = new Set<Socket>();

  constructor(private readonly options: ConnectorOptions) {}

  /** Returns the function that undici calls for each new connection to the destination. */
  to(destination: Destination): buildConnector.connector {
    return (_options, callback) => this.#connect(destination, 'http/1.1', callback);
  }

  /** Connects for another protocol than HTTP. @throws ConnectFailure */
  connect(destination: Destination): Promise<Socket> {
    return new Promise((resolve, reject) =>
      this.#connect(destination, undefined, (...[failure, socket]) => (failure ? reject(failure) : resolve(socket))),
    );
  }

  /** Aborts all connection attempts. */
  close(): void {
    for (const socket of this.#connecting) socket.destroy(new ConnectFailure('stopped'));
  }

  /** @param alpn the protocol that TLS negotiates; undefined without negotiation */
  #connect(destination: Destination, alpn: string | undefined, callback: buildConnector.Callback): void {
    const { host, isAddress, isSecure } = destination;
    const blocked = (addresses: readonly string[]) => {
      const refused = refusalOfAddresses(destination, addresses, this.options.rules);
      return refused && new ConnectFailure(blockedCode(refused), refused);
    };
    // Node does not call `lookup` for a literal address, so it is checked here.
    const refused = isAddress ? blocked([host]) : undefined;
    if (refused) {
      queueMicrotask(() => callback(refused, null));
      return;
    }
    let phase: 'dns' | 'connect' | 'tls' = isAddress ? 'connect' : 'dns';
    const lookup = this.#guardedLookup(blocked, () => {
      phase = 'connect';
    });
    const socket = this.#open(destination, alpn, lookup);
    this.#connecting.add(socket);
    const late = () => socket.destroy(new ConnectFailure(phase === 'dns' ? 'dns' : 'timeout'));
    const timer = setTimeout(late, this.options.connectMs);
    const settle = () => {
      clearTimeout(timer);
      this.#connecting.delete(socket);
    };
    const onError = (error: Error) => {
      settle();
      callback(error instanceof ConnectFailure ? error : new ConnectFailure(phase, error), null);
    };
    socket
      .once('error', onError)
      // The listener is prepended to run before other listeners, so that no TLS handshake is sent to a peer that is not
      // permitted.
      .prependOnceListener('connect', () => {
        phase = 'tls';
        const failure = blocked([socket.remoteAddress ?? '']);
        if (failure) socket.destroy(failure);
      })
      .once(isSecure ? 'secureConnect' : 'connect', () => {
        if (socket.destroyed) return;
        settle();
        socket.off('error', onError);
        callback(null, socket);
      });
  }

  #open({ host, isAddress, port, isSecure }: Destination, alpn: string | undefined, lookup: LookupFunction): Socket {
    const where: TcpNetConnectOpts = {
      host,
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    };
    if (!isSecure) return plainConnect(where);
    // The TLS options are set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 have no effect.
    const tls: ConnectionOptions = {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(alpn === undefined ? {} : { ALPNProtocols: [alpn] }),
      ca: this.options.ca,
    };
    return secureConnect({ ...where, ...tls, servername: isAddress ? undefined : host });
  }

  #guardedLookup(
    blocked: (addresses: readonly string[]) => ConnectFailure | undefined,
    onResolved: () => void,
  ): LookupFunction {
    return (name, { all }, callback) => {
      const answer = (addresses: readonly string[]) => {
        onResolved();
        const failure = blocked(addresses);
        if (failure) return callback(failure, []);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        return all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family);
      };
      this.options.resolver
        .resolve(name, this.options.connectMs)
        .then(answer, (error: unknown) => callback(new ConnectFailure('dns', error), []));
    };
  }
}
