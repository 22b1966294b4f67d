import { writtenDuration, parseDurationMs } from './duration.ts'
import { type EnvSource, envText } from './env-text.ts'

/** Reads variables one by one and collects the problems, so that all are reported together. */
export interface EnvFields {
  readonly problems: string[]
  /** The value of a variable, or of the file that `<name>_FILE` names, trimmed; an empty one counts as unset. */
  text(name: string): string | undefined
  whole(name: string, fallback: number, bounds: Bounds): number
  durationMs(name: string, fallback: string, bounds: Bounds): number
  durationsMs(name: string, fallback: string, count: number): readonly number[]
  boolean(name: string): boolean | undefined
  oneOf<T extends string>(name: string, fallback: T, allowed: readonly T[]): T
  /** A URL with one of these protocols. Its value is never printed, because it may contain a password. */
  url(name: string, protocols: readonly string[]): string | undefined
  /** `host:port` entries without duplicates; empty if unset. */
  hostPorts(name: string, countMax: number): readonly string[]
}

/** Inclusive limits of a number; milliseconds for durations. */
export type Bounds = { readonly min: number; readonly max: number }

/** Every port except 0, which means any. */
export const portBounds: Bounds = { min: 1, max: 65_535 }

/** Reads the variables of this environment. */
export function envFields(source: EnvSource): EnvFields {
  const problems: string[] = []
  const refuse = (name: string, expected: string): void => {
    problems.push(`${name} must be ${expected}.`)
  }
  const text = envText(source, problems)
  return {
    problems,
    text,
    ...numberFields(text, refuse),
    ...wordFields(text, refuse),
  }
}

type Text = EnvFields['text']
type Refuse = (name: string, expected: string) => void

function numberFields(
  text: Text,
  refuse: Refuse,
): Pick<EnvFields, 'whole' | 'durationMs' | 'durationsMs'> {
  return {
    whole: (name, fallback, bounds) => {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (isWithin(number, bounds)) return number
      refuse(name, `a whole number from ${bounds.min} to ${bounds.max}, not "${shown(value)}"`)
      return fallback
    },
    durationMs: (name, fallback, bounds) => {
      const value = text(name) ?? fallback
      const durationMs = parseDurationMs(value)
      if (durationMs !== undefined && isWithin(durationMs, bounds)) return durationMs
      refuse(
        name,
        `${durationForm} from ${writtenDuration(bounds.min)} to ${writtenDuration(bounds.max)}, not "${shown(value)}"`,
      )
      return bounds.min
    },
    durationsMs: (name, fallback, count) => {
      const value = text(name) ?? fallback
      const delaysMs = value.split(',').map(parseDurationMs)
      const known = delaysMs.filter((delayMs) => delayMs !== undefined)
      if (delaysMs.length === count && known.every((delayMs) => isWithin(delayMs, delayBounds))) {
        if (known.length === count) return known
      }
      refuse(name, `exactly ${count} durations like ${fallback}, not "${shown(value)}"`)
      return []
    },
  }
}

function wordFields(
  text: Text,
  refuse: Refuse,
): Pick<EnvFields, 'boolean' | 'oneOf' | 'url' | 'hostPorts'> {
  return {
    boolean: (name) => {
      const value = text(name)?.toLowerCase()
      if (value === undefined) return undefined
      if (['true', '1', 'on', 'yes'].includes(value)) return true
      if (!['false', '0', 'off', 'no'].includes(value)) refuse(name, 'true or false')
      return false
    },
    oneOf: (name, fallback, allowed) => {
      const value = text(name)
      const found = allowed.find((candidate) => candidate === value)
      if (value !== undefined && found === undefined) {
        refuse(name, `one of ${allowed.join(', ')}, not "${shown(value)}"`)
      }
      return found ?? fallback
    },
    url: (name, protocols) => {
      const value = text(name)
      if (value === undefined) return undefined
      const parsed = URL.canParse(value) ? new URL(value) : undefined
      if (parsed !== undefined && protocols.includes(parsed.protocol)) return value
      refuse(name, `an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
      return undefined
    },
    hostPorts: (name, countMax) => {
      const values = (text(name) ?? '').split(',').map((value) => value.trim().toLowerCase())
      const entries = values.filter((value) => value !== '')
      if (entries.length <= countMax && entries.every(isHostPort)) return [...new Set(entries)]
      refuse(name, `a comma-separated list of at most ${countMax} host:port entries`)
      return []
    },
  }
}

/** True for `host:port` or `[ipv6]:port` with a port from 1 to 65535. */
export function isHostPort(value: string): boolean {
  const found = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]):(\d{1,5})$/i.exec(value)
  const port = Number(found?.[1] ?? 0)
  return port >= 1 && port <= 65_535
}

const durationForm = 'a duration like 1500ms, 10s, 15m, 2h or 1d'
const delayBounds: Bounds = { min: 1, max: 30 * 86_400_000 }
const shownCharactersMax = 60

function isWithin(value: number, bounds: Bounds): boolean {
  return value >= bounds.min && value <= bounds.max
}

function shown(value: string): string {
  return value.length <= shownCharactersMax ? value : `${value.slice(0, shownCharactersMax)}…`
}
