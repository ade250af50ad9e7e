#!/usr/bin/env node
/** The tool: responds to GradBench's messages on standard input, and uses the package as its users do. */
import { compile } from 'pullback';
import { serve } from './protocol.mjs';

await serve(compile, process.stdin, process.stdout);
