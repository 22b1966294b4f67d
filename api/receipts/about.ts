import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  getReceipt: {
    name: 'getReceipt',
    title: 'Read the receipt of a transaction',
    text: 'The receipt of a successful transaction: in full for a secret key, for a terminal’s own sales and with a valid `receipt_token`; else masked. `format=text` adds lines for a printer in `text`.',
    codes: ['receipt_not_found'],
  },
} satisfies Readonly<Record<string, About>>
