import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { createStreamSlots } from '#web/http/stream-slots.ts'
import { followPage, followStream } from './follow.tsx'
import { openPage, shortPage, totalPart } from './open.tsx'
import { payPage } from './pay.tsx'

/** The payers' pages, with an address of their own in each mode. */
export function payerPages(context: WebContext): readonly PageRoute[] {
  const slots = createStreamSlots()
  const pages = (['live', 'sandbox'] as const).flatMap((mode) => [
    openPage(context, mode),
    payPage(context, mode),
    totalPart(context, mode),
    followPage(context, mode),
    followStream(context, mode, slots),
  ])
  return [...pages, shortPage(context)]
}
