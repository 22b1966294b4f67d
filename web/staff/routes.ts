import type { WebContext } from '#web/context.ts'
import { doorPages } from '#web/door/pages.ts'
import type { PageRoute } from '#web/http/route.ts'
import { staffDoor } from './door.ts'
import { fundsPages } from './funds/pages.tsx'
import { homePage } from './home.tsx'
import { lateOutcomePages } from './late-outcomes/pages.tsx'
import { refundPages } from './refunds/pages.tsx'
import { transferPages } from './transfers/pages.tsx'

/** The map of the staff desk's pages. */
export function staffPages(context: WebContext): readonly PageRoute[] {
  return [
    ...doorPages(context, staffDoor),
    homePage(context),
    ...transferPages(context),
    ...refundPages(context),
    ...fundsPages(context),
    ...lateOutcomePages(context),
  ]
}
