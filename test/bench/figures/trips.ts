import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Row } from '#test/bench/figure.ts'
import { median } from '#test/bench/numbers.ts'
import { acceptBy, startRunning } from '#test/bench/service.ts'
import { HttpClient } from '#test/bench/load.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import { openWire, type Trip, type Wire, writingCommits } from '#test/bench/wire.ts'

/** What nobody waits for: handing over after the commit, and the log of calls. */
const isWaitedFor = ({ text }: Trip): boolean =>
  !/^\s*(?:select .* from "outbox"|delete from "outbox"|insert into "?api_call)/s.test(text)

const accepts = 15
const payments = 20
const idleMs = 5000
const pauseMs = 200

export const acceptTrips: Figure = {
  name: 'accept-trips',
  about: 'round trips to PostgreSQL before an accept is answered',
  measure: onWire(async (scene, wire) => {
    const api = await scene.startApi({ DATABASE_URL: wire.url })
    const client = new HttpClient(api.baseUrl)
    const counts: number[] = []
    for (let at = 0; at < accepts; at += 1) {
      await pause(pauseMs)
      wire.take()
      await acceptBy(client, scene.tenant.keys.secret)
      counts.push(wire.take().filter(isWaitedFor).length)
    }
    client.close()
    return [
      { name: 'accept-trips', figure: median(counts), unit: 'round trips', goal: { atMost: 4 } },
    ]
  }),
}

export const trips: Figure = {
  name: 'trips',
  about: 'round trips and writing commits of a paid and delivered collection',
  measure: onWire(async (scene, wire) => {
    const running = await startRunning(scene, { DATABASE_URL: wire.url })
    await running.complete()
    await pause(pauseMs)
    wire.take()
    await pause(idleMs)
    const idle = wire.take()
    const since = performance.now()
    for (let at = 0; at < payments; at += 1) await running.complete()
    await pause(pauseMs)
    const shareOfIdle = (performance.now() - since) / idleMs
    const all = wire.take()
    const each = (whole: number, background: number): number =>
      Math.round(((whole - background * shareOfIdle) / payments) * 10) / 10
    const [commits, idleCommits] = [writingCommits(all), writingCommits(idle)]
    running.close()
    return [
      {
        name: 'trips',
        figure: each(all.length, idle.length),
        unit: 'round trips',
        goal: { atMost: 20 },
      },
      {
        name: 'trips/commits',
        figure: each(commits.length, idleCommits.length),
        unit: 'commits that write',
        goal: { atMost: 6 },
        parts: listed(commits, (own, table) => each(own, count(idleCommits, table))),
      },
    ]
  }),
}

/** A service, and the wire between its processes and PostgreSQL where they are led through it. */
function onWire(
  measure: (scene: FaultScene, wire: Wire) => Promise<readonly Row[]>,
): Figure['measure'] {
  return async (lab) => {
    const scene = await lab.openService()
    const wire = await openWire(scene.places.databaseUrl)
    try {
      return await measure(scene, wire)
    } finally {
      await scene.stop()
      await wire.close()
    }
  }
}

/** Each table with its commits, the most first. */
function listed(commits: readonly string[], each: (own: number, table: string) => number): string {
  return [...new Set(commits)]
    .map((table) => ({ table, share: each(count(commits, table), table) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ table, share }) => `${table} ${share}`)
    .join(', ')
}

function count(commits: readonly string[], table: string): number {
  return commits.filter((name) => name === table).length
}
