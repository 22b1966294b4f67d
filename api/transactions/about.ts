import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listTransactions: {
    name: 'listTransactions',
    title: 'List transactions',
    text: 'Your transactions, newest first. Without `created_after` the list covers 90 days; a terminal key sees its own of the last 24 hours. Continue with `cursor` while `meta.has_more` is true.',
    codes: ['invalid_cursor'],
  },
  getTransaction: {
    name: 'getTransaction',
    title: 'Read a transaction',
    text: 'The transaction in its current state. With `wait`, the answer for a pending one is delayed until its end, for up to 5 seconds. Poll every 5 to 10 seconds for two minutes, then every minute for fifteen minutes, in addition to webhooks.',
  },
  cancelTransaction: {
    name: 'cancelTransaction',
    title: 'Cancel a bank transfer',
    text: 'Cancels a bank transfer that is still `to_process`: amount and fee return to the balance at once. Anything else is refused with `cannot_cancel`.',
    codes: ['cannot_cancel'],
  },
  simulateTransaction: {
    name: 'simulateTransaction',
    title: 'Choose the end of a sandbox payment',
    text: 'Decides, in place of the sandbox operator, how a pending payment ends; processing and webhook follow as for any other. Use a number that ends in `0003` or `0005`, which wait; others are decided by themselves within a second or two. Refused in live mode. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: {
      Paid: { outcome: 'succeeded' },
      'Refused by the payer': { outcome: 'failed' },
    },
    codes: ['cannot_simulate', 'sandbox_mode_required'],
  },
} satisfies Readonly<Record<string, About>>
