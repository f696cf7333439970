#!/usr/bin/env node
// Runs a module of dist, given by its path below dist, and builds it first when a source is newer. The module runs in
// this process, so that signals to npm reach it.
import { load } from './launch.js';

const [file] = process.argv.splice(2, 1);
await load(file);
