import type { Language } from '#domain/text/language.ts'
import { visibleOrNull } from '#domain/text/visible.ts'
import { ButtonLink } from '#web/design/button.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Preview } from '#web/design/frame.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { type Payment, payPath } from './find.ts'
import { PayForm, type PayFormProps } from './form.tsx'
import type { Sale } from './sale.ts'
import { OwnPayment } from './own-payment.tsx'
import { cardWay, fields, type Typed, type Way } from './typed.ts'
import { PayerFrame } from './payer-frame.tsx'
import { BackUnpaid } from './shop-return.tsx'
import { payerWords, usePayerWords } from './words.ts'

interface PayPageProps {
  readonly sale: Sale
  readonly typed: Typed
  readonly faults?: readonly FieldFault[]
  /** Why the payment was not accepted, if no field is at fault. */
  readonly refusal?: string
  /** This browser's own payment for the same thing. */
  readonly own?: Payment | undefined
}

/** The page that a link or a QR code opens: for most people their first contact with the service. */
export function PayPage({ sale, typed, faults = [], refusal, own }: PayPageProps) {
  const { payable, merchant } = sale
  const { language } = useScope()
  const words = payerWords[language].pay
  const title = payable.title ?? words.title(merchant.publicName)
  return (
    <PayerFrame title={title} {...sale} preview={previewTags(sale, title, language)}>
      {refusal && (
        <Notice tone="bad" title={words.notTaken} isAnswer>
          {refusal}
        </Notice>
      )}
      {own && <OwnPayment payment={own} />}
      <Offered sale={sale} title={title} />
      {isPayable(sale) ? <Ways {...{ sale, typed, faults }} /> : <NoWay sale={sale} />}
      <BackUnpaid payable={payable} />
    </PayerFrame>
  )
}

/** What a messaging app shows with the address: what is paid, how much, to whom. */
function previewTags(
  { payable, merchant, display, address }: Sale,
  title: string,
  language: Language,
): Preview {
  const price = display.amount && moneyText(display.amount, language)
  return {
    title: price ? `${title} · ${price}` : title,
    text:
      visibleOrNull(payable.description) ?? payerWords[language].pay.preview(merchant.publicName),
    siteName: merchant.publicName,
    url: address.page,
    pictureUrl: address.logo,
  }
}

function isPayable({ methods, otherWay }: Sale): boolean {
  return methods.length > 0 || otherWay !== null
}

function Ways({ sale, ...form }: PayFormProps) {
  return (
    <>
      {sale.methods.length > 0 && <PayForm sale={sale} {...form} />}
      {sale.otherWay && <OtherWay sale={sale} way={sale.otherWay} />}
    </>
  )
}

function NoWay({ sale: { merchant } }: { readonly sale: Sale }) {
  const words = usePayerWords().pay
  return (
    <Notice tone="wait" title={words.impossible}>
      {words.impossibleText(merchant.publicName)}
    </Notice>
  )
}

/** Most people pay by Mobile Money: the other method is one step away, so as not to distract them. */
function OtherWay({ sale, way }: { readonly sale: Sale; readonly way: Way }) {
  const path = payPath(sale.payable)
  const isCard = way === 'card'
  const words = usePayerWords().pay
  return (
    <ButtonLink
      href={isCard ? `${path}?${fields.way}=${cardWay}` : path}
      look="quiet"
      icon={isCard ? 'card' : 'phone'}
      isFull
    >
      {isCard ? words.byCard : words.byMobileMoney}
    </ButtonLink>
  )
}

/** What is paid for, and its price. */
function Offered({ sale, title }: { readonly sale: Sale; readonly title: string }) {
  const { payable, display } = sale
  const words = usePayerWords().pay
  return (
    <div class="offer">
      <h1>{title}</h1>
      {payable.description && <p class="soft">{payable.description}</p>}
      {display.amount && (
        <p>
          <Amount of={display.amount} isHero />
        </p>
      )}
      {payable.expiresAt && (
        <p class="soft small">{words.validUntil(<ExactTime at={payable.expiresAt} />)}</p>
      )}
    </div>
  )
}
