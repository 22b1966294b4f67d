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
import { forgetfulOnceClosed } from './temporal-closing.ts'

/** Temporal as a process that starts and signals workflows holds it. */
export interface TemporalClient {
  readonly connection: Connection
  readonly client: Client
  /**
   * Runs calls to Temporal under a deadline, and lets `close` wait for them. Everything that uses `client` goes through
   * here: a call that is about to be repeated as its connection is closed is never answered.
   */
  readonly call: <T>(work: (client: Client) => Promise<T>, deadlineMs?: number) => Promise<T>
  /** True when the service answers for our namespace. */
  isReachable(): Promise<boolean>
  /** Waits for the calls under way (their deadlines bound it), then closes. Later calls are refused. */
  close(): Promise<void>
}

/** What says how to reach Temporal. */
export type TemporalEnv = Pick<Env, 'temporalAddress' | 'temporalApiKey' | 'temporalTls'> &
  ClientEnv

/** What a client speaks for, and how it writes what Temporal keeps. */
export type ClientEnv = Pick<Env, 'temporalNamespace'> & Partial<Pick<Env, 'temporalCodecKeys'>>

/** Of a process that traces; undefined where it does not. */
export type ClientTracing = Pick<Tracing, 'clientInterceptors'> | undefined

/** How clients and workers write what Temporal keeps, and read it: one place, for all must agree. */
export function dataConverterOf({
  temporalCodecKeys: keys = [],
}: Pick<ClientEnv, 'temporalCodecKeys'>): DataConverter {
  if (keys.length === 0) return {}
  return {
    payloadCodecs: [createPayloadCodec(keys)],
    failureConverterPath: encryptedFailuresPath,
  }
}

/** The same for the workflows' own code. */
export const encryptedFailuresPath = fileURLToPath(
  new URL('./encrypted-failures.ts', import.meta.url),
)

/** A client over this connection, a worker's or one of its own. */
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

/** Address, TLS and API key: fits both the client's `Connection` and the worker's `NativeConnection`. */
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

/** Connects lazily: it returns at once though Temporal be down, and each call says for itself that it cannot be reached. */
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
/** Whoever asks whether the service is there wants to know soon. */
const probeDeadlineMs = 2000

/** Few and short: a deadline is kept, and what must not be lost is repeated from the database. */
const retrySettings = { maxAttempts: 3, maxIntervalMs: () => 300 }

/** gRPC's own wait between connections grows to two minutes; a service that is back is wanted at once. */
const reconnectSettings = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 15_000,
  'grpc.keepalive_timeout_ms': 5000,
}

/** PEM contents in the shape both SDK connections take. */
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
