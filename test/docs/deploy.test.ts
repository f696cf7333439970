import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/read-config.js';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');

interface Service {
  image?: string;
  build?: string;
  read_only?: boolean;
  environment?: Record<string, string>;
  healthcheck?: object;
}

const servicesOf = (path: string) =>
  Object.entries((parse(read(path), { merge: true }) as { services: Record<string, Service> }).services);

test('every setting in the files for containers and service managers exists', async (t) => {
  const { variables } = await readConfig({});
  const known = new Set(variables.map(({ name }) => name));
  const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of ['Dockerfile', ...files.map(({ parentPath, name }) => relative(root, join(parentPath, name)))]) {
    const names = read(file).match(/SVC_[A-Z_]+/g) ?? [];
    for (const name of names) t.true(known.has(name), `${file}: ${name}`);
  }
});

test('the image runs the Node of the project, as an unprivileged user, without npm and __proto__, and has a health check', (t) => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const bases = [...dockerfile.matchAll(/^FROM node:(\S+?)-/gm)].map(([, version]) => version);
  t.deepEqual(bases, [devDependencies.node, devDependencies.node]);
  t.regex(dockerfile, /^USER node$/m);
  const [, image = ''] = dockerfile.split(/^FROM .*-slim$/m);
  t.regex(image, /^RUN rm -rf \/usr\/local\/lib\/node_modules .*\/npm .*\/npx /m);
  t.notRegex(image, /^(RUN|CMD|ENTRYPOINT) .*\bnpm (ci|install|run|start)\b/m);
  t.regex(image, /^ENTRYPOINT \["node", "--disable-proto=delete"/m);
  t.regex(image, /^COPY .*\/app\/LICENSE /m);
  t.regex(image, /^LABEL org\.opencontainers\.image\./m);
  // `/health` reports whether the process lives. With `/health/ready`, an outage of the database would end the process.
  t.regex(dockerfile, /^HEALTHCHECK [\s\S]*\/api\/v1\/health'/m);
});

test('on one machine and on several, the service cannot write to its own files', (t) => {
  for (const file of ['deploy/compose.yaml', 'deploy/compose.scaled.yaml']) {
    const own = servicesOf(file).filter(([, { image }]) => image === 'watchfloor');
    t.true(own.length > 0);
    for (const [name, service] of own) t.true(service.read_only, `${file}: ${name}`);
  }
});

test('the processes of several machines have all roles together and share a database and a Redis', async (t) => {
  const own = servicesOf('deploy/compose.scaled.yaml').filter(([, { image }]) => image === 'watchfloor');
  const secrets = {
    SVC_JWT_SECRET: randomBytes(32).toString('hex'),
    SVC_DATA_SECRET: randomBytes(32).toString('hex'),
    SVC_BASE_URL: 'https://watchfloor.example.com',
  };
  const roles = [];
  for (const [, { environment = {}, healthcheck }] of own) {
    t.is(healthcheck, undefined, 'the check of the image works for every role');
    const settings = {
      ...environment,
      SVC_DATABASE_URL: String(environment.SVC_DATABASE_URL).replace(/\$\{.*\}/, 'secret'),
    };
    const config = await readConfig({ NODE_ENV: 'production', ...secrets, ...settings });
    t.truthy(environment.SVC_REDIS_URL);
    roles.push(...config.service.roles);
  }
  t.deepEqual(roles.sort(), ['api', 'ingest', 'worker']);
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  resources?: string[];
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
  };
}

interface Probe {
  httpGet: { path: string; port: string };
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    containers: Array<{
      image: string;
      env?: Array<{ name: string; value: string }>;
      envFrom: Array<Record<string, { name: string }>>;
      ports?: Array<{ name: string }>;
      startupProbe?: Probe;
      livenessProbe?: Probe;
      readinessProbe?: Probe;
      securityContext: Record<string, unknown>;
      volumeMounts: Array<{ name: string }>;
    }>;
    volumes: Array<{ name: string }>;
  };
}

const kubernetes = 'deploy/kubernetes';
const manifestsOf = (file: string) =>
  parseAllDocuments(read(`${kubernetes}/${file}`)).map((document) => document.toJS({ maxAliasCount: 0 }) as Manifest);

test('the manifests for Kubernetes refer to one another correctly, start with their settings, and cannot write to their own files', async (t) => {
  const [kustomization] = manifestsOf('kustomization.yaml');
  const files = readdirSync(join(root, kubernetes)).filter((name) => name !== 'kustomization.yaml');
  t.deepEqual([...(kustomization?.resources ?? []), 'secret.example.yaml'].sort(), files.sort());
  const manifests = files.flatMap(manifestsOf);
  for (const { apiVersion, kind, metadata } of manifests)
    t.true([apiVersion, kind, metadata.name].every((text) => typeof text === 'string' && text !== ''));
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const settings = named('ConfigMap')[0]?.data;
  const secrets = {
    ...named('Secret')[0]?.stringData,
    SVC_JWT_SECRET: randomBytes(32).toString('hex'),
    SVC_DATA_SECRET: randomBytes(32).toString('hex'),
  };
  const roles = [];
  for (const { kind, spec } of [...named('Deployment'), ...named('CronJob')]) {
    const template = spec.template ?? (spec.jobTemplate?.spec.template as PodTemplate);
    const [container] = template.spec.containers;
    t.is(container?.image, 'watchfloor');
    const variables = (container?.env ?? []).map(({ name }) => name);
    t.deepEqual(variables, [...new Set(variables)], 'of a variable that is there twice the first value is hidden');
    t.deepEqual(
      container?.envFrom.map((source) => Object.values(source)[0]?.name),
      [named('ConfigMap')[0]?.metadata.name, named('Secret')[0]?.metadata.name],
    );
    t.true(container?.securityContext.readOnlyRootFilesystem);
    t.deepEqual(
      container?.volumeMounts.map(({ name }) => name).sort(),
      template.spec.volumes.map(({ name }) => name).sort(),
    );
    const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
    const config = await readConfig({ NODE_ENV: 'production', ...settings, ...secrets, ...own });
    if (kind === 'Deployment') {
      t.deepEqual(spec.selector?.matchLabels, template.metadata.labels);
      const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
      t.deepEqual(
        probes.map((probe) => probe?.httpGet),
        ['/health', '/health', '/health/ready'].map((path) => ({ path: `/api/v1${path}`, port: 'http' })),
        'a process that hangs is restarted, whatever its role',
      );
      t.deepEqual(
        container?.ports?.map(({ name }) => name),
        ['http'],
      );
      roles.push(...config.service.roles);
    }
  }
  t.deepEqual(roles.sort(), ['api', 'ingest', 'worker']);
  for (const { spec } of named('Service'))
    t.true(
      named('Deployment').some((one) =>
        Object.entries(spec.selector ?? {}).every(([key, value]) => one.spec.template?.metadata.labels[key] === value),
      ),
    );
});

test('in every shape a refresh may be repeated for ten seconds, because tabs of one browser refresh at the same time', (t) => {
  for (const file of ['compose.yaml', 'compose.scaled.yaml', 'kubernetes/settings.yaml', 'watchfloor.service'])
    t.regex(read(`deploy/${file}`), /SVC_REFRESH_GRACE_SECONDS[:=] ?"?10\b/, file);
});

test('the proxies pass on what the API accepts, and log no query, because it may contain a ticket', (t) => {
  const [, bytes = ''] =
    /MAX_FILE_BYTES = ([\d_]+);/.exec(read('src/features/portfolios/import/import.controller.ts')) ?? [];
  const accepted = Number(bytes.replaceAll('_', '')) / 1024 / 1024;
  t.true(accepted > 20, `${accepted} MB`);
  const nginx = read('deploy/nginx.conf');
  t.true(Number(/client_max_body_size (\d+)m/.exec(nginx)?.[1]) > accepted);
  t.regex(nginx, /access_log \S+ watchfloor;/);
  t.regex(nginx, /^ *error_log \S+ crit;/m);
  t.notRegex(
    /log_format[^;]*;/.exec(nginx)?.[0] ?? '$request_uri',
    /\$request_uri|\$request["\s]|\$args|\$query_string/,
  );
  const ingress = read('deploy/kubernetes/ingress.yaml');
  t.true(Number(/proxy-body-size: (\d+)m/.exec(ingress)?.[1]) > accepted);
  t.regex(ingress, /enable-access-log: "false"/);
  t.notRegex(read('deploy/Caddyfile').replaceAll(/#.*/g, ''), /\blog\b/);
});

test('on several machines PostgreSQL has connections for every process, and Redis persists what it acknowledges', async (t) => {
  const services = Object.fromEntries(servicesOf('deploy/compose.scaled.yaml')) as Record<
    string,
    { image?: string; command?: string[]; deploy?: { replicas: number } }
  >;
  const processes = Object.values(services).reduce(
    (sum, { image, deploy }) => sum + (image === 'watchfloor' ? (deploy?.replicas ?? 1) : 0),
    0,
  );
  const [, connections = ''] = /max_connections=(\d+)/.exec(services.postgres?.command?.join(' ') ?? '') ?? [];
  t.true(Number(connections) >= processes * 26 + 10, `${connections} for ${processes} processes`);
  t.regex(services.redis?.command?.join(' ') ?? '', /--appendonly yes --appendfsync everysec .*noeviction/);
});

test('in Kubernetes every Deployment has a disruption budget, a heap below its memory limit, and no access to the metadata of the cloud', (t) => {
  const files = readdirSync(join(root, kubernetes));
  const manifests = files.flatMap(manifestsOf) as unknown as Array<{
    kind: string;
    metadata: { name: string };
    spec: Record<string, never>;
  }>;
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  t.deepEqual(
    named('PodDisruptionBudget')
      .map(({ metadata }) => metadata.name)
      .sort(),
    named('Deployment')
      .map(({ metadata }) => metadata.name)
      .sort(),
  );
  for (const { spec } of named('Deployment') as unknown as Array<{ spec: { template: PodTemplate } }>) {
    const { annotations } = spec.template.metadata as unknown as { annotations: Record<string, string> };
    t.deepEqual(annotations, {
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': '3000',
      'prometheus.io/path': '/api/v1/admin/metrics',
    });
    const [container] = spec.template.spec.containers as unknown as Array<{
      env: Array<{ name: string; value: string }>;
      resources: { limits: { memory: string } };
    }>;
    const heap = Number(
      /--max-old-space-size=(\d+)/.exec(container?.env.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '')?.[1],
    );
    t.true(heap <= (Number.parseInt(container?.resources.limits.memory ?? '', 10) * 1024) / 2, `${heap} MB`);
  }
  const [policy] = named('NetworkPolicy') as unknown as Array<{
    spec: { egress: Array<{ to: Array<{ ipBlock?: { cidr: string; except?: string[] } }> }> };
  }>;
  const blocks = policy?.spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])) ?? [];
  t.true(blocks.find(({ cidr }) => cidr === '0.0.0.0/0')?.except?.includes('169.254.0.0/16'));
  t.false(blocks.some(({ cidr }) => cidr.startsWith('169.254.')));
});
