import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  getSession: {
    name: 'getSession',
    title: 'Find out who calls',
    text: 'Tells what the key is, in which mode, and of which service: a good first call.',
  },
} satisfies Readonly<Record<string, About>>
