import { type ErrorCode, errorTable, helpIn } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { ApiCallRecord } from '#use-cases/api-calls/list.ts'
import { CopyButton } from '#web/design/button.tsx'
import { documentation } from '#web/design/documentation.ts'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { Badge } from '#web/design/badge.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { useScope } from '#web/design/scope.ts'
import type { Tone } from '#web/design/tone.ts'
import { portalWords } from '#web/portal/words.tsx'
import { apiCallWords, useApiCallWords } from './words.tsx'

/** Logged if the caller disconnected before the answer. */
const clientLeftStatus = 499

/** One call: the request and its key, the answer, and what to do about a refusal. */
export function ApiCallPage({
  call,
  replays,
}: {
  readonly call: ApiCallRecord
  /** Calls that got this call's answer replayed. */
  readonly replays: readonly ApiCallRecord[]
}) {
  const words = useApiCallWords()
  const { one } = words
  return (
    <PortalFrame title={one.title}>
      <p>
        <a href={paths.apiCalls}>{words.title}</a>
      </p>
      <h1>
        {call.method} {call.route}
      </h1>
      {call.status === clientLeftStatus && (
        <Notice tone="wait" title={one.hungUp}>
          {one.hungUpText}
        </Notice>
      )}
      {call.errorCode && <Meaning code={call.errorCode} />}
      <div class="card">
        <CallFacts call={call} />
        <p class="row actions">
          <CopyButton text={call.id}>{one.copyId}</CopyButton>
        </p>
      </div>
      {replays.length > 0 && (
        <>
          <h2>{one.replays}</h2>
          <ApiCallTable rows={replays} />
        </>
      )}
    </PortalFrame>
  )
}

function Meaning({ code }: { readonly code: ErrorCode }) {
  const { language } = useScope()
  // The line may be older than this version, and its code removed since.
  if (!(code in errorTable)) return null
  const [cause, remedy] = helpIn(language, code)
  return (
    <Notice tone={errorTable[code].http >= 500 ? 'bad' : 'wait'} title={cause}>
      <p>{remedy}</p>
      <p>
        <a href={`${documentation[language].errors}#${code}`}>
          <code>{code}</code>
        </a>
      </p>
    </Notice>
  )
}

function CallFacts({ call }: { readonly call: ApiCallRecord }) {
  const { language } = useScope()
  const { list, one } = useApiCallWords()
  const { id, replayOf, transactionId } = call
  const facts = [
    { label: one.id, value: <code>{id}</code> },
    { label: list.answer, value: <ResultBadge call={{ ...call, errorCode: null }} /> },
    { label: list.when, value: <ExactTime at={call.at} /> },
    { label: list.duration, value: durationText(call) },
    { label: list.key, value: keyText(call.key, language) },
    {
      label: one.replayed,
      value: replayOf && <a href={`${paths.apiCalls}/${replayOf}`}>{one.replayedOf}</a>,
    },
    {
      label: one.transaction,
      value: transactionId && (
        <a href={`${paths.transactions}/${transactionId}`}>{one.seeTransaction}</a>
      ),
    },
  ]
  return <Facts facts={facts} />
}

/** A table of calls, each linking to its details. */
export function ApiCallTable({ rows }: { readonly rows: readonly ApiCallRecord[] }) {
  const { language } = useScope()
  return (
    <CardTable
      caption={apiCallWords[language].list.caption}
      columns={columnsIn(language)}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

function columnsIn(language: Language): readonly Column<ApiCallRecord>[] {
  const { list } = apiCallWords[language]
  return [
    {
      title: list.call,
      cell: ({ id, method, route }) => (
        <a href={`${paths.apiCalls}/${id}`}>
          <code>
            {method} {route}
          </code>
        </a>
      ),
    },
    { title: list.when, cell: ({ at }) => <Time at={at} /> },
    { title: list.answer, cell: (call) => <ResultBadge call={call} /> },
    { title: list.key, cell: ({ key }) => keyText(key, language) },
    { title: list.duration, isNumber: true, cell: durationText },
  ]
}

function durationText({ durationMs }: ApiCallRecord): string {
  return `${durationMs}\u00A0ms`
}

/** The status of the answer, and the code of an error. */
function ResultBadge({
  call: { status, errorCode },
}: {
  readonly call: Pick<ApiCallRecord, 'status' | 'errorCode'>
}) {
  const tone = toneOf(status)
  return (
    <Badge tone={tone} {...(tone !== 'ok' && { icon: 'alert' })}>
      {errorCode === null ? String(status) : `${status} ${errorCode}`}
    </Badge>
  )
}

function toneOf(status: number): Tone {
  if (status < 400) return 'ok'
  return status < 500 ? 'wait' : 'bad'
}

/** A key's name, distinguished from others of its kind by its last characters. */
export function keyText(
  { kind, last4 }: { readonly kind: KeyKind; readonly last4: string },
  language: Language,
): string {
  return `${portalWords[language].keys[kind]} …${last4}`
}
