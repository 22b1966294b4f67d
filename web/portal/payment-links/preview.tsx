import { isCurrencyCode } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import { MerchantMark } from '#web/design/merchant.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { payerWords } from '#web/payer/words.ts'
import { formOf } from '#web/http/form.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal, PortalInput } from '#web/portal/portal-page.ts'
import { fields, readTyped, type TypedLink } from './typed.ts'
import { usePaymentLinkWords } from './words.ts'

const id = 'apercu'
/** The currency of an existing link. */
const ownField = 'propre'

/** The fields that payers see, which a question for a new preview carries. */
const shownFields = (['title', 'description', 'priceKind', 'amount', 'currency'] as const)
  .map((name) => `[name=${fields[name]}]`)
  .join(',')

/**
 * The head of the payers' page as it will be, which follows what is typed. Without a script nobody sees it: it could
 * not follow.
 */
export function LinkPreview({
  portal: { place },
  typed,
  ownCurrency,
  isHidden,
}: {
  readonly portal: Pick<Portal, 'place'>
  readonly typed: TypedLink
  /** Of an existing link, whose form has no field for it. */
  readonly ownCurrency: string | null
  /** Until the page's script shows it. */
  readonly isHidden?: boolean
}) {
  const { language } = useScope()
  const { preview, free } = usePaymentLinkWords().form
  const { title, description, priceKind } = typed
  const query = ownCurrency ? `?${ownField}=${ownCurrency}` : ''
  const price = priceOf(typed)
  return (
    <section
      id={id}
      class="card stack"
      aria-label={preview}
      hidden={isHidden}
      data-with-script
      hx-get={`${paths.paymentLinkPreview}${query}`}
      hx-trigger="input delay:300ms from:body"
      hx-include={shownFields}
      hx-select={`#${id}`}
      hx-swap="outerHTML"
    >
      <p class="soft small">{preview}</p>
      <div class="row">
        <MerchantMark {...place} />
        <b>{place.publicName}</b>
      </div>
      <h2>{title === '' ? payerWords[language].pay.title(place.publicName) : title}</h2>
      {description !== '' && <p class="soft">{description}</p>}
      {priceKind === 'libre' && <p class="soft">{free}</p>}
      {priceKind === 'fixe' && price && (
        <p>
          <Amount of={price} isHero />
        </p>
      )}
    </section>
  )
}

/** The preview of what is typed so far. */
export function typedPreview({ session, query }: Pick<PortalInput, 'session' | 'query'>) {
  const ownCurrency = query.get(ownField)
  const typed = readTyped(formOf(query))
  const currency = ownCurrency ?? typed.currency
  return <LinkPreview portal={session} typed={{ ...typed, currency }} ownCurrency={ownCurrency} />
}

/** Null while what is typed is no amount. */
function priceOf({ amount, currency }: TypedLink): Money | null {
  if (!isCurrencyCode(currency)) return null
  const price = parseAmount(amountTextOf(amount, currency) ?? '', currency)
  return price.ok && price.value.minor > 0n ? price.value : null
}
