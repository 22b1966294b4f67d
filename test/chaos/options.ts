import { parseArgs } from 'node:util'
import { faultKinds, faultOf, type FaultKind } from './faults/catalogue.ts'
import { type PlantName, plantNames } from './plants.ts'

/** What one run is: the same options give the same faults, in the same order and with the same choices. */
export interface ChaosOptions {
  readonly seed: number
  readonly minutes: number
  readonly kinds: readonly FaultKind[]
  /** Clients that move money at once. */
  readonly clients: number
  /** A fault of the service itself, to see it found. */
  readonly plant: PlantName | undefined
}

/** A wrong word on the command line, or in the environment. */
export class OptionError extends Error {}

const minutesMax = 24 * 60
const clientsMax = 16
/** Runs that are shorter leave out what takes minutes by itself. */
const longFromMinutes = 5

/** Reads `--seed N --minutes N --faults kind,kind --clients N --plant NAME`; SEED stands in for the first. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ChaosOptions {
  refuseOthers(environment)
  const { values } = parsed(args)
  const minutes = numberIn('minutes', values.minutes ?? '2', minutesMax)
  return {
    minutes,
    seed: numberIn('seed', values.seed ?? environment['SEED'] ?? String(freshSeed()), 2 ** 32),
    clients: numberIn('clients', values.clients ?? '8', clientsMax),
    kinds: values.faults === undefined ? kindsFor(minutes) : kindsIn(values.faults),
    plant: values.plant === undefined ? undefined : plantIn(values.plant),
  }
}

/** What a run of this length does when nobody chooses. */
export function kindsFor(minutes: number): readonly FaultKind[] {
  return minutes >= longFromMinutes
    ? faultKinds
    : faultKinds.filter((kind) => faultOf(kind).isLong !== true)
}

/** It kills what it finds: only what it has started itself. */
function refuseOthers(environment: Readonly<Record<string, string | undefined>>): void {
  const foreign = Object.keys(environment).find((name) =>
    /^(DATABASE_URL|TEMPORAL_ADDRESS|TEMPORAL_API_KEY|MTN_\w+|MOOV_\w+)$/.test(name),
  )
  if (foreign !== undefined) {
    throw new OptionError(
      `${foreign} is set. Chaos hurts servers and operators of its own alone: unset it and start again.`,
    )
  }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { seed: text, minutes: text, faults: text, clients: text, plant: text }
  try {
    return parseArgs({ args: [...args], options })
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error))
  }
}

function numberIn(name: string, text: string, max: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= max) return value
  throw new OptionError(`--${name} is a number above 0, up to ${max}: not "${text}".`)
}

function kindsIn(text: string): readonly FaultKind[] {
  const kinds = text
    .split(',')
    .map((word) => faultKinds.find((kind) => kind === word.trim()) ?? word)
  const unknown = kinds.find((kind) => !faultKinds.some((known) => known === kind))
  if (unknown === undefined) return kinds as FaultKind[]
  throw new OptionError(`"${unknown}" is no kind of fault. There are: ${faultKinds.join(', ')}.`)
}

function plantIn(text: string): PlantName {
  const name = plantNames.find((known) => known === text)
  if (name !== undefined) return name
  throw new OptionError(`"${text}" cannot be planted. There are: ${plantNames.join(', ')}.`)
}

function freshSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999)
}
