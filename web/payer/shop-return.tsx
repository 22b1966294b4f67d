import type { Payable } from '#domain/payment-links/payable.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { usePayerWords } from './words.ts'

/** The address of the shop, with the reference by which it knows the sale: nothing in it is secret, or a proof. */
function returnAddress(address: string, { reference }: Pick<Payable, 'reference'>): string {
  if (reference === null) return address
  const url = new URL(address)
  url.searchParams.set('reference', reference)
  return url.href
}

/** The way back for whoever has paid. In a frame the shop is told instead (web/design/shop.js). */
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

/** The way back for whoever does not pay. */
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

/** What the script of the page tells the site that has it in a frame, and no other. */
export function ShopMark({ payable }: { readonly payable: Payable }) {
  const { id, reference, shopOrigin } = payable
  if (shopOrigin === null) return null
  return (
    <span hidden id="boutique" data-origin={shopOrigin} data-link={id} data-reference={reference} />
  )
}
