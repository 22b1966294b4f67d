import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, isUuid, type ReplayId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { isReplayable, replayDaysMax } from '#domain/webhooks/replay.ts'
import { startReplay } from '#use-cases/webhooks/start-replay.ts'
import { stopReplay } from '#use-cases/webhooks/stop-replay.ts'
import { listReplays, readReplay } from '#use-cases/webhooks/list-replays.ts'
import { listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { ReplayPage, ReplaysPage } from './replay-view.tsx'

const permission = 'webhooks.manage'

/** Sending once more all that was missed since a day: begun, followed, stopped. */
export function replayPages(context: WebContext): readonly PageRoute[] {
  const view = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission: 'payments.view', handler })
  return [
    view(paths.replays, async (input) => html(await replaysPage(context, input))),
    view(`${paths.replays}/:id`, async (input) => html(await replayPage(context, input))),
    startPage(context),
    stopPage(context),
  ]
}

function startPage(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: paths.replays,
    permission,
    read: readWish,
    act: ({ endpointId, since }) => ({
      act: 'webhook_replay.start',
      details: { endpointId, since: since.toISOString() },
    }),
    async work(wish, { session }) {
      const replay = { serviceEnvId: session.place.id, ...wish }
      const id = await startReplay(context.database, context.outbox, replay)
      return redirect(`${paths.replays}/${id}`)
    },
    fields: { nothing_to_replay: 'depuis', webhook_disabled: 'webhook' },
    again: (input, faults) => replaysPage(context, input, faults),
  })
}

function stopPage(context: WebContext): PageRoute {
  const { database, outbox } = context
  return portalWrite(context, {
    path: `${paths.replays}/:id/arreter`,
    permission,
    read: replayId,
    act: (id) => ({ act: 'webhook_replay.stop', subject: { kind: 'webhook_replay', id } }),
    async work(id, { session }) {
      await stopReplay(database, outbox, { serviceEnvId: session.place.id, id })
      const text = 'Le renvoi est arrêté.'
      return redirect(`${paths.replays}/${id}`, { flash: { tone: 'ok', text } })
    },
    again: (input, faults) => replayPage(context, input, faults),
  })
}

/** From the beginning of a day, in the time of the market. */
function readWish({ form }: PortalInput): { endpointId: EndpointId | null; since: Date } {
  const since = startOfLocalDay(form.text('depuis'))
  if (since === undefined || !isReplayable(since, new Date())) {
    const message = `Choisissez un jour des ${replayDaysMax} derniers.`
    throw new FieldRefusal([{ field: 'depuis', message }])
  }
  const endpoint = form.text('webhook')
  if (endpoint !== '' && !isUuid(endpoint)) throw fail('webhook_endpoint_not_found')
  return { endpointId: endpoint === '' ? null : asId<EndpointId>(endpoint), since }
}

async function replaysPage(
  { database }: WebContext,
  { session, form }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const [replays, endpoints] = await Promise.all([
    listReplays(database, session.place.id),
    listEndpoints(database, session.place.id),
  ])
  const typed = { since: form.text('depuis'), endpoint: form.text('webhook') }
  return <ReplaysPage portal={session} {...{ replays, endpoints, typed, faults }} />
}

async function replayPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { session } = input
  const replay = await readReplay(database, session.place.id, replayId(input))
  return <ReplayPage portal={session} replay={replay} faults={faults} />
}

function replayId(input: PortalInput): ReplayId {
  return idParam<ReplayId>(input, 'replay_not_found')
}
