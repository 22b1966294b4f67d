import type { Payable } from '#domain/payment-links/payable.ts'
import { html } from '#web/http/answer.ts'

type Html = typeof html

/** A page about something payable: the shop that it was created for may show it in a frame. */
export function payerHtml(
  { shopOrigin }: Pick<Payable, 'shopOrigin'>,
  content: Parameters<Html>[0],
  head: Parameters<Html>[1] = {},
): ReturnType<Html> {
  return html(content, { framedBy: shopOrigin, ...head })
}
