import { silentMinutes } from '#use-cases/webhooks/asked-attempts.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { AttemptRecord, DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import { CopyButton } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { errorText } from '#web/transactions/delivery-errors.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { DeliveryBadge, endpointName, eventName, mayManage } from './words.tsx'

interface DeliveryPageProps {
  readonly portal: Portal
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  /** JSON text, masked. */
  readonly data: string
  readonly faults: readonly FieldFault[]
}

const stateId = 'etat'

/** One delivery: its history, which refreshes by itself, the request and response, and a retry. */
export function DeliveryPage({ portal, delivery, attempts, data, faults }: DeliveryPageProps) {
  const { now } = useScope()
  const isLive = isUnderWay(delivery, attempts, now)
  return (
    <PortalFrame portal={portal} title={eventName(delivery.event)} isLive={isLive}>
      <p>
        <a href={paths.deliveries}>Toutes les livraisons</a>
      </p>
      <h1>{eventName(delivery.event)}</h1>
      <div class="grid start">
        <div class="stack">
          <section
            id={stateId}
            class="card stack"
            {...(isLive && refreshing(`${paths.deliveries}/${delivery.id}`, stateId))}
          >
            <div class="row spread">
              <h2>Déroulement</h2>
              <DeliveryBadge status={delivery.status} />
            </div>
            <Timeline happenings={attemptHappenings(delivery, attempts, now)} />
            <Facts facts={answerFacts(delivery, attempts.at(-1))} />
            <Extract text={attempts.at(-1)?.extract ?? null} />
          </section>
          <Retry portal={portal} delivery={delivery} attempts={attempts} faults={faults} />
        </div>
        <div class="stack">
          <section class="card stack">
            <h2>Livraison</h2>
            <Facts facts={deliveryFacts(delivery)} />
            <CopyButton text={delivery.id}>Copier X-Service-Delivery</CopyButton>
          </section>
          <section class="card stack">
            <h2>Données envoyées</h2>
            <p class="soft small">
              Le champ <code>data</code>, sans ce qui identifie une personne.
            </p>
            <pre class="code" tabIndex={0}>
              {data}
            </pre>
          </section>
        </div>
      </div>
    </PortalFrame>
  )
}

function Extract({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <>
      <h3>Réponse de votre serveur</h3>
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}

function deliveryFacts({
  id,
  event,
  isTest,
  endpoint,
  transaction,
  createdAt,
}: DeliveryRecord): Fact[] {
  return [
    { label: 'Type', value: <code>{event}</code> },
    {
      label: 'Webhook',
      value: endpoint.isDeleted ? (
        `${endpointName(endpoint)} (supprimé)`
      ) : (
        <a href={`${paths.webhooks}/${endpoint.id}`}>{endpointName(endpoint)}</a>
      ),
    },
    {
      label: 'Transaction',
      value:
        transaction === null ? (
          isTest && 'Test, sans transaction'
        ) : (
          <a href={`${paths.transactions}/${transaction.id}`}>{transaction.reference}</a>
        ),
    },
    { label: 'Événement du', value: <ExactTime at={createdAt} /> },
    { label: 'Identifiant', value: <code>{id}</code> },
  ]
}

/** Facts of the last attempt. */
function answerFacts(delivery: DeliveryRecord, last: AttemptRecord | undefined): Fact[] {
  const { status, completedAt, lastHttpStatus, lastError } = delivery
  return [
    { label: 'Adresse appelée', value: last?.url },
    { label: 'Essai', value: `${delivery.attempts} sur ${WEBHOOK_ATTEMPTS_MAX}` },
    {
      label: 'Livrée',
      value: status === 'delivered' && completedAt && <ExactTime at={completedAt} />,
    },
    { label: 'Durée de l’appel', value: last?.isOver && durationText(last.durationMs) },
    { label: 'Dernier code', value: lastHttpStatus && `HTTP ${lastHttpStatus}` },
    { label: 'Dernière erreur', value: lastError && errorText(lastError) },
  ].map((fact) => (fact.value === false ? { ...fact, value: null } : fact))
}

function durationText(durationMs: number | null): string | null {
  return durationMs === null ? null : `${durationMs}\u00A0ms`
}

function Retry({ portal, delivery, attempts, faults }: Omit<DeliveryPageProps, 'data'>) {
  const { now } = useScope()
  if (!mayManage(portal) || !isRetryable(delivery, attempts, now)) return <Faults faults={faults} />
  const at = `${paths.deliveries}/${delivery.id}`
  // In the sandbox, each retry moves on to the next scheduled attempt, while there is one; otherwise a retry counts
  // against the hourly limit.
  const isHurried = portal.place.mode === 'sandbox' && delivery.status === 'failed'
  return (
    <section class="card stack">
      <h2>{isHurried ? 'Passer au prochain essai' : 'Relancer'}</h2>
      <p class="soft">
        {isHurried
          ? 'En mode test, vous n’avez pas à attendre l’heure du prochain essai.'
          : retryNotes[delivery.status]}
      </p>
      <WriteForm
        portal={portal}
        action={`${at}/${isHurried ? 'avancer' : 'relancer'}`}
        faults={faults}
        button={isHurried ? 'Essayer maintenant' : 'Relancer maintenant'}
      />
    </section>
  )
}

const retryNotes: Readonly<Record<DeliveryRecord['status'], string>> = {
  pending: 'Sans nouvelles depuis plus de dix minutes.',
  failed:
    'Le prochain essai a lieu tout de suite, et la suite du calendrier part de là. Dix relances par heure.',
  abandoned:
    'Un essai de plus, sous le même identifiant\u00A0: votre serveur reconnaît un doublon. Dix relances par heure.',
  delivered: '',
}

/** What the use case would allow; it checks again itself. */
function isRetryable(
  { status, endpoint, createdAt }: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): boolean {
  if (endpoint.isDeleted || endpoint.status === 'disabled' || status === 'delivered') return false
  if (status !== 'pending') return true
  const lastNews = attempts.at(-1)?.startedAt ?? createdAt
  return now.getTime() - lastNews.getTime() > silentMinutes * 60_000
}

/** True while it changes by itself: under way, or soon to be retried. */
function isUnderWay(
  { status, createdAt, nextAttemptAt }: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): boolean {
  if (status === 'delivered' || status === 'abandoned') return false
  const lastNews = attempts.at(-1)?.startedAt ?? createdAt
  return mayRefresh(nextAttemptAt ?? lastNews, now) || mayRefresh(lastNews, now)
}

const minuteMs = 60_000

/** What happened to a delivery, attempt by attempt, and what is awaited. */
function attemptHappenings(
  delivery: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): Happening[] {
  return [
    { tone: 'ok', title: 'Événement enregistré', at: delivery.createdAt },
    ...attempts.map(attemptHappening),
    ...nextHappening(delivery, attempts, now),
  ]
}

function attemptHappening(attempt: AttemptRecord): Happening {
  const { isExtra, number, isOver, httpStatus, error, startedAt: at } = attempt
  const count = isExtra ? 'relance' : `essai ${number} sur ${WEBHOOK_ATTEMPTS_MAX}`
  if (!isOver) return { tone: 'wait', title: `Envoi en cours, ${count}`, at }
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  const detail = detailOf(attempt)
  if (error === null) return { tone: 'ok', title: `Reçu${answer}, ${count}`, at, detail }
  return { tone: 'bad', title: `Non reçu${answer}, ${count}`, at, detail }
}

function detailOf({ error, durationMs }: AttemptRecord): string {
  const reason = error === null ? [] : [errorText(error)]
  const span = durationMs === null ? [] : [`${durationMs}\u00A0ms`]
  return [...reason, ...span].join(' · ')
}

function nextHappening(
  { status, nextAttemptAt, lastError }: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): Happening[] {
  if (status === 'abandoned') {
    const detail = lastError === null ? {} : { detail: errorText(lastError) }
    return [{ tone: 'still', title: 'Abandonnée\u00A0: plus aucun essai de nous-mêmes', ...detail }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  if (status === 'pending') return [{ tone: 'wait', title: 'Envoi imminent' }]
  const isSoon = nextAttemptAt.getTime() - now.getTime() < minuteMs
  if (isSoon) return [{ tone: 'wait', title: 'Prochain essai dans moins d’une minute' }]
  return [{ tone: 'wait', title: 'Prochain essai', at: nextAttemptAt }]
}
