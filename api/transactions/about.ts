import type { About } from '#http/route.ts'

/** What developers read of the routes of this folder. */
export const about = {
  listTransactions: {
    name: 'listTransactions',
    title: 'List transactions',
    text: 'Your transactions, newest first. Without `created_after` the list covers 90 days; a terminal key sees its own of the last 24 hours. Go on with `cursor` while `meta.has_more` is true.',
    codes: ['invalid_cursor'],
  },
  getTransaction: {
    name: 'getTransaction',
    title: 'Read a transaction',
    text: 'The transaction as it stands. With `wait`, a pending one is held until its end for up to 5 seconds. Poll every 5 to 10 seconds for two minutes, then every minute for fifteen, beside webhooks.',
  },
  cancelTransaction: {
    name: 'cancelTransaction',
    title: 'Cancel a bank transfer',
    text: 'Cancels a bank transfer that is still `to_process`: amount and fee return to the balance at once. Anything else is refused with `cannot_cancel`.',
    codes: ['cannot_cancel'],
  },
} satisfies Readonly<Record<string, About>>
