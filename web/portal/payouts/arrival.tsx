import { durationText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { DoneAct } from '#use-cases/transfers/find.ts'
import type { WebContext } from '#web/context.ts'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { Time } from '#web/design/time.tsx'
import { Us } from '#web/portal/people/person.tsx'
import { usePayoutWords } from './words.ts'

/** Whom a merchant asks about a transfer, and how often staff is reminded of one that waits. */
export type TransferHelp = Pick<WebContext, 'supportEmail' | 'transferReminderMs'>

interface ArrivalProps {
  readonly payout: TransactionRecord
  readonly acts: readonly DoneAct[]
  readonly help: TransferHelp
}

/**
 * When the money of a bank transfer arrives, as far as anybody knows: people make it, and nothing promises a day
 * (docs/payouts.md#when-a-transfer-arrives).
 */
export function Arrival(props: ArrivalProps) {
  const { arrival: words } = usePayoutWords()
  const { state, bankReference, returnedAt } = props.payout.transfer ?? {}
  const isWaiting = state === 'to_process' || state === 'in_progress'
  if (!isWaiting && state !== 'transferred') return null
  if (returnedAt) return <Returned at={new Date(returnedAt)} />
  return (
    <>
      <h2>{words.title}</h2>
      {isWaiting ? <Waiting {...props} /> : <p>{words.ordered(bankReference ?? null)}</p>}
    </>
  )
}

/** It went back after it was made; people settle what is owed (docs/payouts.md#settling-a-contradiction). */
function Returned({ at }: { readonly at: Date }) {
  const { title, text } = usePayoutWords().arrival.returned
  return (
    <Notice tone="wait" title={title}>
      {text(<Time at={at} />)}
    </Notice>
  )
}

function Waiting({ payout, acts, help }: ArrivalProps) {
  const { language, now } = useScope()
  const { arrival: words } = usePayoutWords()
  const takenAt = acts.find(({ kind }) => kind === 'take')?.at
  const every = durationText(help.transferReminderMs / 1000, language)
  const us = <Us email={help.supportEmail} />
  const isLate = now.getTime() - payout.createdAt.getTime() > help.transferReminderMs
  return (
    <>
      <p>
        {words.waitsSince(<Time at={payout.createdAt} />)}
        {takenAt && <> {words.takenSince(<Time at={takenAt} />)}</>} {words.byHand}
      </p>
      {isLate ? (
        <Notice tone="wait">{words.late(every, us)}</Notice>
      ) : (
        <p class="soft">{words.reminded(every, us)}</p>
      )}
      <p class="soft">{words.safe}</p>
    </>
  )
}
