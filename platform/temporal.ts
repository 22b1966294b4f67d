import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  Client,
  Connection,
  type ConnectionLike,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import type { Env } from './env.ts'
import { createPayloadCodec } from './payload-codec.ts'
import type { Tracing } from './tracing.ts'
import { EnvError } from './env-error.ts'

/** A process's connection to Temporal, for starting and signalling workflows. */
export interface TemporalClient {
  readonly connection: Connection
  readonly client: Client
  /**
   * Runs calls to Temporal under a deadline; `close` waits for them. All uses of `client` go through this, because a
   * call that is retried while its connection closes never gets an answer.
   */
  readonly call: <T>(work: (client: Client) => Promise<T>, deadlineMs?: number) => Promise<T>
  /** True if the service answers for our namespace. */
  isReachable(): Promise<boolean>
  /** Waits for running calls (bounded by their deadlines), then closes. Later calls are refused. */
  close(): Promise<void>
}

/** The settings needed to reach Temporal. */
export type TemporalEnv = Pick<Env, 'temporalAddress' | 'temporalApiKey' | 'temporalTls'> &
  ClientEnv

/** The namespace of a client, and the keys for its payloads. */
export type ClientEnv = Pick<Env, 'temporalNamespace'> & Partial<Pick<Env, 'temporalCodecKeys'>>

/** Set in a process that traces. */
export type ClientTracing = Pick<Tracing, 'clientInterceptors'> | undefined

/** How clients and workers encode payloads: in one place, because all must agree. */
export function dataConverterOf({
  temporalCodecKeys: keys = [],
}: Pick<ClientEnv, 'temporalCodecKeys'>): DataConverter {
  if (keys.length === 0) return {}
  return {
    payloadCodecs: [createPayloadCodec(keys)],
    failureConverterPath: encryptedFailuresPath,
  }
}

/** The same, for code in the workflow sandbox. */
export const encryptedFailuresPath = fileURLToPath(
  new URL('./encrypted-failures.ts', import.meta.url),
)

/** A client on this connection, which may be a worker's. */
export function clientOn(
  connection: ConnectionLike,
  env: ClientEnv,
  tracing?: ClientTracing,
): Client {
  return new Client({
    connection,
    namespace: env.temporalNamespace,
    dataConverter: dataConverterOf(env),
    interceptors: { workflow: tracing?.clientInterceptors ?? [] },
  })
}

/** Address, TLS and API key, for both the client's `Connection` and the worker's `NativeConnection`. */
export function temporalConnectionOptions(env: TemporalEnv): {
  address: string
  apiKey?: string
  tls: TlsFiles | boolean
} {
  if (env.temporalAddress === undefined) throw new EnvError(['TEMPORAL_ADDRESS must be set.'])
  return {
    address: env.temporalAddress,
    tls: env.temporalTls === undefined ? false : readTlsFiles(env.temporalTls),
    ...(env.temporalApiKey === undefined ? {} : { apiKey: env.temporalApiKey }),
  }
}

/** Connects lazily: returns at once even if Temporal is down; each call then fails by itself. */
export function connectClient(env: TemporalEnv, tracing?: ClientTracing): TemporalClient {
  const connection = forgetfulOnceClosed(
    Connection.lazy({
      ...temporalConnectionOptions(env),
      channelArgs: reconnectSettings,
      interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions(retrySettings))],
    }),
  )
  const client = clientOn(connection, env, tracing)
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  const call = async <T>(
    work: (client: Client) => Promise<T>,
    deadlineMs = callDeadlineMs,
  ): Promise<T> => {
    if (isClosed) throw new Error('The connection to Temporal is closed.')
    const promise = connection.withDeadline(Date.now() + deadlineMs, () => work(client))
    underWay.add(promise)
    try {
      return await promise
    } finally {
      underWay.delete(promise)
    }
  }
  return {
    connection,
    client,
    call,
    isReachable: async () => {
      const request = { namespace: env.temporalNamespace }
      const asked = call(
        () => connection.workflowService.describeNamespace(request),
        probeDeadlineMs,
      )
      return asked.then(
        () => true,
        () => false,
      )
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await Promise.allSettled(underWay)
      await connection.close()
    },
  }
}

const callDeadlineMs = 5000
/** A health check must answer soon. */
const probeDeadlineMs = 2000

/** Few and short: the deadline must hold, and what must not be lost is retried from the database. */
const retrySettings = { maxAttempts: 3, maxIntervalMs: () => 300 }

/** gRPC's own reconnect backoff grows to two minutes, but a service that is back should be used at once. */
const reconnectSettings = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 15_000,
  'grpc.keepalive_timeout_ms': 5000,
}

/** PEM contents in the form that both SDK connections accept. */
type TlsFiles = {
  serverNameOverride?: string
  serverRootCACertificate?: Buffer
  clientCertPair?: { crt: Buffer; key: Buffer }
}

function readTlsFiles(tls: NonNullable<Env['temporalTls']>): TlsFiles {
  const files: TlsFiles = {}
  if (tls.serverName !== undefined) files.serverNameOverride = tls.serverName
  if (tls.caPath !== undefined) {
    files.serverRootCACertificate = readPem('TEMPORAL_TLS_SERVER_CA_CERT_PATH', tls.caPath)
  }
  if (tls.certPath !== undefined && tls.keyPath !== undefined) {
    files.clientCertPair = {
      crt: readPem('TEMPORAL_TLS_CLIENT_CERT_PATH', tls.certPath),
      key: readPem('TEMPORAL_TLS_CLIENT_KEY_PATH', tls.keyPath),
    }
  }
  return files
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new EnvError([`${name} must name a readable PEM file; ${path} is not.`])
  }
}

/**
 * The SDK retries failed calls, and if the connection was closed meanwhile it throws from its timer, which ends the
 * process. After closing this connection such a retry does nothing, and its caller never gets an answer.
 */
export function forgetfulOnceClosed(connection: Connection): Connection {
  let isClosed = false
  // The innermost interceptor: the SDK's retries pass through it.
  connection.options.interceptors?.push(
    (options, nextCall) => (isClosed ? goingNowhere : nextCall(options)) as ReturnType<Interceptor>,
  )
  const close = connection.close.bind(connection)
  connection.close = () => {
    isClosed = true
    return close()
  }
  return connection
}

type Interceptor = NonNullable<Connection['options']['interceptors']>[number]

const nothing = (): void => {}
const goingNowhere = {
  start: nothing,
  sendMessage: nothing,
  sendMessageWithContext: nothing,
  startRead: nothing,
  halfClose: nothing,
  cancelWithStatus: nothing,
  getPeer: () => '',
  getAuthContext: () => null,
} satisfies ReturnType<Parameters<Interceptor>[1]>
