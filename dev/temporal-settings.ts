import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { typeNumbers, type SearchAttributes } from '#platform/temporal-search-attributes.ts'
import { StartError } from './say.ts'

/** The settings in `temporal-dev.yml`. */
export interface TemporalSettings {
  readonly namespace: string
  readonly ip: string
  readonly port: number
  readonly uiPort: number
  /** File name of its database, in `DATA_DIR`. */
  readonly database: string
  /** How long closed runs are kept. */
  readonly retentionDays: number
  readonly logLevel: string
  readonly sqlite: Readonly<Record<string, string | number>>
  readonly searchAttributes: SearchAttributes
  readonly dynamicConfig: Readonly<Record<string, string | number | boolean>>
}

/**
 * The settings of the project's `temporal-dev.yml`, or of another file; a `StartError` describes an error in one
 * line.
 */
export function readTemporalSettings(path = settingsPath): TemporalSettings {
  return parseTemporalSettings(readFileSync(path, 'utf8'))
}

/** Parses the settings. */
export function parseTemporalSettings(text: string): TemporalSettings {
  const document = asRecord(parsed(text), 'The file')
  const unknown = Object.keys(document).find((name) => !names.includes(name))
  if (unknown !== undefined) throw problem(`knows no "${unknown}"; it knows ${names.join(', ')}`)
  return {
    namespace: matching(document, 'namespace', /^[\w.-]{1,200}$/),
    ip: matching(document, 'ip', /^[\d.a-f:]{2,45}$/i),
    port: whole(document, 'port', 65_535),
    uiPort: whole(document, 'ui_port', 65_535),
    database: matching(document, 'database', /^[\w.-]{1,100}$/),
    retentionDays: whole(document, 'retention_days', 365),
    logLevel: matching(document, 'log_level', /^(debug|info|warn|error|never)$/),
    sqlite: scalars(document, 'sqlite', isTextOrNumber),
    searchAttributes: scalars(document, 'search_attributes', isType),
    dynamicConfig: scalars(document, 'dynamic_config', isScalar),
  }
}

const settingsPath = join(import.meta.dirname, '..', 'temporal-dev.yml')
const names = [
  'namespace',
  'ip',
  'port',
  'ui_port',
  'database',
  'retention_days',
  'log_level',
  'sqlite',
  'search_attributes',
  'dynamic_config',
]

type Document = Readonly<Record<string, unknown>>

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : '').split('\n')
    throw problem(`cannot be read: ${line}`)
  }
}

function problem(what: string): StartError {
  return new StartError(`temporal-dev.yml ${what}.`)
}

function asRecord(value: unknown, name: string): Document {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw problem(`is not as it should be: ${name} must be a list of "name: value" lines`)
}

function matching(document: Document, name: string, pattern: RegExp): string {
  const value = document[name]
  if (typeof value === 'string' && pattern.test(value)) return value
  throw problem(`has no usable "${name}": ${JSON.stringify(value)}`)
}

function whole(document: Document, name: string, max: number): number {
  const value = document[name]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max)
    return value
  throw problem(
    `has no usable "${name}": ${JSON.stringify(value)} is no whole number from 1 to ${max}`,
  )
}

function scalars<T>(
  document: Document,
  name: string,
  isAllowed: (value: unknown) => value is T,
): Readonly<Record<string, T>> {
  const allowed: Record<string, T> = {}
  for (const [key, value] of Object.entries(asRecord(document[name] ?? {}, name))) {
    if (!isAllowed(value))
      throw problem(`has a wrong value at ${name}.${key}: ${JSON.stringify(value)}`)
    allowed[key] = value
  }
  return allowed
}

function isScalar(value: unknown): value is string | number | boolean {
  return isTextOrNumber(value) || typeof value === 'boolean'
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function isType(value: unknown): value is SearchAttributes[string] {
  return typeof value === 'string' && Object.hasOwn(typeNumbers, value)
}
