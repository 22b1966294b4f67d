import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listCurrencies: {
    name: 'listCurrencies',
    title: 'List active currencies',
    text: 'The currencies that prices may be in now: the pivot, those of a fixed parity, and the floating ones that have a rate.',
  },
} satisfies Readonly<Record<string, About>>
