import type { Payable, PayableStatus } from '#domain/payment-links/payable.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { Frame } from '#web/design/frame.tsx'
import type { IconName } from '#web/design/icon.tsx'
import type { Tone } from '#web/design/tone.ts'
import { Verdict } from '#web/design/verdict.tsx'
import type { PayerWords } from './french.tsx'
import type { Payment } from './find.ts'
import { OwnPayment } from './own-payment.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { BackUnpaid } from './shop-return.tsx'
import { usePayerWords } from './words.ts'

type Closed = Exclude<PayableStatus, 'active'>

interface Telling {
  readonly status: number
  readonly tone: Tone
  readonly icon: IconName
  /** Its words. */
  readonly says: keyof PayerWords['closed']
}

const cancelled: Telling = { status: 410, tone: 'still', icon: 'cross', says: 'cancelled' }

/** The text and HTTP status when no payment is accepted. */
export const tellings: Readonly<Record<Closed, Telling>> = {
  cancelled,
  inactive: cancelled,
  expired: { status: 410, tone: 'still', icon: 'clock', says: 'expired' },
  paid: { status: 409, tone: 'ok', icon: 'check', says: 'paid' },
  in_progress: { status: 409, tone: 'wait', icon: 'phone', says: 'in_progress' },
}

interface ClosedPageProps {
  readonly payable: Payable & { readonly status: Closed }
  readonly merchant: ReceiptMerchant
  /** This browser's own payment for it. */
  readonly own: Payment | undefined
}

/** Why nothing can be paid here now, and whom to contact. */
export function ClosedPage({ payable, merchant, own }: ClosedPageProps) {
  const { tone, icon, says } = tellings[payable.status]
  const words = usePayerWords()
  const { title, text } = words.closed[says]
  // Whoever has paid was debited.
  const hasPaid = own?.transaction.status === 'succeeded'
  const isOver = payable.status !== 'in_progress'
  return (
    <PayerFrame title={title} payable={payable} merchant={merchant}>
      {own && <OwnPayment payment={own} isLast />}
      <div class="card stack">
        <Verdict tone={tone} icon={icon} title={title}>
          {payable.title && <p>{payable.title}</p>}
          <p class="soft">{hasPaid && isOver ? words.failed.noMore : text}</p>
        </Verdict>
      </div>
      {payable.status !== 'paid' && <BackUnpaid payable={payable} />}
      <Contact merchant={merchant} />
    </PayerFrame>
  )
}

/** How to reach the merchant, if they have said so. */
export function Contact({ merchant }: { readonly merchant: ReceiptMerchant }) {
  const { publicName, phone, email } = merchant
  const words = usePayerWords().contact
  if (phone === null && email === null) return null
  return (
    <p class="soft small center">
      {words.ask(publicName)}
      {phone !== null && (
        <>
          {words.byPhone}
          <a href={`tel:+${phone}`} class="num">
            {groupedPhone(phone)}
          </a>
          {' ('}
          <a href={`https://wa.me/${phone}`} target="_blank" rel="noopener">
            WhatsApp
          </a>
          )
        </>
      )}
      {email !== null && (phone === null ? words.byEmail : words.orByEmail)}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}.
    </p>
  )
}

/** No link and no QR code has this address. */
export function UnknownPage() {
  const { title, text } = usePayerWords().closed.unknown
  return (
    <Frame title={title}>
      <div class="card stack">
        <Verdict tone="still" icon="search" title={title}>
          <p class="soft">{text}</p>
        </Verdict>
      </div>
    </Frame>
  )
}
