import { type Actor, isEnd, type Move, type MoveTable, statesOf } from '#domain/states/moves.ts'
import { moveTables } from './move-tables.ts'

type AnyMove = Move<string, string>

/** The page's text about a table, above its diagram. */
const abouts: Readonly<Record<keyof typeof moveTables, { title: string; text: string }>> = {
  collection: {
    title: 'Collection',
    text: 'See [payments.md](payments.md#states). What an operator says after the end changes no state: it is a [late\nanswer](payments.md#late-answers).',
  },
  funds: {
    title: 'Funds of a collection',
    text: 'They start when it succeeds ([refunds.md](refunds.md#funds)). In sandbox a confirmation posts nothing.',
  },
  refund: {
    title: 'Refund',
    text: 'See [refunds.md](refunds.md#a-refund). The money of a late debit is already in `to_refund`, so its refund\nreserves nothing and returns nothing.',
  },
  payout: {
    title: 'Payout by Mobile Money',
    text: 'See [payouts.md](payouts.md). A payout that was sent never ends by time alone: the money may have left.',
  },
  payoutFile: {
    title: 'File of payouts',
    text: 'See [payouts.md](payouts.md#by-file). Each of its payouts has its own moves.',
  },
  transfer: {
    title: 'Bank transfer',
    text: 'See [payouts.md](payouts.md#bank-transfers). Its transaction is `pending` until it ends, then `succeeded`, `failed` or\n`cancelled`, in the same database transaction.',
  },
  checkout: {
    title: 'Checkout',
    text: 'See [checkouts-and-terminals.md](checkouts-and-terminals.md#states-of-a-checkout). Anyone who comes too late finds it expired.',
  },
  delivery: {
    title: 'Delivery of a webhook',
    text: 'See [webhooks.md](webhooks.md#statuses). An attempt that was sent before the webhook was stopped may be answered after it.',
  },
  replay: {
    title: 'Replay',
    text: 'See [webhooks.md](webhooks.md#replays).',
  },
}

/** The content of docs/states.md, generated from the tables of moves. */
export function movesPage(): string {
  const parts = Object.entries(moveTables).map(([name, { moves }]) => {
    const { title, text } = abouts[name as keyof typeof moveTables]
    return `## ${title}\n\n${text}\n\n${drawn(moves)}\n\n${listed(moves)}\n`
  })
  return `${intro}\n${parts.join('\n')}`
}

const intro = `# States

Every state there is, and what leads from one to another. Each kind below has one table of moves in \`domain/\`, a
[\`MoveTable\`](../domain/states/moves.ts). The code that changes a state checks it, and takes the event and the ledger posting
from it; the desk offers what it allows; a database trigger refuses every other move, whoever writes. This page is generated
from the tables: \`UPDATE=1 npm run mocha -- test/domain/states/moves-page.test.ts\` writes it, and without \`UPDATE\` the test
fails if the page differs. [Random histories](testing.md#random-histories) play all of it against the database.
`

function drawn(table: MoveTable<string, string>): string {
  const arrows = table.moves.map(
    (move) => `    ${move.from ?? '[*]'} --> ${move.to}: ${wordsOf(move)}`,
  )
  const ends = statesOf(table)
    .filter((state) => isEnd(table, state))
    .map((state) => `    ${state} --> [*]`)
  return ['```mermaid', 'stateDiagram-v2', ...arrows, ...ends, '```'].join('\n')
}

function wordsOf({ causes }: AnyMove): string {
  return Object.keys(causes)
    .map((cause) => cause.replaceAll('_', ' '))
    .join(', ')
}

function listed({ moves }: MoveTable<string, string>): string {
  const rows = moves.map((move) => {
    const { from, to, event, posting } = move
    return `| ${from === null ? '' : `\`${from}\``} | \`${to}\` | ${causesOf(move)} | ${code(event)} | ${code(posting)} |`
  })
  return [
    '| from | to | cause (by whom) | event | posting |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function causesOf({ causes }: AnyMove): string {
  return Object.entries(causes)
    .map(([cause, by]: [string, Actor | undefined]) => `${cause.replaceAll('_', ' ')} (${by})`)
    .join(', ')
}

function code(word: string | undefined): string {
  return word === undefined ? '' : `\`${word}\``
}
