import { csvLine } from '#domain/text/csv.ts'
import type { KeptOrder, Memory } from './memory.ts'

const columns = [
  'time',
  'operator_reference',
  'reference',
  'kind',
  'msisdn',
  'amount',
  'currency',
  'status',
]

/**
 * An operator's orders as a statement that staff can import (docs/reconciliation.md). Like a real one it names
 * payers, in a column that is ignored; pending orders are not on it.
 */
export function statementOf(memory: Memory): string {
  for (const order of memory.orders) memory.settle(order)
  const ended = memory.orders.filter(({ end }) => end !== undefined)
  return [columns, ...ended.map(cellsOf)].map((cells) => csvLine(cells)).join('')
}

function cellsOf(order: KeptOrder): (string | number)[] {
  const { id, reference, kind, phone, amount, currency, end } = order
  const status = end === 'succeeded' ? 'succeeded' : 'failed'
  const time = new Date(order.askedAt).toISOString()
  return [time, reference, id, kind, phone, amount, currency, status]
}
