import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  getExchangeRate: {
    name: 'getExchangeRate',
    title: 'Read an exchange rate',
    text: 'The rate of the moment between two currencies.',
    codes: ['exchange_rate_unavailable'],
  },
} satisfies Readonly<Record<string, About>>
