import { isCurrencyCode } from '#domain/money/currency.ts'
import { MerchantMark } from '#web/design/merchant.tsx'
import { useAsTyped } from '#web/portal/as-typed.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { LinkPrice } from './detail.tsx'
import { amountIn } from './terms.ts'
import { fields, type TypedLink } from './typed.ts'
import { usePaymentLinkWords } from './words.ts'

export interface LinkPreviewProps {
  /** The path of the form. */
  readonly action: string
  readonly typed: TypedLink
}

/** What the path of a form adds to answer with what payers would see. */
export const previewBelow = '/apercu'

const previewId = 'apercu'

/** What payers will see of a link, beside its form: it follows what is typed. */
export function LinkPreview({ action, typed }: LinkPreviewProps) {
  const { place } = usePortal()
  const { preview: words } = usePaymentLinkWords()
  const following = useAsTyped({
    to: action + previewBelow,
    part: previewId,
    fields: shown,
    event: 'input',
    from: 'main',
  })
  return (
    <section id={previewId} class="card stack" {...following}>
      <h2>{words.title}</h2>
      <div class="row">
        <MerchantMark {...place} />
        <b>{place.publicName}</b>
      </div>
      <div class="offer break">
        <p>
          <b>{typed.title === '' ? words.noTitle : typed.title}</b>
        </p>
        {typed.description !== '' && <p class="soft">{typed.description}</p>}
        <p>
          <TypedPrice typed={typed} />
        </p>
      </div>
      <p class="soft small">{words.asks}</p>
      <ul class="points">
        <li>{words.phone}</li>
        <li>{words.name}</li>
        <li>{typed.isEmailOptional ? words.emailOptional : words.email}</li>
        {typed.questions.map(({ label }, at) => (
          <li key={at}>{label}</li>
        ))}
      </ul>
    </section>
  )
}

/** As far as it can be read yet. */
function TypedPrice({ typed }: Pick<LinkPreviewProps, 'typed'>) {
  const { preview: words } = usePaymentLinkWords()
  const { currency, priceKind } = typed
  const read = (text: string) => {
    const amount = isCurrencyCode(currency) ? amountIn(text, currency) : null
    return amount !== null && amount.minor > 0n ? amount : null
  }
  const price = priceKind === 'fixe' ? read(typed.amount) : null
  if (priceKind === 'fixe' && price === null) return <span class="soft">{words.noPrice}</span>
  const limits = { minAmount: read(typed.minimum), maxAmount: read(typed.maximum) }
  return <LinkPrice price={price} {...limits} />
}

const shown = [
  ...[
    fields.title,
    fields.description,
    fields.priceKind,
    fields.amount,
    fields.currency,
    fields.minimum,
    fields.maximum,
    fields.emailOptional,
  ].map((name) => `[name=${name}]`),
  'input[type=text][name^=question_]',
]
