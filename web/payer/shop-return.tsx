import type { Payable } from '#domain/payment-links/payable.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { usePayerWords } from './words.ts'

/** The shop's address, with its reference for the sale: nothing in it is secret, or proves anything. */
function returnAddress(address: string, { reference }: Pick<Payable, 'reference'>): string {
  if (reference === null) return address
  const url = new URL(address)
  url.searchParams.set('reference', reference)
  return url.href
}

/** The link back for somebody who has paid. In a frame the shop is notified instead (web/design/shop.js). */
export function BackAsPaid({ payable }: { readonly payable: Payable }) {
  const { redirectUrl } = payable
  const words = usePayerWords().shop
  if (redirectUrl === null) return null
  return (
    <p class="back" data-back>
      <ButtonLink href={returnAddress(redirectUrl, payable)} isFull iconAfter="right">
        {words.back(new URL(redirectUrl).host)}
      </ButtonLink>
    </p>
  )
}

/** The link back for somebody who does not pay. */
export function BackUnpaid({ payable }: { readonly payable: Payable }) {
  const { cancelUrl } = payable
  const words = usePayerWords().shop
  if (cancelUrl === null) return null
  return (
    <p class="back" data-back>
      <ButtonLink href={returnAddress(cancelUrl, payable)} look="quiet" isFull>
        {words.backUnpaid(new URL(cancelUrl).host)}
      </ButtonLink>
    </p>
  )
}

/** What the page's script reports to the site that shows it in a frame, and to no other. */
export function ShopMark({ payable }: { readonly payable: Payable }) {
  const { id, reference, shopOrigin } = payable
  if (shopOrigin === null) return null
  return (
    <span hidden id="boutique" data-origin={shopOrigin} data-link={id} data-reference={reference} />
  )
}
