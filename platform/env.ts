import { resolve } from 'node:path'
import { EnvError } from './env-error.ts'
import { type DatabaseVariables, readDatabase } from './env-database.ts'
import { envFields, portBounds, type Bounds, type EnvFields } from './env-fields.ts'
import { refuseUnsafe } from './env-production.ts'
import { readOperatorAccounts } from './env-operators.ts'
import type { EnvSource } from './env-text.ts'
import { readTemporal, type TemporalVariables } from './env-temporal.ts'
import { type MailVariables, readMail } from './env-mail.ts'
import { readRetention, type RetentionVariables } from './env-retention.ts'
import { readTransfers, type TransferVariables } from './env-transfers.ts'
import { readWorker, type WorkerVariables } from './env-worker.ts'
import { parseMasterKeys } from './master-key.ts'
import type { OperatorAccounts } from './operator-accounts.ts'

/** Everything that the environment configures, read once (.env.example). Names include the unit. */
export interface Env
  extends
    DatabaseVariables,
    TemporalVariables,
    TransferVariables,
    WorkerVariables,
    MailVariables,
    RetentionVariables {
  readonly isProduction: boolean
  /** True if staff may only work with a second factor. */
  readonly isSecondFactorRequired: boolean
  /** True if merchants may sign up by themselves. */
  readonly isSignUpOpen: boolean
  readonly port: number
  readonly host: string
  /** The base URL in links, without a trailing slash. */
  readonly publicUrl: string
  /** The number of reverse proxies whose `X-Forwarded-For` is trusted; 0 trusts none. */
  readonly trustedProxyHops: number
  /** Absolute path. */
  readonly dataDir: string
  /**
   * 32 bytes each: the first seals, all open. May be empty outside production; `masterKeysOf(env)` always returns
   * one.
   */
  readonly masterKeys: readonly Buffer[]
  /** True: client addresses are stored as keyed digests; false: as their network. */
  readonly isAddressKeyed: boolean
  readonly rateLimitKeyPerMinute: number
  readonly rateLimitIpPerMinute: number
  /** Operator callbacks accepted per address and process. */
  readonly rateLimitCallbacksPerMinute: number
  readonly sandboxCreationsPerMinute: number
  readonly sandboxCreationsPerDay: number
  readonly fraud: FraudLimits
  readonly sandboxOperatorDelayMs: number
  readonly collectionExpiryMs: number
  /** Exactly five delays, one after each failed attempt except the last. */
  readonly webhookRetryScheduleMs: readonly number[]
  /** `host:port`, lower case, that the address guard allows; always empty in production. */
  readonly webhookPrivateHosts: ReadonlySet<string>
  /** For all services without accounts of their own, in live mode. */
  readonly operatorAccounts: OperatorAccounts
  /** Port of the worker's metrics; undefined: none. */
  readonly workerMetricsPort: number | undefined
  /** Additional port for the API's health and metrics; undefined: none. */
  readonly apiMetricsPort: number | undefined
  readonly logLevel: LogLevel
  /** Where traces are exported to, by OTLP over HTTP; undefined: nowhere. */
  readonly traceEndpoint: string | undefined
  /** Headers that the trace collector requires. */
  readonly traceHeaders: Readonly<Record<string, string>>
}

export type LogLevel = (typeof logLevels)[number]

/** Limits against fraud (docs/api.md#limits). */
export interface FraudLimits {
  readonly pendingPerNumber: number
  readonly requestsPerNumber: number
  readonly requestsPerNumberWindowMs: number
  /** Separately for the merchant's own collections, for those with its public keys, and for its payouts. */
  readonly requestsPerMerchantPerMinute: number
  readonly requestsPerLinkPerMinute: number
  readonly requestsPerLinkAndAddressPerMinute: number
}

/** Reads the environment; an `EnvError` names every faulty variable, one line each. */
export function readEnv(source: EnvSource = process.env): Env {
  const fields = envFields(source)
  const isProduction = fields.text('NODE_ENV') === 'production'
  const env: Env = {
    isProduction,
    isSecondFactorRequired: readSecondFactor(fields, isProduction),
    isSignUpOpen: readSignUp(fields, isProduction),
    ...readAddresses(fields),
    ...readDatabase(fields),
    ...readTemporal(fields),
    ...readLimits(fields),
    ...readTransfers(fields),
    ...readWorker(fields),
    ...readMail(fields),
    ...readRetention(fields),
    dataDir: resolve(fields.text('DATA_DIR') ?? '.data'),
    masterKeys: readMasterKeys(fields, isProduction),
    isAddressKeyed: fields.oneOf('CLIENT_ADDRESSES', 'truncated', addressForms) === 'keyed',
    webhookPrivateHosts: readPrivateHosts(fields, isProduction),
    operatorAccounts: readOperatorAccounts(fields, isProduction),
    workerMetricsPort: readPort(fields, 'WORKER_METRICS_PORT'),
    apiMetricsPort: readPort(fields, 'API_METRICS_PORT'),
    logLevel: fields.oneOf('LOG_LEVEL', 'info', logLevels),
    traceEndpoint: fields.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    traceHeaders: readTraceHeaders(fields),
  }
  if (isProduction) refuseUnsafe(fields, env)
  if (fields.problems.length > 0) throw new EnvError(fields.problems)
  return env
}

/** For production processes, which start no embedded services: both addresses must be set. */
export function requireServices(
  env: Env,
  hint = '`npm start` brings its own, this command does not.',
): Env & ServiceAddresses {
  const { databaseUrl, temporalAddress } = env
  if (databaseUrl !== undefined && temporalAddress !== undefined) {
    return { ...env, databaseUrl, temporalAddress }
  }
  const problems = [
    databaseUrl === undefined ? `DATABASE_URL must be set: ${hint}` : '',
    temporalAddress === undefined ? `TEMPORAL_ADDRESS must be set: ${hint}` : '',
  ]
  throw new EnvError(problems.filter((problem) => problem !== ''))
}

/** The addresses of both services, once known. */
export type ServiceAddresses = { readonly databaseUrl: string; readonly temporalAddress: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const addressForms = ['truncated', 'keyed'] as const
const rateBounds: Bounds = { min: 1, max: 1_000_000_000 }
const privateHostsMax = 100
const retryDelays = 5
const dayMs = 86_400_000

/** A port that is opened only if it is set. */
function readPort(fields: EnvFields, name: string): number | undefined {
  return fields.text(name) ? fields.whole(name, 0, portBounds) : undefined
}

function readAddresses(
  fields: EnvFields,
): Pick<Env, 'port' | 'host' | 'publicUrl' | 'trustedProxyHops'> {
  const port = fields.whole('PORT', 3000, portBounds)
  const host = fields.text('HOST') ?? '127.0.0.1'
  const publicUrl =
    fields.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${linkHost(host)}:${port}`
  return {
    port,
    host,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    trustedProxyHops: fields.whole('TRUST_PROXY_HOPS', 0, { min: 0, max: 10 }),
  }
}

function readLimits(
  fields: EnvFields,
): Pick<
  Env,
  | 'rateLimitKeyPerMinute'
  | 'rateLimitIpPerMinute'
  | 'rateLimitCallbacksPerMinute'
  | 'sandboxCreationsPerMinute'
  | 'sandboxCreationsPerDay'
  | 'fraud'
  | 'sandboxOperatorDelayMs'
  | 'collectionExpiryMs'
  | 'webhookRetryScheduleMs'
> {
  const rate = (name: string, fallback: number): number => fields.whole(name, fallback, rateBounds)
  const durationMs = (name: string, fallback: string, bounds: Bounds): number =>
    fields.durationMs(name, fallback, bounds)
  return {
    rateLimitKeyPerMinute: rate('RATE_LIMIT_KEY_PER_MINUTE', 120),
    rateLimitIpPerMinute: rate('RATE_LIMIT_IP_PER_MINUTE', 600),
    rateLimitCallbacksPerMinute: rate('RATE_LIMIT_CALLBACKS_PER_MINUTE', 6000),
    sandboxCreationsPerMinute: rate('SANDBOX_CREATIONS_PER_MINUTE', 60),
    sandboxCreationsPerDay: rate('SANDBOX_CREATIONS_PER_DAY', 1000),
    fraud: {
      pendingPerNumber: rate('FRAUD_PENDING_PER_NUMBER', 5),
      requestsPerNumber: rate('FRAUD_REQUESTS_PER_NUMBER', 10),
      requestsPerNumberWindowMs: durationMs('FRAUD_NUMBER_WINDOW', '10m', {
        min: 1000,
        max: dayMs,
      }),
      requestsPerMerchantPerMinute: rate('FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE', 300),
      requestsPerLinkPerMinute: rate('FRAUD_REQUESTS_PER_LINK_PER_MINUTE', 120),
      requestsPerLinkAndAddressPerMinute: rate(
        'FRAUD_REQUESTS_PER_LINK_AND_ADDRESS_PER_MINUTE',
        30,
      ),
    },
    sandboxOperatorDelayMs: durationMs('SANDBOX_OPERATOR_DELAY', '1500ms', { min: 0, max: dayMs }),
    collectionExpiryMs: durationMs('COLLECTION_EXPIRY', '15m', { min: 100, max: 30 * dayMs }),
    webhookRetryScheduleMs: fields.durationsMs(
      'WEBHOOK_RETRY_SCHEDULE',
      '1m,5m,30m,2h,6h',
      retryDelays,
    ),
  }
}

/** `STAFF_SECOND_FACTOR`; production always requires it. */
function readSecondFactor(fields: EnvFields, isProduction: boolean): boolean {
  const fallback = isProduction ? 'required' : 'optional'
  const wanted = fields.oneOf('STAFF_SECOND_FACTOR', fallback, ['required', 'optional'])
  if (isProduction && wanted === 'optional')
    fields.problems.push('STAFF_SECOND_FACTOR must be required when NODE_ENV is production.')
  return wanted === 'required'
}

/** `MERCHANT_SIGN_UP`: in production it must be turned on explicitly. */
function readSignUp(fields: EnvFields, isProduction: boolean): boolean {
  const fallback = isProduction ? 'closed' : 'open'
  return fields.oneOf('MERCHANT_SIGN_UP', fallback, ['open', 'closed']) === 'open'
}

function readMasterKeys(fields: EnvFields, isProduction: boolean): readonly Buffer[] {
  const text = fields.text('MASTER_KEY')
  const keys = text === undefined ? undefined : parseMasterKeys(text)
  if (keys === undefined && (isProduction || text !== undefined)) {
    fields.problems.push(
      'MASTER_KEY must be 32 bytes: 64 hexadecimal digits, or base64; or a few such keys, separated by commas.',
    )
  }
  return keys ?? []
}

/**
 * `name=value` pairs, separated by commas and percent-encoded. Values are never printed, because they may be secrets.
 */
function readTraceHeaders(fields: EnvFields): Readonly<Record<string, string>> {
  const pairs = (fields.text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean)
  const headers = pairs.map((pair) => /^\s*([\w-]{1,100})=([\x21-\x7e]{1,4000})\s*$/.exec(pair))
  if (headers.some((header) => header === null)) {
    fields.problems.push(
      'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.',
    )
    return {}
  }
  return Object.fromEntries(
    headers.map((header) => [header?.[1] ?? '', decoded(header?.[2] ?? '')]),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function readPrivateHosts(fields: EnvFields, isProduction: boolean): ReadonlySet<string> {
  const hosts = new Set(fields.hostPorts('WEBHOOK_PRIVATE_HOSTS', privateHostsMax))
  if (isProduction && hosts.size > 0) {
    fields.problems.push('WEBHOOK_PRIVATE_HOSTS must be empty when NODE_ENV is production.')
  }
  return hosts
}

/**
 * The host for links to the address we listen on: a link cannot contain the wildcard address, and puts IPv6 in
 * brackets.
 */
export function linkHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
