import { downloads } from '#api/docs/downloads/serve.ts'
import { readExamples } from '#api/docs/examples.ts'
import { type ApiInfo, describeApi } from '#api/docs/openapi.ts'
import { documentation } from '#api/docs/pages.ts'
import type { createRoutes } from '#api/routes.ts'
import type { createStaffRoutes } from '#api/staff/routes.ts'
import type { Assets } from '#http/asset-files.ts'
import { newestOf } from '#http/versions.ts'
import type { Env } from '#platform/env.ts'

/** Current version of the API, sent in the `Service-Version` header (docs/api.md#versions). */
export const serviceVersion = '2.4.0'

interface Documented {
  readonly routes: ReturnType<typeof createRoutes>
  readonly staffRoutes: ReturnType<typeof createStaffRoutes>
  readonly assets: Assets
}

/** Everything under `/docs`, and the descriptions of both APIs. */
export function docsPages(env: Env, { routes, staffRoutes, assets }: Documented) {
  const describe = () => ({
    merchants: describeApi(newestOf(routes), apiInfo(env), readExamples(env.publicUrl)),
    staff: describeApi(staffRoutes, staffInfo(env)),
  })
  return [downloads(env.publicUrl), documentation(describe, docsFiles(assets))]
}

/** The files that documentation pages load. */
function docsFiles(assets: Assets) {
  return {
    style: assets.pathOf('docs.css'),
    script: assets.pathOf('docs.js'),
    icon: assets.pathOf('icon.svg'),
  }
}

function apiInfo({ publicUrl }: Env): ApiInfo {
  return {
    title: 'Payment API',
    version: serviceVersion,
    description:
      'Collections, payouts, receipts, balances and webhooks for merchants in West Africa. Guides are at `/docs`. Codes are stable English; messages are French, or English with `Accept-Language: en`.',
    serverUrl: publicUrl,
    root: '/v2',
  }
}

function staffInfo({ publicUrl }: Env): ApiInfo {
  return {
    title: 'API de l’équipe',
    version: serviceVersion,
    description: 'Connexion, files d’attente, opérateurs, taux, marchands et journal d’audit.',
    serverUrl: publicUrl,
    root: '/staff/api',
  }
}
