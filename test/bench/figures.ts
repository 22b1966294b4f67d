import type { Figure } from './figure.ts'
import { accept, acceptLatency } from './figures/accept.ts'
import { complete } from './figures/complete.ts'
import { deliver } from './figures/deliver.ts'
import { events } from './figures/events.ts'
import { fairness } from './figures/fairness.ts'
import { growth } from './figures/growth.ts'
import { ledger } from './figures/ledger.ts'
import { memory } from './figures/memory.ts'
import { read } from './figures/read.ts'
import { relay } from './figures/relay.ts'
import { start } from './figures/start.ts'
import { storage } from './figures/storage.ts'
import { timers } from './figures/timers.ts'
import { acceptTrips, trips } from './figures/trips.ts'
import { wait } from './figures/wait.ts'

/** All that `npm run bench` measures, in the order of the table. */
export const figures: readonly Figure[] = [
  accept,
  acceptTrips,
  acceptLatency,
  read,
  complete,
  trips,
  events,
  deliver,
  fairness,
  relay,
  wait,
  ledger,
  timers,
  memory,
  growth,
  storage,
  start,
]
