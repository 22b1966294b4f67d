import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Contact } from './closed-page.tsx'
import { useScope } from '#web/design/scope.ts'
import { failureTelling } from './failures.ts'
import type { PayerWords } from './french.tsx'
import { payerWords } from './words.ts'
import type { Payment } from './find.ts'
import { resumePath } from './resume.ts'
import { BackUnpaid } from './shop-return.tsx'

interface FailedProps {
  readonly payment: Payment
  readonly merchant: ReceiptMerchant
  /** How it can be paid now. */
  readonly methods: readonly OpenMethod[]
}

/** Why it was not paid, and the ways on where it can still be. */
export function Failed({ payment, merchant, methods }: FailedProps) {
  const { payable, transaction } = payment
  const { language } = useScope()
  const words = payerWords[language].failed
  const { title, text } = failureTelling(transaction, language)
  // What was just given back may still be held for a moment.
  const mayRetry = payable.status === 'active' || payable.status === 'in_progress'
  return (
    <>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={title}>
          <p>
            <Amount of={transaction.amountCharged} />
          </p>
          <p class="soft">{text}</p>
        </Verdict>
        {mayRetry ? (
          waysOn(payment, methods, words).map(({ label, href }, at) => (
            <ButtonLink key={href} href={href} isFull {...(at > 0 && { look: 'quiet' })}>
              {label}
            </ButtonLink>
          ))
        ) : (
          <p class="soft center">{words.noMore}</p>
        )}
      </div>
      <BackUnpaid payable={payable} />
      <Contact merchant={merchant} />
    </>
  )
}

type Words = PayerWords['failed']

interface WayOn {
  readonly label: string
  readonly href: string
}

/** Of these the same number would only fail again. */
const ofTheNumber = new Set([
  'insufficient_funds',
  'payer_not_found',
  'payer_limit_reached',
  'payer_account_blocked',
])

/** What to try next, the likeliest to succeed first: the same again, another number, another operator, a card. */
function waysOn(payment: Payment, methods: readonly OpenMethod[], words: Words): readonly WayOn[] {
  const { provider, failureCode, paymentMethod } = payment.transaction
  const same = {
    label: words.again,
    href: resumePath(payment, { phone: true, ...sameWay(payment) }),
  }
  if (paymentMethod.type !== 'mobile_money') {
    return [same, ...byMobileMoney(payment, methods, words)]
  }
  const number = {
    label: words.otherNumber,
    href: resumePath(payment, { phone: false }),
  }
  const others = methods.flatMap(({ operator: { type, code, name } }): WayOn[] => {
    if (type !== 'mobile_money' || code === provider) return []
    return [
      { label: words.with(name), href: resumePath(payment, { phone: false, provider: code }) },
    ]
  })
  const cards = methods.some(({ operator }) => operator.type === 'card')
    ? [{ label: words.byCard, href: resumePath(payment, { phone: false, way: 'card' }) }]
    : []
  if (failureCode === 'operator_unavailable') return [...others, ...cards, same]
  const isOfNumber = failureCode !== null && ofTheNumber.has(failureCode)
  return isOfNumber ? [number, ...others, ...cards, same] : [same, number, ...others, ...cards]
}

function sameWay({ transaction }: Payment) {
  return transaction.paymentMethod.type === 'card' ? ({ way: 'card' } as const) : {}
}

function byMobileMoney(
  payment: Payment,
  methods: readonly OpenMethod[],
  words: Words,
): readonly WayOn[] {
  if (!methods.some(({ operator }) => operator.type === 'mobile_money')) return []
  return [{ label: words.byMobileMoney, href: resumePath(payment, { phone: false }) }]
}
