import type { WebContext } from './context.ts'
import { galleryPage } from './gallery/gallery.tsx'
import type { PageRoute } from './http/route.ts'
import { payerPages } from './payer/pages.ts'
import { payerConfirmationPages } from './payer-confirmation/page.tsx'
import { invoicePage } from './invoice/page.tsx'
import { logoPage } from './logos/page.ts'
import { portalPages } from './portal/routes.ts'
import { staffPages } from './staff/routes.ts'
import { verificationPage } from './verification/page.tsx'

/** The map of the pages: every address, a line each. */
export function createPageRoutes(context: WebContext): readonly PageRoute[] {
  return [
    ...payerPages(context),
    ...payerConfirmationPages(context),
    verificationPage(context),
    invoicePage(context),
    logoPage(context),
    ...portalPages(context),
    ...staffPages(context),
    ...(context.isProduction ? [] : [galleryPage()]),
  ]
}
