import type { WebContext } from '#web/context.ts'
import { doorPages } from '#web/door/pages.ts'
import type { PageRoute } from '#web/http/route.ts'
import { staffDoor } from './door.ts'
import { transferPages } from './transfers/pages.tsx'

/** The map of the staff desk's pages. */
export function staffPages(context: WebContext): readonly PageRoute[] {
  return [...doorPages(context, staffDoor), ...transferPages(context)]
}
