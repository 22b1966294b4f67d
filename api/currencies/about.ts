import type { About } from '#http/route.ts'

/** What developers read of the routes of this folder. */
export const about = {
  listCurrencies: {
    name: 'listCurrencies',
    title: 'List active currencies',
    text: 'The currencies that prices may be in now: the pivot, those of a fixed parity, and the floating ones that have a rate.',
  },
} satisfies Readonly<Record<string, About>>
