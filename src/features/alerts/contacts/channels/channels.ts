import type { ContactChannel } from './channel.js';
import { emailChannel } from './email.js';
import { mqttChannel } from './mqtt.js';
import { ntfyChannel } from './ntfy.js';
import { pagerDutyChannel } from './pagerduty.js';
import { pushoverChannel } from './pushover.js';
import { telegramChannel } from './telegram.js';
import { webPushChannel } from './web-push.js';
import { webhookChannel } from './webhook.js';

/** The channels of contacts. Settings are only ever passed to the channel that they were written for. */
export const contactChannels: readonly ContactChannel[] = [
  webhookChannel,
  emailChannel,
  ntfyChannel,
  telegramChannel,
  pushoverChannel,
  pagerDutyChannel,
  mqttChannel,
  webPushChannel,
] as readonly unknown[] as readonly ContactChannel[];

/** Returns a channel by its name. @throws Error for an unknown name, which is a programming error */
export function channelOf(name: string): ContactChannel {
  const found = contactChannels.find((channel) => channel.name === name);
  if (found === undefined) throw new Error(`There is no channel ${name}.`);
  return found;
}
