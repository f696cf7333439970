import type { RequestListener } from 'node:http';
import type Koa from 'koa';
import { createExecutor } from 'routing-controllers';
import type { OpenApiDocument } from './api/open-api-document.js';
import { existing, type LazyInSteps } from './async/lazy-in-steps.js';
import { Config } from './config/config.js';
import { version } from './config/version.js';
import { EventCatalog } from './events/event-catalog.js';
import { accessLog } from './http/access-log.js';
import { afterRequest } from './http/after-request.js';
import { Application } from './http/application.js';
import { drainNotice } from './http/close-when-draining.js';
import { compression } from './http/compression.js';
import { cors } from './http/cors.js';
import { deadline } from './http/deadline.js';
import { InProcessApi } from './http/in-process-api.js';
import { Lifecycle } from './http/lifecycle.js';
import { OverloadGate } from './http/load/overload-gate.js';
import { ProcessLimit } from './http/load/process-limit.js';
import { problemEnvelope } from './http/problem-envelope.js';
import { ProblemForms } from './http/problem-forms.js';
import { ProtectedResources } from './http/protected-resources.js';
import { requestContext } from './http/request-context.js';
import { requestLimits } from './http/request-limits.js';
import { requestMetrics } from './http/request-metrics.js';
import { requestSpans } from './http/request-spans.js';
import { indexParameters } from './http/route/parameter-index.js';
import { RadixDriver } from './http/route/radix-driver.js';
import { RouteSteps } from './http/route/route-steps.js';
import type { TaggedController } from './http/route/routes.js';
import { ServiceDirectory } from './http/route/service-directory.js';
import { securityHeaders } from './http/security-headers.js';
import { SiteRoutes } from './http/site-routes.js';
import { UsageMeter } from './http/usage-meter.js';
import { Log } from './logging/log.js';
import { Metrics } from './metrics/metrics.js';
import { buildDocument } from './openapi/document.js';
import { narrowings } from './openapi/one-media-type.js';
import { otherDescriptions } from './openapi/other-descriptions.js';
import { accountPage } from './pages/account-page.js';
import { consentPage } from './pages/consent-page.js';
import { docsPages } from './pages/docs-pages.js';
import { errorPage } from './pages/error-page.js';
import { frontPage } from './pages/front-page.js';
import { mapPage } from './pages/map-page.js';
import { problemPages } from './pages/problem-pages.js';
import { siteFiles } from './pages/site-files.js';
import { Clock } from './time/clock.js';
import { Tracer } from './tracing/tracer.js';
import type { Services } from './wiring/services.js';

export const API_PREFIX = '/api/v1';

export interface App {
  koa: Koa;
  /** Returns the handler that the server calls for each request. */
  callback(): RequestListener;
  readonly document: OpenApiDocument;
  driver: RadixDriver;
}

/**
 * Creates the application: all middleware of a request, in order. Starts nothing: no port, no timer.
 * @param known API description of these controllers, if it was built before. Default: it is built here
 * @throws DescriptionError when the OpenAPI description is built and a controller has a defect
 */
export function createApp(
  services: Services,
  controllers: readonly TaggedController[],
  known?: LazyInSteps<OpenApiDocument>,
): App {
  const config = services.get(Config);
  const koa = koaOf(config);
  const webhooks = services.get(EventCatalog).visible();
  const options = {
    controllers,
    webhooks,
    version,
    production: config.service.production,
    server: config.http.baseUrl,
    prefix: API_PREFIX,
  };
  const document = known ?? existing(buildDocument(options));

  useBeforeRoutes(koa, services);
  const driver = useRoutes(koa, services, controllers);
  // Handles requests that no route has handled.
  for (const route of services.get(SiteRoutes).all) koa.use(route);
  const { http, docs } = config;
  // Programs that import the OpenAPI description need an absolute URL of the service, even if only its host and port
  // are known. Readers of the documentation get the URL only if it is configured, because host and port may point to
  // their own machine.
  const made = { narrowings: narrowings(http.publicUrl || undefined), others: otherDescriptions(http.baseUrl) };
  koa.use(docsPages({ document, ...made, enabled: docs.enabled, version }));
  koa.use(problemPages());
  koa.use(mapPage({ docs: docs.enabled }));
  if (services.get(ProtectedResources).ownIssuer !== undefined) koa.use(consentPage());
  koa.use(accountPage({ docs: docs.enabled, mail: config.mail.smtp !== undefined }));
  koa.use(
    frontPage({
      version,
      docs: docs.enabled,
      registration: () => config.auth.registrationOpen,
      mail: config.mail.smtp !== undefined,
    }),
  );
  const metadata = services.get(ProtectedResources).all;
  koa.use(siteFiles({ clock: services.get(Clock), http, docs: docs.enabled, apiPrefix: API_PREFIX, metadata }));
  services.get(InProcessApi).serve({ handle: koa.callback(), document });
  return {
    koa,
    callback: () => services.get(OverloadGate).before(koa.callback(), driver.routes, API_PREFIX),
    get document() {
      return document();
    },
    driver,
  };
}

/**
 * Creates the application of a process without the role `api`: probes and metrics, with the credentials of the API;
 * other paths are 404.
 * @param controllers the controllers of every process
 */
export function createMonitoringApp(
  services: Services,
  controllers: readonly TaggedController[],
): Pick<App, 'koa' | 'callback'> {
  const koa = koaOf(services.get(Config));
  useBeforeRoutes(koa, services);
  useRoutes(koa, services, controllers);
  return { koa, callback: () => koa.callback() };
}

const koaOf = ({ http }: Config): Koa =>
  new Application({ proxy: http.trustedProxies > 0, maxIpsCount: http.trustedProxies });

/** Adds the middleware that runs before the routes. */
function useBeforeRoutes(koa: Koa, services: Services): void {
  const config = services.get(Config);
  const log = services.get(Log);
  koa.use(requestContext());
  if (services.has(Tracer)) koa.use(requestSpans(services.get(Tracer), config.http.trustedProxies > 0));
  const limit = services.get(ProcessLimit);
  koa.use(
    afterRequest(
      ({ req }) => limit.left(req),
      drainNotice(services.get(Lifecycle)),
      requestMetrics(services.get(Metrics), services.get(ServiceDirectory), services.get(UsageMeter)),
      accessLog(log),
    ),
  );
  koa.use(securityHeaders(config.service.production));
  koa.use(cors(config.http.corsOrigins));
  const [resources, forms] = [services.get(ProtectedResources), services.get(ProblemForms)];
  koa.use(problemEnvelope(log, { showPage: errorPage('/api'), resources, forms }));
  koa.use(compression([`${API_PREFIX}/auth`, `${API_PREFIX}/users`, `${API_PREFIX}/webhooks`]));
  koa.use(requestLimits());
  koa.use(deadline(config.http.deadlineMs));
  koa.on('error', (error) => {
    // A client that disconnects is not an error of the service; streams usually end in this manner.
    if (['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code))
      log.debug({ err: error }, 'Client disconnected before the response was sent.');
    else log.error({ err: error }, 'Sending a response failed.');
  });
}

function useRoutes(koa: Koa, services: Services, controllers: readonly TaggedController[]): RadixDriver {
  const tagOf = new Map(controllers.map(({ controller, tag }) => [controller, tag]));
  const driver = new RadixDriver(
    koa,
    services,
    services.get(RouteSteps).of,
    (controller) => tagOf.get(controller) ?? '',
  );
  indexParameters();
  createExecutor(driver, {
    routePrefix: API_PREFIX,
    controllers: controllers.map(({ controller }) => controller) as Array<new () => unknown>,
    // This project handles bodies, validation and errors itself: http/body.ts, http/validation,
    // http/problem-envelope.ts.
    classTransformer: false,
    validation: false,
    defaultErrorHandler: false,
  });
  services.get(ServiceDirectory).routes = driver.routes;
  return driver;
}
