import { sep } from 'node:path';
import { getMetadataArgsStorage } from 'routing-controllers';
import type { AccountData } from '../accounts/account-data.js';
import { type Runner, stages } from '../coordination/runner.js';
import { EventCatalog } from '../events/event-catalog.js';
import type { EventConsumer } from '../events/event-consumer.js';
import { EventType } from '../events/event-type.js';
import type { TaggedController } from '../http/route/routes.js';
import type { Job } from '../jobs/job.js';
import type { MetricSource } from '../metrics/metrics.js';
import type { FeatureParts } from '../modules/feature-module.js';
import { FeatureModule } from '../modules/feature-module.js';
import type { AnyRecords } from '../resources/owned-records.js';
import type { SearchSource } from '../search/search-source.js';
import { classesOf, filesEnding, valuesOf } from '../wiring/discover-files.js';
import type { Services } from '../wiring/services.js';

type JobClass = new (...dependencies: never[]) => Job;
type ConsumerClass = new (...dependencies: never[]) => EventConsumer;
type RunnerClass = new (...dependencies: never[]) => Runner;
type AccountDataClass = new (...dependencies: never[]) => AccountData | AnyRecords;
type MetricSourceClass = new (...dependencies: never[]) => MetricSource;
type SearchSourceClass = new (...dependencies: never[]) => SearchSource | AnyRecords;

/**
 * Finds the controllers of all folders of `features`, each with the folder's name, which is the tag. In production
 * Debug is left out, so that its code is not even loaded.
 */
export function discoverControllers(production: boolean): Promise<TaggedController[]> {
  return controllersIn(filesEnding('.controller.js').filter((file) => !production || tagOf(file) !== 'debug'));
}

/**
 * Finds the controllers that every process has, regardless of its roles: the controllers in `*.monitor.controller.ts`
 * files.
 */
export function discoverMonitorControllers(): Promise<TaggedController[]> {
  return controllersIn(filesEnding('.monitor.controller.js'));
}

/** Returns the folder in `features` of a file; undefined for other files. */
function tagOf(file: string): string | undefined {
  const [top, tag] = file.split(sep);
  return top === 'features' ? tag : undefined;
}

async function controllersIn(files: readonly string[]): Promise<TaggedController[]> {
  const found: TaggedController[] = [];
  for (const file of files) {
    const tag = tagOf(file);
    if (tag === undefined) continue;
    const controllers = getMetadataArgsStorage().controllers;
    for (const exported of await classesOf(file))
      if (controllers.some(({ target }) => target === exported)) found.push({ controller: exported, tag });
  }
  return found;
}

/** Finds the parts of the features that a container is created with; controllers are found separately. */
export async function discoverFeatures(): Promise<FeatureParts> {
  return {
    modules: await discoverModules(),
    accountData: await discoverAccountData(),
    searchSources: await discoverSearchSources(),
    metricSources: await discoverMetricSources(),
    catalogue: await discoverEvents(),
  };
}

/** Finds the modules: every export of a `<tag>.module.ts` file. */
async function discoverModules(): Promise<FeatureModule[]> {
  const found: FeatureModule[] = [];
  for (const file of filesEnding('.module.js'))
    found.push(...(await valuesOf(file)).filter((value) => value instanceof FeatureModule));
  return found;
}

/** Finds every class that a `*.account-data.ts` or a `*.records.ts` file exports. */
async function discoverAccountData(): Promise<AccountDataClass[]> {
  const found: AccountDataClass[] = [];
  for (const file of [...filesEnding('.account-data.js'), ...filesEnding('.records.js')].sort())
    found.push(...((await classesOf(file)) as AccountDataClass[]));
  return found;
}

/** Finds every class that a `*.search.ts` or a `*.records.ts` file exports. */
async function discoverSearchSources(): Promise<SearchSourceClass[]> {
  const found: SearchSourceClass[] = [];
  for (const file of [...filesEnding('.search.js'), ...filesEnding('.records.js')].sort())
    found.push(...((await classesOf(file)) as SearchSourceClass[]));
  return found;
}

/** Finds every class that a `*.metrics.ts` file exports. */
async function discoverMetricSources(): Promise<MetricSourceClass[]> {
  const found: MetricSourceClass[] = [];
  for (const file of filesEnding('.metrics.js')) found.push(...((await classesOf(file)) as MetricSourceClass[]));
  return found;
}

/** Finds every event type that a `*.events.ts` file exports, directly or in a record. */
async function discoverEvents(): Promise<EventCatalog> {
  const found: EventType[] = [];
  for (const file of filesEnding('.events.js')) found.push(...(await valuesOf(file)).flatMap(eventTypesIn));
  return new EventCatalog(found);
}

/** Finds every class that a `*.job.ts` file exports. */
export async function discoverJobs(): Promise<JobClass[]> {
  const found: JobClass[] = [];
  for (const file of filesEnding('.job.js')) found.push(...((await classesOf(file)) as JobClass[]));
  return found;
}

/** Finds every class that a `*.consumer.ts` file exports. */
export async function discoverConsumers(): Promise<ConsumerClass[]> {
  const found: ConsumerClass[] = [];
  for (const file of filesEnding('.consumer.js')) found.push(...((await classesOf(file)) as ConsumerClass[]));
  return found;
}

function eventTypesIn(exported: unknown): EventType[] {
  if (exported instanceof EventType) return [exported];
  return typeof exported === 'object' && exported !== null
    ? Object.values(exported).filter((value) => value instanceof EventType)
    : [];
}

/** Creates one instance of every class that a `*.runner.ts` file exports, in the order of their start. */
export async function discoverRunners(services: Services): Promise<Runner[]> {
  const found: Runner[] = [];
  for (const file of filesEnding('.runner.js'))
    for (const type of await classesOf(file)) found.push(services.get(type as RunnerClass));
  return found.sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
}
