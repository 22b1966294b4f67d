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

/** Everything the environment decides, read once (.env.example). Units are in the names. */
export interface Env
  extends
    DatabaseVariables,
    TemporalVariables,
    TransferVariables,
    WorkerVariables,
    MailVariables,
    RetentionVariables {
  readonly isProduction: boolean
  /** True where the staff works with a second factor alone. */
  readonly isSecondFactorRequired: boolean
  /** True where merchants may sign up by themselves. */
  readonly isSignUpOpen: boolean
  readonly port: number
  readonly host: string
  /** How links name the service, without a slash at the end. */
  readonly publicUrl: string
  /** Reverse proxies in front whose `X-Forwarded-For` is believed; 0 believes none. */
  readonly trustedProxyHops: number
  /** Absolute path. */
  readonly dataDir: string
  /** 32 bytes each: the first seals, all open. None outside production; `masterKeysOf(env)` always has one. */
  readonly masterKeys: readonly Buffer[]
  /** True where addresses of clients are kept as keyed digests, false where as their network. */
  readonly isAddressKeyed: boolean
  readonly rateLimitKeyPerMinute: number
  readonly rateLimitIpPerMinute: number
  /** Operators' callbacks that one address may send to one process. */
  readonly rateLimitCallbacksPerMinute: number
  readonly sandboxCreationsPerMinute: number
  readonly sandboxCreationsPerDay: number
  readonly fraud: FraudLimits
  readonly sandboxOperatorDelayMs: number
  readonly collectionExpiryMs: number
  /** Exactly five delays, one after each failed attempt but the last. */
  readonly webhookRetryScheduleMs: readonly number[]
  /** `host:port`, lower case, that the address guard lets through; always empty in production. */
  readonly webhookPrivateHosts: ReadonlySet<string>
  /** For all services that have none of their own, in live mode. */
  readonly operatorAccounts: OperatorAccounts
  /** Where the worker shows its figures; undefined: nowhere. */
  readonly workerMetricsPort: number | undefined
  /** Where the API shows its health and figures besides; undefined: nowhere. */
  readonly apiMetricsPort: number | undefined
  readonly logLevel: LogLevel
  /** Where traces are told, by OTLP over HTTP; undefined: nowhere. */
  readonly traceEndpoint: string | undefined
  /** What the collector of traces wants to see with each of them. */
  readonly traceHeaders: Readonly<Record<string, string>>
}

export type LogLevel = (typeof logLevels)[number]

/** Fraud controls (docs/api.md#limits). */
export interface FraudLimits {
  readonly pendingPerNumber: number
  readonly requestsPerNumber: number
  readonly requestsPerNumberWindowMs: number
  readonly requestsPerMerchantPerMinute: number
  readonly requestsPerLinkPerMinute: number
  readonly requestsPerLinkAndAddressPerMinute: number
}

/** Reads the environment; an `EnvError` names every variable at fault, one line each. */
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

/** For the production processes, which start no embedded service: both addresses must be set. */
export function requireServices(env: Env): Env & ServiceAddresses {
  const { databaseUrl, temporalAddress } = env
  if (databaseUrl !== undefined && temporalAddress !== undefined) {
    return { ...env, databaseUrl, temporalAddress }
  }
  const hint = '`npm start` brings its own, this command does not.'
  const problems = [
    databaseUrl === undefined ? `DATABASE_URL must be set: ${hint}` : '',
    temporalAddress === undefined ? `TEMPORAL_ADDRESS must be set: ${hint}` : '',
  ]
  throw new EnvError(problems.filter((problem) => problem !== ''))
}

/** Where the two services are, once known. */
export type ServiceAddresses = { readonly databaseUrl: string; readonly temporalAddress: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const addressForms = ['truncated', 'keyed'] as const
const rateBounds: Bounds = { min: 1, max: 1_000_000_000 }
const privateHostsMax = 100
const retryDelays = 5
const dayMs = 86_400_000

/** A port that is opened only where it is set. */
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

/** `STAFF_SECOND_FACTOR`: production goes without in no case. */
function readSecondFactor(fields: EnvFields, isProduction: boolean): boolean {
  const fallback = isProduction ? 'required' : 'optional'
  const wanted = fields.oneOf('STAFF_SECOND_FACTOR', fallback, ['required', 'optional'])
  if (isProduction && wanted === 'optional')
    fields.problems.push('STAFF_SECOND_FACTOR must be required when NODE_ENV is production.')
  return wanted === 'required'
}

/** `MERCHANT_SIGN_UP`: production has it where somebody wants it. */
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

/** `name=value`, separated by commas, values as in an address; its value is never repeated, for it may hold a secret. */
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

/** How links name the host we listen on: they cannot say "every address", and write IPv6 in brackets. */
export function linkHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
