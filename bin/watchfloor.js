#!/usr/bin/env node
import { launch } from './launch.js';
import { restartWithSmallMemory } from './small-memory.js';

if (process.argv[2] === 'serve') restartWithSmallMemory();
await launch('watchfloor');
