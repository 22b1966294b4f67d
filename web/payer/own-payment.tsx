import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { followPath, type Payment } from './find.ts'
import type { PayerWords } from './french.tsx'
import { usePayerWords } from './words.ts'

interface OwnPaymentProps {
  readonly payment: Payment
  /** True if nothing more can be paid here. */
  readonly isLast?: boolean
}

/** The link back to a payment, for somebody who used the back button or opened the page again. */
export function OwnPayment({ payment, isLast = false }: OwnPaymentProps) {
  const { status, amountCharged } = payment.transaction
  const words = usePayerWords().own
  if (status !== 'pending' && status !== 'succeeded') return null
  const { tone, title, text, link } = toldOf({ payment, isLast }, words)
  return (
    <Notice tone={tone} title={title}>
      <div class="stack">
        <p>{text(<Amount of={amountCharged} />)}</p>
        <ButtonLink href={followPath(payment)} look="quiet" iconAfter="right">
          {link}
        </ButtonLink>
      </div>
    </Notice>
  )
}

function toldOf({ payment, isLast }: OwnPaymentProps, words: PayerWords['own']) {
  const { transaction, isDenied } = payment
  if (transaction.status === 'pending') {
    return {
      tone: 'wait',
      title: words.pending,
      text: words.pendingText,
      link: words.follow,
    } as const
  }
  if (isDenied) {
    return {
      tone: 'bad',
      title: words.denied,
      text: words.deniedText,
      link: words.seeDenied,
    } as const
  }
  return {
    tone: 'ok',
    title: words.paid,
    text: isLast ? words.lastText : words.paidText,
    link: words.seeReceipt,
  } as const
}
