#!/usr/bin/env node
import { launch } from './launch.js';

await launch('src/openapi/cli.js');
