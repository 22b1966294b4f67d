import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listPaymentMethods: {
    name: 'listPaymentMethods',
    title: 'List the payment methods that are open',
    text: 'The methods that are open to your service and channel, with limits and the number each expects. With `amount`, `currency` or `country`, those alone that take it.',
    codes: ['invalid_amount', 'invalid_country'],
  },
} satisfies Readonly<Record<string, About>>
