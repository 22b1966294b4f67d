import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { findKeyHolder } from '#db/queries/callers.ts'
import { createRequestCounters } from '#db/rate-limit.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { type Assets, loadAssets } from './assets.ts'
import type { ApiContext } from './context.ts'
import { createApp } from './http/app.ts'
import { createCursorCodec } from './http/cursor.ts'
import type { HttpDependencies } from './http/dependencies.ts'
import { listen, type RunningServer } from './http/server.ts'
import { createWaitSlots } from './http/wait.ts'
import { probes } from './probes.ts'
import { createReceiptCodes } from './receipts/codes.ts'
import { createRoutes } from './routes.ts'

export interface ApiParts {
  readonly env: Env
  readonly log: Log
  readonly database: Database
  readonly outbox: Outbox
  readonly isTemporalReachable: () => Promise<boolean>
}

/** Current version of the API, in the header `Service-Version` (decisions 9). */
export const serviceVersion = '2.4.0'

/** Serves the API. It needs the database for its answers; Temporal may be away. */
export async function startApi(parts: ApiParts): Promise<RunningServer> {
  const { env } = parts
  const assets = loadAssets(env.publicUrl)
  const dependencies = httpDependencies(parts, assets)
  const app = createApp(createRoutes(contextOf(parts, assets)), dependencies)
  return listen(app, { host: env.host, port: env.port, dependencies })
}

function contextOf({ env, database, outbox }: ApiParts, assets: Assets): ApiContext {
  return {
    database,
    outbox,
    limits: {
      sandboxPerMinute: env.sandboxCreationsPerMinute,
      sandboxPerDay: env.sandboxCreationsPerDay,
      ...env.fraud,
    },
    collectionExpiryMs: env.collectionExpiryMs,
    webhookPrivateHosts: env.webhookPrivateHosts,
    cursors: createCursorCodec((message) => database.keyring.mac('cursor', message)),
    waits: createWaitSlots(),
    // Real operators come behind the same interface; until then live collections are refused, and say so.
    isOpen: (_provider, mode) => mode === 'sandbox',
    assetUrl: assets.urlOf,
    receiptCodes: createReceiptCodes(database.keyring),
    verifyUrlBase: `${env.publicUrl}/verification`,
    invoiceUrlBase: `${env.publicUrl}/factures`,
  }
}

function httpDependencies(parts: ApiParts, assets: Assets): HttpDependencies {
  const { env, database } = parts
  const telemetry = createTelemetry()
  const counters = createRequestCounters(database.pool, {
    perKeyPerMinute: env.rateLimitKeyPerMinute,
    perIpPerMinute: env.rateLimitIpPerMinute,
  })
  return {
    authenticate: (token) => findKeyHolder(database, token),
    rateLimit: counters,
    log: parts.log,
    metrics: {
      observeRequest: ({ seconds, ...request }) =>
        telemetry.observeRequest({ ...request, durationSeconds: seconds }),
    },
    version: serviceVersion,
    docsUrl: `${env.publicUrl}/docs`,
    trustedProxyHops: env.trustedProxyHops,
    pages: [
      assets.middleware,
      probes({
        readiness: async () => {
          const [isDatabase, isTemporal] = await Promise.all([
            database.isReachable(),
            parts.isTemporalReachable(),
          ])
          return { database: isDatabase, temporal: isTemporal }
        },
        exposeMetrics: () => telemetry.expose(),
      }),
    ],
  }
}
