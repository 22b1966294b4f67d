import { type ErrorCode, errorTable } from '#domain/errors/errors.ts'
import type { ApiCallRecord } from '#use-cases/api-calls/list.ts'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { keyText } from '#web/portal/key-names.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { Badge } from '#web/design/badge.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import type { Tone } from '#web/design/tone.ts'

/** Logged if the caller disconnected before the answer. */
const clientLeftStatus = 499

/** One call: the request and its key, the answer, and what to do about a refusal. */
export function ApiCallPage({
  portal,
  call,
  replays,
}: {
  readonly portal: Portal
  readonly call: ApiCallRecord
  /** Calls that got this call's answer replayed. */
  readonly replays: readonly ApiCallRecord[]
}) {
  return (
    <PortalFrame portal={portal} title="Appel de l’API">
      <p>
        <a href={paths.apiCalls}>Journaux API</a>
      </p>
      <h1>
        {call.method} {call.route}
      </h1>
      {call.status === clientLeftStatus && (
        <Notice tone="wait" title="L’appelant a raccroché avant la réponse">
          Accordez 30 secondes à chaque appel. Une demande de paiement coupée se renvoie avec la
          même clé d’idempotence{'\u00A0'}: rien n’est demandé deux fois.
        </Notice>
      )}
      {call.errorCode && <Meaning code={call.errorCode} />}
      <div class="card">
        <Facts facts={factsOf(call)} />
        <p class="row actions">
          <CopyButton text={call.id}>Copier l’identifiant</CopyButton>
        </p>
      </div>
      {replays.length > 0 && (
        <>
          <h2>Même réponse, redonnée</h2>
          <ApiCallTable rows={replays} />
        </>
      )}
    </PortalFrame>
  )
}

function Meaning({ code }: { readonly code: ErrorCode }) {
  // The line may be older than this version, and its code removed since.
  const entry = code in errorTable ? errorTable[code] : undefined
  if (entry === undefined) return null
  return (
    <Notice tone={entry.http >= 500 ? 'bad' : 'wait'} title={entry.cause}>
      <p>{entry.remedy}</p>
      <p>
        <a href={`/docs/erreurs#${code}`}>
          <code>{code}</code>
        </a>
      </p>
    </Notice>
  )
}

function factsOf(call: ApiCallRecord) {
  const { id, replayOf, transactionId } = call
  return [
    { label: 'Identifiant', value: <code>{id}</code> },
    { label: 'Réponse', value: <ResultBadge call={{ ...call, errorCode: null }} /> },
    { label: 'Quand', value: <ExactTime at={call.at} /> },
    { label: 'Durée', value: `${call.durationMs}\u00A0ms` },
    { label: 'Clé', value: keyText(call.key, 'fr') },
    {
      label: 'Réponse redonnée',
      value: replayOf && <a href={`${paths.apiCalls}/${replayOf}`}>Celle d’un appel d’avant</a>,
    },
    {
      label: 'Transaction',
      value: transactionId && (
        <a href={`${paths.transactions}/${transactionId}`}>Voir la transaction</a>
      ),
    },
  ]
}

/** A table of calls, each linking to its details. */
export function ApiCallTable({ rows }: { readonly rows: readonly ApiCallRecord[] }) {
  return (
    <CardTable
      caption="Appels, les plus récents d’abord"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

const columns: readonly Column<ApiCallRecord>[] = [
  {
    title: 'Appel',
    cell: ({ id, method, route }) => (
      <a href={`${paths.apiCalls}/${id}`}>
        <code>
          {method} {route}
        </code>
      </a>
    ),
  },
  { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
  { title: 'Réponse', cell: (call) => <ResultBadge call={call} /> },
  { title: 'Clé', cell: ({ key }) => keyText(key, 'fr') },
  { title: 'Durée', isNumber: true, cell: ({ durationMs }) => `${durationMs}\u00A0ms` },
]

/** The status of the answer, and the code of an error. */
function ResultBadge({
  call: { status, errorCode },
}: {
  readonly call: Pick<ApiCallRecord, 'status' | 'errorCode'>
}) {
  return (
    <Badge tone={toneOf(status)}>
      {errorCode === null ? String(status) : `${status} ${errorCode}`}
    </Badge>
  )
}

function toneOf(status: number): Tone {
  if (status < 400) return 'ok'
  return status < 500 ? 'wait' : 'bad'
}
