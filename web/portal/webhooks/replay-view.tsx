import type { ReplayStatus } from '#domain/webhooks/replay.ts'
import { replayDaysMax } from '#domain/webhooks/replay.ts'
import type { ReplayRecord } from '#use-cases/webhooks/list-replays.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Progress } from '#web/design/progress.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { refreshing } from '#web/design/refresh.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { endpointName, mayManage } from './words.tsx'

export interface ReplaysPageProps {
  readonly portal: Portal
  readonly replays: readonly ReplayRecord[]
  readonly endpoints: readonly EndpointRecord[]
  /** As it was typed. */
  readonly typed: { readonly since: string; readonly endpoint: string }
  readonly faults: readonly FieldFault[]
}

/** What to send once more, and what was. */
export function ReplaysPage(props: ReplaysPageProps) {
  const { portal, replays } = props
  return (
    <PortalFrame portal={portal} title="Renvois">
      <p>
        <a href={paths.webhooks}>Tous les webhooks</a>
      </p>
      <h1>Renvoyer ce qui a manqué</h1>
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

/** How far a replay is; it goes on by itself. */
export function ReplayPage({ portal, replay, faults }: ReplayPageProps) {
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
