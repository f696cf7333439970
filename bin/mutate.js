#!/usr/bin/env node
// Checks whether tests fail when operators, limits and conditions are changed (mutation testing); see `--help`. It
// takes long and is not part of CI.
import { load } from './launch.js';

await load('test/mutation/mutate.js');
