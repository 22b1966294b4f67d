import type { Payable, PayableStatus } from '#domain/payment-links/payable.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { Frame } from '#web/design/frame.tsx'
import type { IconName } from '#web/design/icon.tsx'
import type { Tone } from '#web/design/tone.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { BackUnpaid } from './shop-return.tsx'

type Closed = Exclude<PayableStatus, 'active'>

interface Telling {
  readonly status: number
  readonly tone: Tone
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

const cancelled: Telling = {
  status: 410,
  tone: 'still',
  icon: 'cross',
  title: 'Paiement annulé',
  text: 'Ce paiement a été annulé par le marchand. Rien n’est débité.',
}

/** What is said, and under which status, where no payment is taken. */
export const tellings: Readonly<Record<Closed, Telling>> = {
  cancelled,
  inactive: cancelled,
  expired: {
    status: 410,
    tone: 'still',
    icon: 'clock',
    title: 'Délai dépassé',
    text: 'Cette demande de paiement n’est plus valable. Rien n’est débité. Demandez-en une nouvelle au marchand.',
  },
  paid: {
    status: 409,
    tone: 'ok',
    icon: 'check',
    title: 'Déjà payé',
    text: 'Ce paiement a été reçu. Ne payez pas une seconde fois.',
  },
  in_progress: {
    status: 409,
    tone: 'wait',
    icon: 'phone',
    title: 'Paiement en cours',
    text: 'Quelqu’un paie en ce moment depuis un autre téléphone. Cette page se met à jour toute seule.',
  },
}

/** Why nothing can be paid here now, and whom to turn to. */
export function ClosedPage({
  payable,
  merchant,
}: {
  readonly payable: Payable & { readonly status: Closed }
  readonly merchant: ReceiptMerchant
}) {
  const { tone, icon, title, text } = tellings[payable.status]
  return (
    <PayerFrame title={title} payable={payable} merchant={merchant}>
      <div class="card stack">
        <Verdict tone={tone} icon={icon} title={title}>
          {payable.title && <p>{payable.title}</p>}
          <p class="soft">{text}</p>
        </Verdict>
      </div>
      {payable.status !== 'paid' && <BackUnpaid payable={payable} />}
      <Contact merchant={merchant} />
    </PayerFrame>
  )
}

/** Where the merchant is reached, as far as they say. */
export function Contact({ merchant }: { readonly merchant: ReceiptMerchant }) {
  const { publicName, phone, email } = merchant
  if (phone === null && email === null) return null
  return (
    <p class="soft small center">
      Une question{'\u00A0'}? Contactez {publicName}
      {phone !== null && (
        <>
          {' au '}
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
      {phone !== null && email !== null && ' ou '}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}.
    </p>
  )
}

/** No link and no QR code has this address. */
export function UnknownPage() {
  return (
    <Frame title="Paiement introuvable">
      <div class="card stack">
        <Verdict tone="still" icon="search" title="Paiement introuvable">
          <p class="soft">
            Cette adresse ne mène à aucun paiement. Scannez de nouveau le code QR, ou demandez le
            lien au marchand.
          </p>
        </Verdict>
      </div>
    </Frame>
  )
}
