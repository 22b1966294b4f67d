import type { Middleware } from 'koa'
import type { Assets } from '#http/asset-files.ts'
import type { RequestState } from '#http/request-state.ts'
import { chooseLanguageIn } from '#use-cases/people/choose-language.ts'
import type { WebContext } from './context.ts'
import { createCookies } from './http/cookies.ts'
import { createFlashes } from './http/flash.ts'
import type { PageTools } from './http/handle-page.ts'
import { mountPages } from './http/mount.ts'
import { homePage } from './home/page.tsx'
import { galleryPages } from './gallery/gallery.tsx'
import type { PageRoute } from './http/route.ts'
import { payerPages } from './payer/pages.ts'
import { payerConfirmationPages } from './payer-confirmation/page.tsx'
import { invoicePage } from './invoice/page.tsx'
import { logoPage } from './logos/page.ts'
import { portalPages } from './portal/routes.ts'
import { staffPages } from './staff/routes.ts'
import { statusPage } from './status/page.tsx'
import { verificationPage } from './verification/page.tsx'

/** All pages as one middleware; `publicUrl` shows whether people use https. */
export function servePages(
  context: WebContext,
  parts: Pick<PageTools, 'http'> & { readonly assets: Assets; readonly publicUrl: string },
): Middleware<RequestState> {
  const { keyring } = context.database
  return mountPages(createPageRoutes(context), {
    http: parts.http,
    assetPath: parts.assets.pathOf,
    cookies: createCookies(parts.publicUrl.startsWith('https://')),
    flashes: createFlashes(keyring),
    sameBytes: (a, b) => keyring.sameBytes(a, b),
    keepLanguage: (token, language) => chooseLanguageIn(context.database, token, language),
  })
}

/** All routes of the pages. */
export function createPageRoutes(context: WebContext): readonly PageRoute[] {
  return [
    homePage(context),
    ...payerPages(context),
    ...payerConfirmationPages(context),
    statusPage(context),
    verificationPage(context),
    invoicePage(context),
    logoPage(context),
    ...portalPages(context),
    ...staffPages(context),
    ...(context.isProduction ? [] : galleryPages()),
  ]
}
