import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { More } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { TimeLeft } from '#web/design/progress.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { Payment } from './find.ts'
import type { PayerWords } from './french.tsx'
import { resumePath } from './resume.ts'
import { usePayerWords } from './words.ts'

/** What to do now, and how long it may take. */
export function Waiting({ payment }: { readonly payment: Payment }) {
  const { transaction } = payment
  const { amountCharged } = transaction
  const isCard = transaction.paymentMethod.type === 'card'
  const title = waitingTitle(transaction, usePayerWords())
  return (
    <div class="card stack waiting">
      <Verdict tone="wait" icon={isCard ? 'card' : 'phone'} title={title}>
        <p>
          <Amount of={amountCharged} isHero />
        </p>
      </Verdict>
      {isCard ? <AtTheBank {...transaction} /> : <OnThePhone payment={payment} />}
    </div>
  )
}

/** What the payer has to do. */
export function waitingTitle(
  { paymentMethod, nextActionUrl }: Pick<TransactionRecord, 'paymentMethod' | 'nextActionUrl'>,
  { waiting: words }: PayerWords,
): string {
  if (paymentMethod.type !== 'card') return words.onPhone
  return nextActionUrl === null ? words.underWay : words.atBank
}

/** The bank's page opens in another tab; this page shows the outcome. */
function AtTheBank({ nextActionUrl }: Pick<TransactionRecord, 'nextActionUrl'>) {
  const words = usePayerWords().waiting
  if (nextActionUrl === null) return <p class="soft center">{words.bankAnswers}</p>
  return (
    <>
      <ButtonLink href={nextActionUrl} isFull isElsewhere iconAfter="right">
        {words.openBank}
      </ButtonLink>
      <p class="soft center">{words.comeBack}</p>
    </>
  )
}

function OnThePhone({ payment }: { readonly payment: Payment }) {
  const { transaction } = payment
  const { customer, provider, mode, createdAt, expiresAt } = transaction
  const operator = operatorOf(provider)
  const name = operator?.name ?? ''
  const words = usePayerWords().waiting
  const phone = <span class="num">{customer.phone && groupedMaskedPhone(customer.phone)}</span>
  return (
    <>
      <ol class="steps">
        <li>{words.arrives(name, phone)}</li>
        <li>{words.approve(name)}</li>
        <li>{words.tells}</li>
      </ol>
      <TimeLeft from={createdAt} until={expiresAt} said={words.asked} />
      {mode === 'sandbox' && <p class="soft small">{words.test}</p>}
      <More title={words.nothingCame}>
        <ul class="points soft">
          <li>{words.isPhoneOn}</li>
          {operator?.menuCode && <li>{words.dial(<Dial code={operator.menuCode} />)}</li>}
          <WrongNumber payment={payment} />
        </ul>
      </More>
    </>
  )
}

function Dial({ code }: { readonly code: string }) {
  return <a href={`tel:${encodeURIComponent(code)}`}>{code}</a>
}

/** A request to a wrong number ends by itself; if others may pay meanwhile, so may this payer. */
function WrongNumber({ payment }: { readonly payment: Payment }) {
  const mayPayAgain = payment.payable.status === 'active'
  const words = usePayerWords().waiting
  return (
    <li>
      {words.wrongNumber}{' '}
      {mayPayAgain && <a href={resumePath(payment, { phone: false })}>{words.otherNumber}</a>}
    </li>
  )
}
