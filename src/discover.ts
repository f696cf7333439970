import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMetadataArgsStorage } from 'routing-controllers';
import { EventCatalogue } from './events/event-catalogue.js';
import type { EventConsumer } from './events/event-consumer.js';
import { EventType } from './events/event-type.js';
import type { Job } from './jobs/job.js';
import type { DtoClass } from './openapi/endpoint.js';
import type { TaggedController } from './openapi/routes.js';

const root = fileURLToPath(new URL('./', import.meta.url));

type JobClass = new (...dependencies: never[]) => Job;
type ConsumerClass = new (...dependencies: never[]) => EventConsumer;

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

/** Every type of event that a `*.events.ts` file exports. */
export async function discoverEvents(): Promise<EventCatalogue> {
  const found: EventType[] = [];
  for (const file of filesEnding('.events.js')) found.push(...(await valuesOf(file)).filter((value) => value instanceof EventType));
  return new EventCatalogue(found);
}

function filesEnding(suffix: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.endsWith(suffix)).sort();
}

async function classesOf(file: string): Promise<DtoClass[]> {
  return (await valuesOf(file)).filter((value): value is DtoClass => typeof value === 'function');
}

async function valuesOf(file: string): Promise<unknown[]> {
  return Object.values(await import(new URL(file.split(sep).join('/'), new URL('./', import.meta.url)).href));
}
