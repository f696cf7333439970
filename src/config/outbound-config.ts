import { isAddressRange } from './address-ranges.js';
import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

/** Rules for URLs that users provide. Public addresses may always be called by https. */
export class OutboundConfig {
  /** Private addresses and CIDR ranges that may be called, at any port and without TLS. */
  readonly allow: readonly string[];
  /** Ports at which public addresses may be called. */
  readonly ports: readonly number[];
  /** True: public addresses may be called by plain http. */
  readonly plainHttp: boolean;

  constructor(env: Environment, service: ServiceConfig) {
    this.plainHttp = !service.production;
    this.allow = env.list('SVC_OUTBOUND_ALLOW', {
      meaning:
        'Private addresses or CIDR ranges, separated by commas, that webhook and feed URLs may reach, at any ' +
        'port and by plain http.',
    });
    if (!this.allow.every(isAddressRange)) {
      env.refuse(
        'SVC_OUTBOUND_ALLOW',
        'must list addresses or CIDR ranges such as 127.0.0.1, 10.1.0.0/16 or fd00::/8, not names and not ' +
          'everything (/0)',
      );
    }
    const ports = env.list('SVC_OUTBOUND_PORTS', {
      meaning: 'Ports allowed in webhook and feed URLs with public addresses, separated by commas.',
      defaultText: '`443` in production, `80,443,8443` in development',
    });
    if (!ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
      env.refuse('SVC_OUTBOUND_PORTS', 'must list whole numbers from 1 to 65535, such as 443,8443');
    }
    const defaults = service.production ? [443] : [80, 443, 8443];
    this.ports = ports.length === 0 ? defaults : ports.map(Number);
  }
}
