// A second process of the service for tests: it takes stream slots and renews them until it is killed.
import { randomUUID } from 'node:crypto';
import { RedisStreamSlots } from '../../src/http/stream/redis-stream-slots.js';
import { redisSpace } from './redis.js';

const [keyPrefix, accountId, count, leaseMs] = process.argv.slice(2) as [string, string, string, string];
const { redis } = await redisSpace(keyPrefix);
const places = new RedisStreamSlots(redis, Number(count), Number(leaseMs));
const held = Array.from({ length: Number(count) }, () => ({ accountId, id: randomUUID() }));
const taken = await Promise.all(held.map((place) => places.take(place)));
setInterval(() => void places.renew(held), Number(leaseMs) / 4);
process.send!(taken.filter(Boolean).length);
