import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, isUuid, type ReplayId } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { isReplayable, replayDaysMax, type ReplayStatus } from '#domain/webhooks/replay.ts'
import { startReplay, stopReplay } from '#use-cases/webhooks/replay.ts'
import { listReplays, readReplay, type ReplayRecord } from '#use-cases/webhooks/list-replays.ts'
import { type EndpointRecord, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { doneAt, html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
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
import type { WebhookWords } from './french.tsx'
import { endpointName, mayManage } from './parts.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

const permission = 'webhooks.manage'

/** Replays of everything missed since a day: started, followed, stopped. */
export function replayPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, 'payments.view')
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
    async work(id, { session, language }) {
      await stopReplay(database, outbox, { serviceEnvId: session.place.id, id })
      return doneAt(`${paths.replays}/${id}`, webhookWords[language].done.replayStopped)
    },
    again: (input, faults) => replayPage(context, input, faults),
  })
}

/** From the start of a day, in the market's time zone. */
function readWish({ form, language }: PortalInput): { endpointId: EndpointId | null; since: Date } {
  const since = startOfLocalDay(form.text('depuis'))
  if (since === undefined || !isReplayable(since, new Date())) {
    const message = webhookWords[language].faults.day(String(replayDaysMax))
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
  return <ReplaysPage {...{ replays, endpoints, typed, faults }} />
}

async function replayPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { session } = input
  const replay = await readReplay(database, session.place.id, replayId(input))
  return <ReplayPage replay={replay} faults={faults} />
}

function replayId(input: PortalInput): ReplayId {
  return idParam<ReplayId>(input, 'replay_not_found')
}

interface ReplaysPageProps {
  readonly replays: readonly ReplayRecord[]
  readonly endpoints: readonly EndpointRecord[]
  /** As it was typed. */
  readonly typed: { readonly since: string; readonly endpoint: string }
  readonly faults: readonly FieldFault[]
}

/** The form for a replay, and the past ones. */
function ReplaysPage(props: ReplaysPageProps) {
  const portal = usePortal()
  const { replays } = props
  const words = useWebhookWords()
  return (
    <PortalFrame title={words.replays.title}>
      <p>
        <a href={paths.webhooks}>{words.shared.all}</a>
      </p>
      <h1>{words.shared.replayMissed}</h1>
      <p class="soft">{words.replays.intro}</p>
      {mayManage(portal) && <Start {...props} />}
      {replays.length > 0 && (
        <section class="card stack">
          <h2>{words.replays.latest}</h2>
          <Table
            caption={words.replays.latest}
            columns={columnsIn(words)}
            rows={replays}
            keyOf={({ id }) => id}
          />
        </section>
      )}
    </PortalFrame>
  )
}

function Start({ endpoints, typed, faults }: ReplaysPageProps) {
  const { shared, replays } = useWebhookWords()
  const enabled = endpoints.filter(({ status }) => status === 'enabled')
  return (
    <section class="card stack narrow">
      <WriteForm action={paths.replays} faults={faults} button={replays.start}>
        <TextField
          name="depuis"
          label={shared.since}
          type="date"
          value={typed.since}
          hint={replays.sinceHint(String(replayDaysMax))}
          error={errorAt(faults, 'depuis')}
        />
        <SelectField
          name="webhook"
          label={shared.webhook}
          value={typed.endpoint}
          options={[
            ['', replays.everyWebhook],
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
  readonly replay: ReplayRecord
  readonly faults: readonly FieldFault[]
}

/** The progress of a replay; refreshes by itself. */
function ReplayPage({ replay, faults }: ReplayPageProps) {
  const portal = usePortal()
  const words = useWebhookWords()
  const { replays, shared } = words
  const isRunning = replay.status === 'running'
  const isLive = isRunning || replay.underWay > 0
  return (
    <PortalFrame title={replays.one} isLive={isLive}>
      <p>
        <a href={paths.replays}>{replays.all}</a>
      </p>
      <h1>{replays.oneOf(targetText(replay, words))}</h1>
      <section
        id={stateId}
        class="card stack"
        {...(isLive && refreshing(`${paths.replays}/${replay.id}`, stateId))}
      >
        <div class="row spread">
          <p>
            <b>{shared.countOf(String(doneOf(replay)), String(replay.total))}</b>
          </p>
          <ReplayBadge status={replay.status} />
        </div>
        <Progress label={replays.progress} value={doneOf(replay)} max={replay.total} />
        <Facts facts={factsOf(replay, words)} />
        {replay.missed > 0 && (
          <p>
            <a href={`${paths.deliveries}?statut=abandoned`}>{replays.seeMissed}</a>
          </p>
        )}
      </section>
      {!isRunning && <Faults faults={faults} />}
      {isRunning && mayManage(portal) && <Stop {...{ replay, faults }} />}
    </PortalFrame>
  )
}

function Stop({ replay, faults }: ReplayPageProps) {
  const { replays } = useWebhookWords()
  return (
    <section class="card stack narrow">
      <h2>{replays.stopTitle}</h2>
      <p class="soft">{replays.stopNote}</p>
      <WriteForm
        action={`${paths.replays}/${replay.id}/arreter`}
        faults={faults}
        button={replays.stop}
        look="danger"
      />
    </section>
  )
}

function factsOf(replay: ReplayRecord, { replays, shared }: WebhookWords) {
  const { delivered, missed, underWay, queued, total, status } = replay
  const isOver = status !== 'running'
  return [
    { label: replays.received, value: String(delivered) },
    { label: replays.missedAgain, value: String(missed) },
    { label: replays.underWay, value: isOver && underWay === 0 ? null : String(underWay) },
    {
      label: isOver ? replays.notSent : replays.toSend,
      value: total > queued ? String(total - queued) : null,
    },
    { label: shared.since, value: <ExactTime at={replay.since} /> },
    { label: replays.started, value: <ExactTime at={replay.createdAt} /> },
    { label: replays.ended, value: replay.endedAt && <ExactTime at={replay.endedAt} /> },
  ]
}

function doneOf({ delivered, missed }: ReplayRecord): number {
  return delivered + missed
}

function targetText({ endpoint }: ReplayRecord, { replays }: WebhookWords): string {
  return endpoint === null ? replays.ofAll : endpointName(endpoint)
}

const tones = {
  running: 'wait',
  done: 'ok',
  stopped: 'still',
} as const satisfies Readonly<Record<ReplayStatus, Tone>>

function ReplayBadge({ status }: { readonly status: ReplayStatus }) {
  return <Badge tone={tones[status]}>{useWebhookWords().states.replay[status]}</Badge>
}

function columnsIn(words: WebhookWords): readonly Column<ReplayRecord>[] {
  const { replays, shared } = words
  return [
    {
      title: replays.one,
      cell: (replay) => <a href={`${paths.replays}/${replay.id}`}>{targetText(replay, words)}</a>,
    },
    { title: replays.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: replays.received,
      cell: ({ delivered, total }) => shared.countOf(String(delivered), String(total)),
    },
    { title: shared.state, cell: ({ status }) => <ReplayBadge status={status} /> },
  ]
}
