import type { Language } from '#domain/text/language.ts'
import { eventName } from '#domain/webhooks/event-names.ts'
import { silentMinutes } from '#use-cases/webhooks/asked-attempts.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { AttemptRecord, DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import { CopyButton } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { errorText } from '#web/transactions/deliveries.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { DeliveryBadge, endpointName, mayManage } from './parts.tsx'
import { useWebhookWords, webhookWords } from './words.ts'

interface DeliveryPageProps {
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  /** JSON text, masked. */
  readonly data: string
  readonly faults: readonly FieldFault[]
}

const stateId = 'etat'

/** One delivery: its history, which refreshes by itself, the request and response, and a retry. */
export function DeliveryPage({ delivery, attempts, data, faults }: DeliveryPageProps) {
  const { now, language } = useScope()
  const words = useWebhookWords()
  const isLive = isUnderWay(delivery, attempts, now)
  const title = eventName(delivery.event, language)
  return (
    <PortalFrame title={title} isLive={isLive}>
      <p>
        <a href={paths.deliveries}>{words.deliveries.all}</a>
      </p>
      <h1>{title}</h1>
      <div class="grid start">
        <div class="stack">
          <section
            id={stateId}
            class="card stack"
            {...(isLive && refreshing(`${paths.deliveries}/${delivery.id}`, stateId))}
          >
            <div class="row spread">
              <h2>{words.delivery.course}</h2>
              <DeliveryBadge status={delivery.status} />
            </div>
            <Timeline happenings={attemptHappenings({ delivery, attempts, now, language })} />
            <AnswerFacts delivery={delivery} last={attempts.at(-1)} />
            <Extract text={attempts.at(-1)?.extract ?? null} />
          </section>
          <Retry delivery={delivery} attempts={attempts} faults={faults} />
        </div>
        <div class="stack">
          <section class="card stack">
            <h2>{words.delivery.title}</h2>
            <DeliveryFacts delivery={delivery} />
            <CopyButton text={delivery.id}>
              {words.delivery.copyId('X-Service-Delivery')}
            </CopyButton>
          </section>
          <section class="card stack">
            <h2>{words.delivery.data}</h2>
            <p class="soft small">{words.delivery.dataNote(<code>data</code>)}</p>
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
  const { delivery } = useWebhookWords()
  if (text === null) return null
  return (
    <>
      <h3>{delivery.answer}</h3>
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}

function DeliveryFacts({ delivery }: Pick<DeliveryPageProps, 'delivery'>) {
  const { delivery: words, shared } = useWebhookWords()
  const { id, event, isTest, endpoint, transaction, createdAt } = delivery
  const facts: Fact[] = [
    { label: words.type, value: <code>{event}</code> },
    {
      label: shared.webhook,
      value: endpoint.isDeleted ? (
        words.deleted(endpointName(endpoint))
      ) : (
        <a href={`${paths.webhooks}/${endpoint.id}`}>{endpointName(endpoint)}</a>
      ),
    },
    {
      label: shared.transaction,
      value:
        transaction === null ? (
          isTest && words.testOnly
        ) : (
          <a href={`${paths.transactions}/${transaction.id}`}>{transaction.reference}</a>
        ),
    },
    { label: words.eventOf, value: <ExactTime at={createdAt} /> },
    { label: shared.id, value: <code>{id}</code> },
  ]
  return <Facts facts={facts} />
}

/** Facts of the last attempt. */
function AnswerFacts({
  delivery,
  last,
}: Pick<DeliveryPageProps, 'delivery'> & { readonly last: AttemptRecord | undefined }) {
  const { language } = useScope()
  const { delivery: words, shared } = useWebhookWords()
  const { status, attempts, completedAt, lastHttpStatus, lastError } = delivery
  const count = shared.countOf(String(attempts), String(WEBHOOK_ATTEMPTS_MAX))
  const facts: Fact[] = [
    { label: words.address, value: last?.url },
    { label: shared.attempt, value: count },
    {
      label: words.delivered,
      value: status === 'delivered' && completedAt && <ExactTime at={completedAt} />,
    },
    { label: words.duration, value: durationText(last) },
    { label: shared.lastCode, value: lastHttpStatus && `HTTP ${lastHttpStatus}` },
    { label: words.lastError, value: lastError && errorText(lastError, language) },
  ].map((fact) => (fact.value === false ? { ...fact, value: null } : fact))
  return <Facts facts={facts} />
}

function Retry({ delivery, attempts, faults }: Omit<DeliveryPageProps, 'data'>) {
  const portal = usePortal()
  const { now } = useScope()
  const { retry } = useWebhookWords()
  const { status } = delivery
  if (!mayManage(portal) || !isRetryable(delivery, attempts, now)) return <Faults faults={faults} />
  const notes: Readonly<Record<string, string>> = retry.notes
  const at = `${paths.deliveries}/${delivery.id}`
  // In the sandbox, each retry moves on to the next scheduled attempt, while there is one; otherwise a retry counts
  // against the hourly limit.
  const isHurried = portal.place.mode === 'sandbox' && status === 'failed'
  return (
    <section class="card stack">
      <h2>{isHurried ? retry.hurryTitle : retry.title}</h2>
      <p class="soft">{isHurried ? retry.hurryNote : notes[status]}</p>
      <WriteForm
        action={`${at}/${isHurried ? 'avancer' : 'relancer'}`}
        faults={faults}
        button={isHurried ? retry.hurry : retry.now}
      />
    </section>
  )
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

interface Course {
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  readonly now: Date
  readonly language: Language
}

/** What happened to a delivery, attempt by attempt, and what is awaited. */
function attemptHappenings(course: Course): Happening[] {
  const { delivery, attempts, language } = course
  const { recorded } = webhookWords[language].course
  return [
    { tone: 'ok', title: recorded, at: delivery.createdAt },
    ...attempts.map((attempt) => attemptHappening(attempt, language)),
    ...nextHappening(course),
  ]
}

function attemptHappening(attempt: AttemptRecord, language: Language): Happening {
  const { course, shared } = webhookWords[language]
  const { isExtra, number, isOver, httpStatus, error, startedAt: at } = attempt
  const scheduled = shared.attemptOf(String(number), String(WEBHOOK_ATTEMPTS_MAX))
  const count = isExtra ? course.extra : scheduled
  if (!isOver) return { tone: 'wait', title: course.sending(count), at }
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  const detail = detailOf(attempt, language)
  if (error === null) return { tone: 'ok', title: course.received(answer, count), at, detail }
  return { tone: 'bad', title: course.missed(answer, count), at, detail }
}

function detailOf(attempt: AttemptRecord, language: Language): string {
  const { error } = attempt
  const reason = error === null ? null : errorText(error, language)
  return [reason, durationText(attempt)].filter((text) => text !== null).join(' · ')
}

/** How long the call took; null while it is running, and if it was not measured. */
function durationText(attempt: AttemptRecord | undefined): string | null {
  if (!attempt?.isOver || attempt.durationMs === null) return null
  return `${attempt.durationMs}\u00A0ms`
}

function nextHappening({ delivery, attempts, now, language }: Course): Happening[] {
  const { course } = webhookWords[language]
  const { status, nextAttemptAt, lastError } = delivery
  if (status === 'abandoned') {
    const detail = lastError === null ? {} : { detail: errorText(lastError, language) }
    return [{ tone: 'still', title: course.abandoned, ...detail }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  if (status === 'pending') return [{ tone: 'wait', title: course.soonSent }]
  const isSoon = nextAttemptAt.getTime() - now.getTime() < minuteMs
  if (isSoon) return [{ tone: 'wait', title: course.soon }]
  return [{ tone: 'wait', title: course.next, at: nextAttemptAt }]
}
