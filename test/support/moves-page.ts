import type { Actor, Move, MoveTable } from '#domain/states/moves.ts'
import { isEnd, statesOf } from '#domain/states/moves.ts'
import { moveTables } from './move-tables.ts'

type AnyMove = Move<string, string>

/** What the page says of a table, above its picture. */
const abouts: Readonly<Record<keyof typeof moveTables, { title: string; text: string }>> = {
  collection: {
    title: 'Collection',
    text: 'How it goes on is in [payments.md](payments.md#states). What an operator says after the end changes no state: it is a\n[late answer](payments.md#late-answers).',
  },
  funds: {
    title: 'Funds of a collection',
    text: 'They begin with its success ([refunds.md](refunds.md#funds)). In sandbox a confirmation posts nothing.',
  },
  refund: {
    title: 'Refund',
    text: 'See [refunds.md](refunds.md#a-refund). What is given back of a late debit stands in `to_refund` already: nothing is\nreserved for it, and nothing returns.',
  },
  payout: {
    title: 'Payout by Mobile Money',
    text: 'See [payouts.md](payouts.md). No time alone ends one that was sent: the money may have left.',
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
    text: 'See [checkouts-and-terminals.md](checkouts-and-terminals.md#states-of-a-checkout). Who comes after its time finds that it is over.',
  },
  delivery: {
    title: 'Delivery of a webhook',
    text: 'See [webhooks.md](webhooks.md#statuses). What was sent before the webhook was stopped may be answered after it.',
  },
  replay: {
    title: 'Replay',
    text: 'See [webhooks.md](webhooks.md#replays).',
  },
}

/** Docs/states.md, drawn from the tables of moves. */
export function movesPage(): string {
  const parts = Object.entries(moveTables).map(([name, { moves }]) => {
    const { title, text } = abouts[name as keyof typeof moveTables]
    return `## ${title}\n\n${text}\n\n${drawn(moves)}\n\n${listed(moves)}\n`
  })
  return `${intro}\n${parts.join('\n')}`
}

const intro = `# States

Each of these has one table of moves in \`domain/\`, a [\`MoveTable\`](../domain/states/moves.ts). The code that moves
something asks it, and takes the event and the ledger posting from it; the desk shows what it allows; a trigger of the
database refuses every other move, whoever writes. This page is made of the tables:
\`UPDATE=1 npm run mocha -- test/domain/states/moves-page.test.ts\` writes it, and the test without \`UPDATE\` fails where
the page differs. [Random histories](testing.md#random-histories) play all of it against the database.
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
