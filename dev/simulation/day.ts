import type { Costs } from './costs.ts'

/** An installation and its load. */
export interface Installation {
  /** Payments per second on average; the peak is `swing` higher, the minimum as much lower. */
  readonly rate: number
  readonly swing: number
  /** Processes, each with one CPU. */
  readonly apis: number
  readonly workers: number
  /** CPUs of the database, and of Temporal without its store. */
  readonly databaseCores: number
  readonly temporalCores: number
  readonly shards: number
  /** Milliseconds of a round trip between two machines, and of a commit of Temporal's store. */
  readonly networkMs: number
  readonly storeMs: number
}

/** Sustains a thousand payments per second at the measured costs. */
export const usual: Installation = {
  rate: 1000,
  swing: 0.4,
  apis: 16,
  workers: 110,
  databaseCores: 32,
  temporalCores: 128,
  shards: 512,
  networkMs: 0.5,
  storeMs: 4,
}

/** One hour, in its middle minute or as a whole. */
export interface Hour {
  readonly hour: number
  readonly offered: number
  readonly refused: number
  readonly ended: number
  /** Utilisation, 1 for full. */
  readonly busy: Readonly<Record<Station, number>>
  /** Payments that wait for their end when the hour ends, and how many seconds the last one will wait. */
  readonly backlog: number
  readonly behindSeconds: number
  /** Until the 202, at the 99th percentile. */
  readonly acceptMs: number
}

export type Station = 'api' | 'worker' | 'database' | 'temporal' | 'shards'

/**
 * A day, minute by minute. Requests are accepted as far as API and database have capacity, which serve them first;
 * accepted payments wait in the outbox and at Temporal until they end. Queues have many servers and random arrivals
 * (Erlang C).
 */
export function simulateDay(place: Installation, costs: Costs): readonly Hour[] {
  const hours: Hour[] = []
  let backlog = 0
  for (let hour = 0; hour < 24; hour += 1) {
    let minutes: Minute[] = []
    for (let minute = 0; minute < 60; minute += 1) {
      const comes = { offered: rateAt(place, hour + minute / 60), waiting: backlog }
      const went = simulateMinute(place, costs, comes)
      backlog = went.backlog
      minutes = [...minutes, went]
    }
    hours.push(hourOf(hour, minutes))
  }
  return hours
}

interface Minute {
  readonly offered: number
  readonly refused: number
  readonly ended: number
  readonly busy: Readonly<Record<Station, number>>
  readonly backlog: number
  readonly acceptMs: number
}

/** Highest at seven in the evening, lowest at seven in the morning. */
function rateAt({ rate, swing }: Installation, hour: number): number {
  return rate * (1 + swing * Math.cos(((hour - 19) / 24) * 2 * Math.PI))
}

function simulateMinute(
  place: Installation,
  costs: Costs,
  { offered, waiting }: { readonly offered: number; readonly waiting: number },
): Minute {
  const most = capacities(place, costs)
  const accepted = Math.min(offered, most.acceptApi, most.acceptDatabase)
  const left = {
    api: (place.apis * 1000 - accepted * costs.api.accept) / costs.api.end,
    worker: (place.workers * 1000) / costs.worker.end,
    database: (place.databaseCores * 1000 - accepted * costs.database.accept) / costs.database.end,
    temporal: (place.temporalCores * 1000) / costs.temporal.end,
    shards: (place.shards * 1000) / place.storeMs / costs.transitions,
  }
  const ended = Math.max(0, Math.min(accepted + waiting / 60, ...Object.values(left)))
  const busy = {
    api: (accepted * costs.api.accept + ended * costs.api.end) / (place.apis * 1000),
    worker: ended / left.worker,
    database:
      (accepted * costs.database.accept + ended * costs.database.end) /
      (place.databaseCores * 1000),
    temporal: ended / left.temporal,
    shards: ended / left.shards,
  }
  return {
    offered,
    refused: offered - accepted,
    ended,
    busy,
    backlog: Math.max(0, waiting + (accepted - ended) * 60),
    acceptMs: acceptMs(place, costs, busy),
  }
}

/** Acceptances per second that API and database could sustain without other work. */
function capacities(
  place: Installation,
  costs: Costs,
): { readonly acceptApi: number; readonly acceptDatabase: number } {
  return {
    acceptApi: (place.apis * 1000) / costs.api.accept,
    acceptDatabase: (place.databaseCores * 1000) / costs.database.accept,
  }
}

/** CPU time, round trips, and the 99th percentile of waiting at the API and at the database. */
function acceptMs(
  { apis, databaseCores, networkMs }: Installation,
  { api, database, trips }: Costs,
  busy: Minute['busy'],
): number {
  const eachTrip = database.accept / trips.accept
  return (
    api.accept +
    waitMs({ servers: apis, busy: busy.api, serviceMs: api.accept }) +
    trips.accept *
      (networkMs +
        eachTrip +
        waitMs({ servers: databaseCores, busy: busy.database, serviceMs: eachTrip }))
  )
}

const percentile = 0.99
/** A growing queue is reported as backlog; here a wait ends when the caller gives up. */
const waitMsMax = 30_000

/** The 99th percentile of waiting. */
export function waitMs(queue: {
  readonly servers: number
  readonly busy: number
  readonly serviceMs: number
}): number {
  const { servers, busy, serviceMs } = queue
  if (busy >= 1) return waitMsMax
  const waits = erlangC(servers, busy * servers)
  if (waits <= 1 - percentile) return 0
  const wait = (Math.log(waits / (1 - percentile)) * serviceMs) / (servers * (1 - busy))
  return Math.min(wait, waitMsMax)
}

/** The probability that an arrival finds all servers busy. */
function erlangC(servers: number, load: number): number {
  let blocked = 1
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked)
  const busy = load / servers
  return blocked / (1 - busy + busy * blocked)
}

function hourOf(hour: number, minutes: readonly Minute[]): Hour {
  const mean = (of: (minute: Minute) => number): number =>
    minutes.reduce((sum, minute) => sum + of(minute), 0) / minutes.length
  const last = minutes.at(-1)
  const backlog = last?.backlog ?? 0
  const ended = mean((minute) => minute.ended)
  const stations: readonly Station[] = ['api', 'worker', 'database', 'temporal', 'shards']
  return {
    hour,
    offered: mean((minute) => minute.offered),
    refused: mean((minute) => minute.refused),
    ended,
    busy: Object.fromEntries(
      stations.map((station) => [station, mean((minute) => minute.busy[station])]),
    ) as Record<Station, number>,
    backlog,
    behindSeconds: backlog === 0 ? 0 : backlog / Math.max(ended, 1),
    acceptMs: Math.max(...minutes.map((minute) => minute.acceptMs)),
  }
}
