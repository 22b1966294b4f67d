import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, isUuid, type ReplayId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { isReplayable, replayDaysMax, type ReplayStatus } from '#domain/webhooks/replay.ts'
import { startReplay } from '#use-cases/webhooks/start-replay.ts'
import { stopReplay } from '#use-cases/webhooks/stop-replay.ts'
import { listReplays, readReplay, type ReplayRecord } from '#use-cases/webhooks/list-replays.ts'
import { type EndpointRecord, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Progress } from '#web/design/progress.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { refreshing } from '#web/design/refresh.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { endpointName, mayManage } from './words.tsx'

const permission = 'webhooks.manage'

/** Replays of everything missed since a day: started, followed, stopped. */
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

/** From the start of a day, in the market's time zone. */
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

interface ReplaysPageProps {
  readonly portal: Portal
  readonly replays: readonly ReplayRecord[]
  readonly endpoints: readonly EndpointRecord[]
  /** As it was typed. */
  readonly typed: { readonly since: string; readonly endpoint: string }
  readonly faults: readonly FieldFault[]
}

/** The form for a replay, and the past ones. */
function ReplaysPage(props: ReplaysPageProps) {
  const { portal, replays } = props
  return (
    <PortalFrame portal={portal} title="Renvois">
      <p>
        <a href={paths.webhooks}>Tous les webhooks</a>
      </p>
      <h1>Relancer les envois échoués</h1>
      <p class="soft">
        Votre serveur était en panne{'\u00A0'}? Toutes les livraisons échouées ou abandonnées depuis
        un jour partent de nouveau, peu à peu, sous les mêmes identifiants.
      </p>
      {mayManage(portal) && <Start {...props} />}
      {replays.length > 0 && (
        <section class="card stack">
          <h2>Derniers renvois</h2>
          <Table
            caption="Derniers renvois"
            columns={columns}
            rows={replays}
            keyOf={({ id }) => id}
          />
        </section>
      )}
    </PortalFrame>
  )
}

function Start({ portal, endpoints, typed, faults }: ReplaysPageProps) {
  const enabled = endpoints.filter(({ status }) => status === 'enabled')
  return (
    <section class="card stack narrow">
      <WriteForm portal={portal} action={paths.replays} faults={faults} button="Tout renvoyer">
        <TextField
          name="depuis"
          label="Depuis le"
          type="date"
          value={typed.since}
          hint={`Un jour des ${replayDaysMax} derniers.`}
          error={errorAt(faults, 'depuis')}
        />
        <SelectField
          name="webhook"
          label="Webhook"
          value={typed.endpoint}
          options={[
            ['', 'Tous les webhooks actifs'],
            ...enabled.map((endpoint) => [endpoint.id, endpointName(endpoint)] as const),
          ]}
          error={errorAt(faults, 'webhook')}
          isFilter
        />
      </WriteForm>
    </section>
  )
}

const stateId = 'etat'

interface ReplayPageProps {
  readonly portal: Portal
  readonly replay: ReplayRecord
  readonly faults: readonly FieldFault[]
}

/** The progress of a replay; refreshes by itself. */
function ReplayPage({ portal, replay, faults }: ReplayPageProps) {
  const isRunning = replay.status === 'running'
  const isLive = isRunning || replay.underWay > 0
  return (
    <PortalFrame portal={portal} title="Renvoi" isLive={isLive}>
      <p>
        <a href={paths.replays}>Tous les renvois</a>
      </p>
      <h1>Renvoi de {targetText(replay)}</h1>
      <section
        id={stateId}
        class="card stack"
        {...(isLive && refreshing(`${paths.replays}/${replay.id}`, stateId))}
      >
        <div class="row spread">
          <p>
            <b>
              {doneOf(replay)} sur {replay.total}
            </b>
          </p>
          <ReplayBadge status={replay.status} />
        </div>
        <Progress label="Livraisons renvoyées" value={doneOf(replay)} max={replay.total} />
        <Facts facts={factsOf(replay)} />
        {replay.missed > 0 && (
          <p>
            <a href={`${paths.deliveries}?statut=abandoned`}>Voir ce qui manque encore</a>
          </p>
        )}
      </section>
      {!isRunning && <Faults faults={faults} />}
      {isRunning && mayManage(portal) && <Stop {...{ portal, replay, faults }} />}
    </PortalFrame>
  )
}

function Stop({ portal, replay, faults }: ReplayPageProps) {
  return (
    <section class="card stack narrow">
      <h2>Arrêter</h2>
      <p class="soft">
        Ce qui est déjà parti n’est pas rappelé{'\u00A0'}; le reste n’est pas renvoyé.
      </p>
      <WriteForm
        portal={portal}
        action={`${paths.replays}/${replay.id}/arreter`}
        faults={faults}
        button="Arrêter le renvoi"
        look="danger"
      />
    </section>
  )
}

function factsOf(replay: ReplayRecord) {
  const { delivered, missed, underWay, queued, total, status } = replay
  const isOver = status !== 'running'
  return [
    { label: 'Reçues', value: String(delivered) },
    { label: 'Manquées de nouveau', value: String(missed) },
    { label: 'En cours', value: isOver && underWay === 0 ? null : String(underWay) },
    {
      label: isOver ? 'Non renvoyées' : 'À renvoyer',
      value: total > queued ? String(total - queued) : null,
    },
    { label: 'Depuis le', value: <ExactTime at={replay.since} /> },
    { label: 'Commencé', value: <ExactTime at={replay.createdAt} /> },
    { label: 'Terminé', value: replay.endedAt && <ExactTime at={replay.endedAt} /> },
  ]
}

function doneOf({ delivered, missed }: ReplayRecord): number {
  return delivered + missed
}

function targetText({ endpoint }: ReplayRecord): string {
  return endpoint === null ? 'tous les webhooks' : endpointName(endpoint)
}

const statuses = {
  running: ['wait', 'En cours'],
  done: ['ok', 'Terminé'],
  stopped: ['still', 'Arrêté'],
} as const satisfies Readonly<Record<ReplayStatus, readonly [Tone, string]>>

function ReplayBadge({ status }: { readonly status: ReplayStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

const columns: readonly Column<ReplayRecord>[] = [
  {
    title: 'Renvoi',
    cell: (replay) => <a href={`${paths.replays}/${replay.id}`}>{targetText(replay)}</a>,
  },
  { title: 'Quand', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Reçues', cell: ({ delivered, total }) => `${delivered} sur ${total}` },
  { title: 'État', cell: ({ status }) => <ReplayBadge status={status} /> },
]
