#!/usr/bin/env node
process.stdout.write("whetstone\n");
