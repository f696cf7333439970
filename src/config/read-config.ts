import { classesOf, filesEnding } from '../wiring/discover-files.js';
import { Config, type SettingsClass } from './config.js';

/** Reads the configuration, including the settings of all features. @throws ConfigurationError */
export async function readConfig(values: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const features: SettingsClass[] = [];
  for (const file of filesEnding('.config.js')) features.push(...((await classesOf(file)) as SettingsClass[]));
  return new Config(values, features);
}
