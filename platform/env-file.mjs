import { existsSync } from 'node:fs'

// Preloaded (`node --import=./platform/env-file.mjs`) by the commands of package.json: reads `.env`, if there is one.
// Node's own option announces each time that there is none. What the environment sets stands above the file.
if (existsSync('.env')) process.loadEnvFile('.env')
