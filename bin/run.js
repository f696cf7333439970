#!/usr/bin/env node
// Runs a module of dist by its path below it, built first when a source is newer. One process, so that a signal to npm
// reaches it.
import { load } from './launch.js';

const [file] = process.argv.splice(2, 1);
await load(file);
