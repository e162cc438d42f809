#!/usr/bin/env node
import { Command } from "commander";

await new Command("noether").description("check models of concurrent systems up to symmetry").parseAsync();
