import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { actPages } from './acts.tsx'
import { endpointPages } from './endpoints.tsx'
import { historyPages } from './history.tsx'
import { listenerPages } from './listeners.tsx'
import { replayPages } from './replays.tsx'
import { settingsPages } from './settings.tsx'

/** Webhooks of a service in one mode: their settings, deliveries and replays. */
export function webhookPages(context: WebContext): readonly PageRoute[] {
  return [
    ...historyPages(context),
    ...replayPages(context),
    ...listenerPages(context),
    ...settingsPages(context),
    ...actPages(context),
    ...endpointPages(context),
  ]
}
