import { refusalsOf } from '#api/docs/refusals.ts'
import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  createCheckout: {
    name: 'createCheckout',
    title: 'Create a cash-desk QR code',
    text: 'Makes a QR code for a fixed amount; whoever scans it pays it, once. Terminal and cashier are those of the key. At most 30 a minute for a terminal.',
    examples: {
      'Five minutes': { amount: 1000, description: 'Table 4', expires_in: 300 },
    },
    codes: [...refusalsOf.price, 'operation_not_allowed', 'sandbox_rate_limited'],
  },
  getCheckout: {
    name: 'getCheckout',
    title: 'Read a cash-desk QR code',
    text: 'The QR code as it stands, with its latest payment. With `wait`, the answer is held for its next change, up to 5 seconds. Show the payment as received when `status` is `succeeded`.',
  },
  cancelCheckout: {
    name: 'cancelCheckout',
    title: 'Cancel a cash-desk QR code',
    text: 'Takes an open QR code back. Cancelling again changes nothing; one that is being paid or was paid is refused.',
    codes: ['checkout_not_cancellable'],
  },
} satisfies Readonly<Record<string, About>>
