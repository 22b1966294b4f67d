import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listCashSessions: {
    name: 'listCashSessions',
    title: 'List the cash sessions of a terminal',
    text: 'The sessions of a terminal, newest first; a terminal key sees those opened within 24 hours.',
    codes: ['invalid_cursor'],
  },
  openCashSession: {
    name: 'openCashSession',
    title: 'Open a cash session',
    text: 'Opens the cash desk for one cashier, for 8 hours at most. The session token is only in this answer.',
    examples: {
      'By name': { operator: { name: 'Koffi Mensah' }, opening_float: 10000 },
    },
    codes: ['terminal_disabled', 'cash_session_open', 'cashiers_too_many', 'invalid_collaborator'],
  },
  getCashSession: {
    name: 'getCashSession',
    title: 'Read a cash session',
    text: 'One session with its totals so far; with `width`, its report for a printer as well.',
  },
  closeCashSession: {
    name: 'closeCashSession',
    title: 'Close a cash session',
    text: 'Closes the session for good: its token stops working at once, and the answer contains its report.',
    examples: {
      'With the cash counted': { counted_cash: 10000, width: 32 },
    },
    codes: ['cash_session_closed'],
  },
} satisfies Readonly<Record<string, About>>
