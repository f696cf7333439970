import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMetadataArgsStorage } from 'routing-controllers';
import { EventCatalogue } from './events/event-catalogue.js';
import type { EventConsumer } from './events/event-consumer.js';
import { EventType } from './events/event-type.js';
import type { Job } from './jobs/job.js';
import type { DtoClass } from './openapi/endpoint.js';
import type { TaggedController } from './openapi/routes.js';
import { type Runner, stages } from './runner.js';
import type { Services } from './services.js';

const root = fileURLToPath(new URL('./', import.meta.url));

type JobClass = new (...dependencies: never[]) => Job;
type ConsumerClass = new (...dependencies: never[]) => EventConsumer;
type RunnerClass = new (...dependencies: never[]) => Runner;

/**
 * The controllers of every folder of `features`, with the folder's name: a new folder is a new group.
 * Debug is left out in production, so that nothing of it is even loaded.
 */
export async function discoverControllers(production: boolean): Promise<TaggedController[]> {
  const found: TaggedController[] = [];
  for (const file of filesEnding('.controller.js')) {
    const [top, tag] = file.split(sep) as [string, string];
    if (top !== 'features' || (production && tag === 'debug')) continue;
    const controllers = getMetadataArgsStorage().controllers;
    for (const exported of await classesOf(file)) if (controllers.some(({ target }) => target === exported)) found.push({ controller: exported, tag });
  }
  return found;
}

/** Every class that a `*.job.ts` file exports. */
export async function discoverJobs(): Promise<JobClass[]> {
  const found: JobClass[] = [];
  for (const file of filesEnding('.job.js')) found.push(...((await classesOf(file)) as JobClass[]));
  return found;
}

/** Every class that a `*.consumer.ts` file exports. */
export async function discoverConsumers(): Promise<ConsumerClass[]> {
  const found: ConsumerClass[] = [];
  for (const file of filesEnding('.consumer.js')) found.push(...((await classesOf(file)) as ConsumerClass[]));
  return found;
}

/** One of every class that a `*.runner.ts` file exports, in the order in which they start. */
export async function discoverRunners(services: Services): Promise<Runner[]> {
  const found: Runner[] = [];
  for (const file of filesEnding('.runner.js'))
    if (file !== 'runner.js') for (const type of await classesOf(file)) found.push(services.get(type as RunnerClass));
  return found.sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
}

/** Every event type that a `*.events.ts` file exports, alone or in a record. */
export async function discoverEvents(): Promise<EventCatalogue> {
  const found: EventType[] = [];
  for (const file of filesEnding('.events.js')) found.push(...(await valuesOf(file)).flatMap(eventTypesIn));
  return new EventCatalogue(found);
}

function eventTypesIn(exported: unknown): EventType[] {
  if (exported instanceof EventType) return [exported];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).filter((value) => value instanceof EventType) : [];
}

let files: readonly string[] | undefined;

/** The files do not change while a process lives. */
function filesEnding(suffix: string): string[] {
  files ??= filesIn('').sort();
  return files.filter((name) => name.endsWith(suffix));
}

/** Relative to the root. Told what is a folder by the listing itself: `recursive` asks anew for each file, at ten times the cost. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
}

async function classesOf(file: string): Promise<DtoClass[]> {
  return (await valuesOf(file)).filter((value): value is DtoClass => typeof value === 'function');
}

async function valuesOf(file: string): Promise<unknown[]> {
  return Object.values(await import(new URL(file.split(sep).join('/'), new URL('./', import.meta.url)).href));
}
