import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa, { type Middleware } from 'koa'
import { payerPagePath } from '#domain/sandbox/acquirer.ts'
import { type ApiCallLog, createApiCallLog } from '#use-cases/api-calls/keep.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { createKeyDoor } from '#use-cases/keys/remember.ts'
import { operatorAnswered, operatorDenied } from '#use-cases/operators/answered.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import {
  createRequestCounters,
  createSingleProcessCounter,
  type RequestLimits,
} from '#db/rate-limit.ts'
import { createRequestTally, type RequestTally } from '#db/request-tally.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { runUrl } from '#platform/env-temporal.ts'
import { createMessageGateway } from '#platform/message-gateway.ts'
import { passkeySiteOf } from '#platform/passkey.ts'
import { createTelemetry, type Telemetry } from '#platform/telemetry.ts'
import { designFiles } from '#web/design/files.ts'
import { workflowId } from '#workflows/contract.ts'
import { createExportTurns } from '#web/http/export-turns.ts'
import { servePages } from '#web/serve.ts'
import { createSandboxAcquirer } from '#use-cases/sandbox/acquirer.ts'
import type { ApiContext } from '#http/context.ts'
import { createApp } from '#http/app.ts'
import { type Assets, loadAssets, readAssets } from '#http/asset-files.ts'
import { limitAddress } from '#http/client-address.ts'
import { createCursorCodec } from '#http/cursor.ts'
import type { HttpDependencies } from '#http/dependencies.ts'
import { listen, type RunningServer } from '#http/listen.ts'
import { createBodyRoom } from '#http/body-room.ts'
import { createShares } from '#http/shares.ts'
import { createWaitSlots, waitsPerKeyMax } from '#http/wait.ts'
import { createOpenNow } from '#use-cases/operators/open-now.ts'
import { operatorCallbacks } from '#api/operators/callbacks.ts'
import { creationLimitsOf } from '#use-cases/transactions/count-creation.ts'
import { payUrl, qrCodes } from '#http/payment-address.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { createRoutes } from '#api/routes.ts'
import { newestOf } from '#http/versions.ts'
import { createStaffRoutes } from '#api/staff/routes.ts'
import { createRunUpdates, type TemporalCall } from '#use-cases/run-updates.ts'
import { docsPages, serviceVersion } from './docs-pages.ts'
import { figures, type ProbeDependencies, probes } from './probes.ts'

export interface ApiParts {
  readonly env: Env
  readonly log: Log
  readonly database: Database
  readonly outbox: Outbox
  readonly temporal: TemporalCalls
  /** Set by a process that runs more than the API and exposes all its metrics together. */
  readonly telemetry?: Telemetry
}

/** What the API asks Temporal directly; starts and signals go through the outbox. */
export interface TemporalCalls {
  readonly call: TemporalCall
  readonly isReachable: () => Promise<boolean>
}

/** The running API; `metricsPort` if health and metrics have a port of their own. */
export type RunningApi = RunningServer & { readonly metricsPort: number | undefined }

type ServedParts = ApiParts & { readonly telemetry: Telemetry }

/** Serves the API. It needs the database to answer; Temporal may be down. */
export async function startApi(given: ApiParts): Promise<RunningApi> {
  const { env } = given
  const parts = { ...given, telemetry: given.telemetry ?? createTelemetry() }
  const files = [...readAssets(new URL('../http/assets/', import.meta.url)), ...designFiles()]
  const assets = loadAssets(env.publicUrl, files)
  const context = contextOf(parts, assets)
  const routes = createRoutes(context)
  const staffRoutes = createStaffRoutes(context)
  const apiCalls = createApiCallLog(parts.database, droppedCalls(parts.telemetry))
  const tally = createRequestTally(parts.database.pool)
  const http = httpDependencies(parts, { apiCalls, tally })
  const probeParts = probeDependencies(parts)
  const pages = [
    operatorCallbacksOf(parts),
    probes(probeParts),
    limitFiles(env),
    ...(env.apiMetricsPort === undefined && !env.isProduction ? [figures(probeParts)] : []),
    assets.middleware,
    qrCodes(env.publicUrl),
    ...docsPages(env, { routes, staffRoutes, assets }),
    servePages(
      {
        ...context,
        isProduction: env.isProduction,
        exportTurns: createExportTurns(),
        isSignUpOpen: env.isSignUpOpen,
        supportEmail: env.supportEmail,
        transferReminderMs: env.transferReminderMs,
        apiRoutes: newestOf(routes).filter(({ keys }) => keys !== 'none'),
      },
      { http, assets, publicUrl: env.publicUrl },
    ),
  ]
  const dependencies = { ...http, pages }
  const app = createApp([...routes, ...staffRoutes], dependencies)
  const server = await listen(app, { host: env.host, port: env.port, dependencies })
  const inner = await serveFigures(env, probeParts)
  return {
    port: server.port,
    metricsPort: inner?.port,
    async close() {
      await server.close()
      await inner?.close()
      await Promise.all([apiCalls.close(), tally.close()])
    },
  }
}

function limitFiles({ rateLimitIpPerMinute, trustedProxyHops }: Env): Middleware {
  const consume = createSingleProcessCounter(rateLimitIpPerMinute * filesPerPage)
  return limitAddress({ consume, trustedProxyHops })
}

/** Files that a browser requests along with a page: the address limit counts files and pages together. */
const filesPerPage = 4

/** Health and metrics on a port of their own, for those who run the service; undefined if none is set. */
async function serveFigures(
  { host, apiMetricsPort: port }: Env,
  parts: ProbeDependencies,
): Promise<{ readonly port: number; close(): Promise<void> } | undefined> {
  if (port === undefined) return undefined
  const app = new Koa().use(probes(parts)).use(figures(parts))
  const serve = app.callback()
  const server = createServer((request, response) => void serve(request, response))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function droppedCalls(telemetry: Telemetry): (count: number) => void {
  const name = 'api_call_log_dropped_total'
  const dropped = telemetry.counter(name, 'Lines of the merchants’ API logs that were not kept.')
  return (count) => dropped.inc(count)
}

function contextOf({ env, database, outbox, temporal }: ApiParts, assets: Assets): ApiContext {
  return {
    database,
    outbox,
    limits: creationLimitsOf(env),
    collectionExpiryMs: env.collectionExpiryMs,
    staffApprovalAbove: env.staffApprovalAbove,
    isSecondFactorRequired: env.isSecondFactorRequired,
    passkeySite: passkeySiteOf(env.publicUrl),
    messageChannels: createMessageGateway(env).channels,
    webhookPrivateHosts: env.webhookPrivateHosts,
    cursors: createCursorCodec((message) => database.keyring.mac('cursor', message)),
    runUpdates: createRunUpdates({ call: temporal.call, database, outbox }),
    waits: createWaitSlots(),
    isOpen: createOpenNow({ database, accounts: env.operatorAccounts }),
    acquirer: createSandboxAcquirer({
      database,
      expiryMs: env.collectionExpiryMs,
      pageUrl: (kind, pageId) => env.publicUrl + payerPagePath(kind, pageId),
    }),
    assetUrl: assets.urlOf,
    logoUrl: ({ logoPath }) => logoPath && env.publicUrl + logoPath,
    payUrl: ({ id, seller }) => payUrl(env.publicUrl, seller.mode, id),
    runUrl: (kind, subjectId) => runUrl(env, workflowId(kind, subjectId)),
    receiptCodes: createReceiptCodes(database.keyring),
    verifyUrlBase: `${env.publicUrl}/verification`,
    invoiceUrlBase: `${env.publicUrl}/factures`,
  }
}

/** One caller may use at most four fifths of the database connections; the rest is for everybody else. */
const callersPart = 0.8
/** One address, for its pages and requests without a key; a page takes several connections at once. */
const addressPart = 0.2
const waitingMax = 1000

interface Kept {
  readonly apiCalls: ApiCallLog
  readonly tally: RequestTally
}

function httpDependencies(parts: ServedParts, { apiCalls, tally }: Kept): HttpDependencies {
  const { env, database } = parts
  const limits: RequestLimits = {
    perKeyPerMinute: env.rateLimitKeyPerMinute,
    perIpPerMinute: env.rateLimitIpPerMinute,
  }
  return {
    admitKey: createKeyDoor(database, limits, tally),
    isSecondFactorRequired: env.isSecondFactorRequired,
    readStaffSession: (token) => readSession(database, 'staff', token),
    rateLimit: createRequestCounters(database.pool, limits, tally.learn),
    shares: createShares({
      atOnceMax: Math.floor(database.pool.options.max * callersPart),
      waitingMax,
    }),
    addressShares: createShares({
      atOnceMax: Math.max(1, Math.floor(database.pool.options.max * addressPart)),
      waitingMax,
    }),
    waitShares: createShares({ atOnceMax: 2 * waitsPerKeyMax, waitingMax }),
    bodyRoom: createBodyRoom(),
    log: parts.log,
    metrics: {
      observeRequest: ({ seconds, ...request }) =>
        parts.telemetry.observeRequest({ ...request, durationSeconds: seconds }),
      countSecurityEvent: countSecurityEvents(parts.telemetry),
    },
    ...(env.isAddressKeyed && { keepAddress: keyedAddress(database.keyring) }),
    apiCalls,
    version: serviceVersion,
    docsUrl: `${env.publicUrl}/docs`,
    staffDocsUrl: `${env.publicUrl}/staff/docs`,
    trustedProxyHops: env.trustedProxyHops,
    isSecure: env.publicUrl.startsWith('https:'),
  }
}

function countSecurityEvents(telemetry: Telemetry): (event: string) => void {
  const name = 'security_events_total'
  const counted = telemetry.counter(name, 'Log lines for who guards the service.', ['event'])
  return (event) => counted.inc({ event })
}

/** Maps equal addresses to equal values; without the key, it cannot be reversed. */
function keyedAddress(keyring: Database['keyring']): (address: string) => string {
  return (address) => `key-${keyring.mac('client-address', address).toString('hex').slice(0, 16)}`
}

function probeDependencies({ database, temporal, telemetry }: ServedParts): ProbeDependencies {
  return {
    readiness: async () => {
      const [isDatabase, isTemporal] = await Promise.all([
        database.isReachable(),
        temporal.isReachable(),
      ])
      return { database: isDatabase, temporal: isTemporal }
    },
    exposeMetrics: () => telemetry.expose(),
  }
}

function operatorCallbacksOf({ env, database, outbox, log }: ServedParts): Middleware {
  const counter = createSingleProcessCounter(env.rateLimitCallbacksPerMinute)
  return operatorCallbacks({
    log,
    trustedProxyHops: env.trustedProxyHops,
    consume: counter,
    answered: (requestId) => operatorAnswered(database, outbox, requestId),
    denied: (requestId) => operatorDenied(database, outbox, requestId),
  })
}
