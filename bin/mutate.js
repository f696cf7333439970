#!/usr/bin/env node
// Looks whether tests notice changed operators, limits and conditions: see `--help`. It takes long and is not part of
// CI.
import { load } from './launch.js';

await load('test/mutation/mutate.js');
