import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  getBalance: {
    name: 'getBalance',
    title: 'Read the balances',
    text: 'What you can withdraw, what is being made available, and what awaits confirmation, in the mode of the key.',
  },
} satisfies Readonly<Record<string, About>>
