import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { availableMemory } from 'node:process'
import type { Figure } from './figure.ts'

/** Why the bench does not begin: one line for whoever asked. */
export class OptionError extends Error {}

/** What a machine has to give, in megabytes. */
export interface Room {
  readonly disk: number
  readonly memory: number
}

/** What there is to ask for, and where it is asked. */
interface Asked<Named> {
  readonly known: readonly Named[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly room: Room
}

/** Two servers, API, worker and a baseline, with what a figure leaves in them. */
const least: Room = { disk: 1000, memory: 2000 }

/**
 * The figures that these names ask for, all without one. Refused: what is no figure, a service that is not the bench's
 * own, and a machine that has no room for them.
 */
export function readOptions(
  names: readonly string[],
  { known, environment, room }: Asked<Figure>,
): readonly Figure[] {
  refuseOthers(names, environment)
  const wanted = wantedOf(names, known, 'figure')
  refuseSmall(wanted, room)
  return wanted
}

/** The same for the profiles after `--profile`, all without a name. */
export function readProfiles<Named extends { readonly name: string }>(
  names: readonly string[],
  { known, environment, room }: Asked<Named>,
): readonly Named[] {
  refuseOthers(names, environment)
  const wanted = wantedOf(names, known, 'profile')
  refuseSmall([], room)
  return wanted
}

/** What this machine has to give now. */
export function roomHere(): Room {
  const { bavail, bsize } = statfsSync(tmpdir())
  return { disk: (bavail * bsize) / 2 ** 20, memory: availableMemory() / 2 ** 20 }
}

/** It loads what it measures without mercy: only what it has started itself. */
function refuseOthers(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const address = names.find((name) => name.includes('://'))
  const variable = Object.keys(environment).find((name) =>
    /^(DATABASE_URL|TEMPORAL_ADDRESS|TEMPORAL_API_KEY|TEST_POSTGRES_URL|TEST_TEMPORAL_ADDRESS)$/.test(
      name,
    ),
  )
  if (address === undefined && variable === undefined) return
  const given = address === undefined ? `${variable} is set` : `"${address}" is an address`
  throw new OptionError(
    `${given}. The bench measures a service of its own alone, which it starts on this machine: leave it out.`,
  )
}

function wantedOf<Named extends Pick<Figure, 'name' | 'also'>>(
  names: readonly string[],
  known: readonly Named[],
  what: 'figure' | 'profile',
): readonly Named[] {
  const unknown = names.filter((name) => !known.some((each) => isCalled(each, name)))
  if (unknown.length > 0) {
    const all = known.map(({ name }) => name).join(', ')
    const which = unknown.map((name) => `"${name}"`).join(', ')
    throw new OptionError(`There is no ${what} ${which}. There are: ${all}.`)
  }
  if (names.length === 0) return known
  return known.filter((each) => names.some((name) => isCalled(each, name)))
}

function isCalled({ name, also }: Pick<Figure, 'name' | 'also'>, word: string): boolean {
  return word === name || word === also
}

function refuseSmall(wanted: readonly Figure[], { disk, memory }: Room): void {
  const needed = {
    disk: Math.max(least.disk, ...wanted.map(({ diskMb = 0 }) => diskMb)),
    memory: least.memory,
  }
  const short = [
    disk < needed.disk &&
      `${inMb(needed.disk)} on the disk of ${tmpdir()}, where ${inMb(disk)} are free`,
    memory < needed.memory && `${inMb(needed.memory)} of memory, where ${inMb(memory)} are free`,
  ].filter((each) => each !== false)
  if (short.length > 0)
    throw new OptionError(`This machine has no room: the bench needs ${short.join(' and ')}.`)
}

function inMb(megabytes: number): string {
  return `${Math.floor(megabytes)} MB`
}
