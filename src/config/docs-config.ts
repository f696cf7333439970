import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

/** Controls whether /docs, /redoc, /openapi.json, /asyncapi.json and /llms.txt are served: all of them or none. */
export class DocsConfig {
  readonly enabled: boolean;

  constructor(env: Environment, service: ServiceConfig) {
    const value = env.text('SVC_DOCS_ENABLED', {
      meaning:
        'Serves /docs, /redoc, /openapi.json, /asyncapi.json and /llms.txt. Only the exact value `true` turns ' +
        'them on in production; `false` turns them off in development.',
      defaultText: 'on in development, off in production',
      exact: true,
    });
    this.enabled = service.production ? value === 'true' : value !== 'false';
  }
}
