import { fail } from '#domain/errors/errors.ts'
import { readLogoName } from '#domain/settings/logo.ts'
import { findLogo } from '#use-cases/settings/read.ts'
import type { WebContext } from '#web/context.ts'
import { file } from '#web/http/answer.ts'
import { param, publicPage } from '#web/http/route.ts'

/** Merchants’ logos, for our pages and for apps that show our answers. The content of an address never changes. */
export function logoPage({ database }: WebContext) {
  return publicPage({
    method: 'GET',
    path: '/logos/:name',
    async handler(input) {
      const fileName = param(input, 'name')
      const logo = readLogoName(fileName)
      const content = logo && (await findLogo(database, logo))
      if (!logo || !content) throw fail('route_not_found')
      return file({ content, contentType: `image/${logo.type}`, fileName, headers })
    },
  })
}

const yearSeconds = 31_536_000
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
