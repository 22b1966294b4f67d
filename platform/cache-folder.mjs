import { fileURLToPath } from 'node:url'

/** Where a process caches what it compiles at its start: the unit's own folder under systemd, which names it, else `.cache`. */
export const cacheFolder =
  process.env['CACHE_DIRECTORY'] ?? fileURLToPath(new URL('../.cache', import.meta.url))
