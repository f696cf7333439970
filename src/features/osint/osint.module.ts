import { SiteRoutes } from '../../http/site-routes.js';
import type { ContainerParts } from '../../modules/feature-module.js';
import { FeatureModule } from '../../modules/feature-module.js';
import { Timers } from '../../time/timers.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import type { SourceParts } from '../../upstream/source-parts.js';
import { Upstreams } from '../../upstream/upstreams.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { OsintConfig } from './osint.config.js';
import { osintVendors } from './osint.vendors.js';
import { createSanctionsSources, SanctionsSources } from './sanctions/sanctions-sources.js';
import { taxiiDiscovery } from './taxii/taxii-discovery.js';
import { createVulnerabilitySources, VulnerabilitySources } from './vulnerabilities/vulnerability-sources.js';

class OsintModule extends FeatureModule {
  override readonly ports: ReadonlyArray<Injectable<object>> = [SanctionsSources, VulnerabilitySources];

  override bind(services: Services, { config, clock, log }: ContainerParts): void {
    const feeds = services.get(FeedRegistry);
    feeds.declare(osintVendors);
    const upstreams = services.get(Upstreams as Injectable<Upstreams>);
    const parts: SourceParts = { upstreams, feeds, clock, log, timers: services.get(Timers as Injectable<Timers>) };
    services.get(SiteRoutes).add(taxiiDiscovery(config.http));
    services.set(SanctionsSources, createSanctionsSources(config.of(OsintConfig), parts));
    services.set(VulnerabilitySources, createVulnerabilitySources(config.of(OsintConfig), parts));
  }
}

export const osintModule = new OsintModule();
