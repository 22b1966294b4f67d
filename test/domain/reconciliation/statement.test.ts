import assert from 'node:assert/strict'
import fc from 'fast-check'
import { boundsOf, differenceOf, edgeMs, hasBegun } from '#domain/reconciliation/reconciliation.ts'
import { readOperatorColumns, readOperatorLine } from '#domain/reconciliation/statement.ts'
import { money } from '#domain/money/money.ts'
import { readTable, UnreadableTable } from '#platform/read-table.ts'

const header = ['operator_reference', 'reference', 'kind', 'amount', 'currency', 'status', 'time']
const { columns } = readOperatorColumns({ number: 1, cells: header })
const bounds = boundsOf({ from: '2026-11-20', to: '2026-11-21' }) ?? assert.fail()
const rules = { kinds: ['collection', 'payout'] as const, ...bounds }

function read(changes: Readonly<Record<string, string>>) {
  const plain = { reference: 'a-1', kind: 'payout', amount: '10', currency: 'XOF' }
  const line: Record<string, string> = { ...plain, time: '2026-11-20 12:00', ...changes }
  return readOperatorLine(
    { number: 2, cells: header.map((name) => line[name] ?? '') },
    columns,
    rules,
  )
}

describe('a line of a statement', () => {
  it('has its amount as spreadsheets write it, exactly', () => {
    for (const [text, minor] of [
      ['12500', 12_500n],
      ['12 500', 12_500n],
      ['1\u202F012\u00A0500', 1_012_500n],
      ['12500.00', 12_500n],
      ['12500,0', 12_500n],
    ] as const)
      assert.equal(read({ amount: text }).line?.amount.minor, minor, text)
    assert.equal(read({ amount: '12,5', currency: 'EUR' }).line?.amount.minor, 1250n)
    for (const text of [
      '12,5',
      '1,250',
      '1,000',
      '1.000',
      '150,000',
      '150.000',
      '1500,000',
      '1 25',
      '-5',
      '0',
      '1e3',
      '5 F',
      '=5',
      '9'.repeat(20),
    ])
      assert.deepEqual(
        read({ amount: text }).faults,
        [{ field: 'csv.2.amount', code: 'invalid_amount' }],
        text,
      )
  })

  it('has its time in UTC, in a zone or in local time, within the period and a quarter of an hour', () => {
    for (const [text, at] of [
      ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
      ['2026-11-20T12:00+01:00', '2026-11-20T11:00:00.000Z'],
      ['2026-11-20 12:00:30', '2026-11-20T11:00:30.000Z'],
      ['2026-11-21', '2026-11-20T23:00:00.000Z'],
      ['2026-11-19 23:45', '2026-11-19T22:45:00.000Z'],
      ['2026-11-22 00:14:59.999', '2026-11-21T23:14:59.999Z'],
    ] as const)
      assert.equal(read({ time: text }).line?.at.toISOString(), at, text)
    for (const text of ['2026-11-19 23:44:59', '2026-11-22 00:15', '20/11/2026', '2026-11-31', 'x'])
      assert.equal(read({ time: text }).faults[0]?.field, 'csv.2.time', text)
    assert.equal(edgeMs, 900_000)
  })

  it('without a status tells of a success, and our own reference in capitals is the same', () => {
    const id = '3F2504E0-4F89-41D3-9A0C-0305E82C3301'
    const { line } = read({ reference: id })
    assert.deepEqual([line?.status, line?.reference], ['succeeded', id.toLowerCase()])
    assert.deepEqual(read({ status: 'reversed' }).line?.status, 'reversed')
  })

  it('of whatever bytes is a line or names its faults, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 9 }), (cells) => {
        const { line, faults } = readOperatorLine({ number: 2, cells }, columns, rules)
        assert.equal(line === undefined, faults.length > 0)
      }),
    )
  })
})

describe('a table', () => {
  const rowsOf = async (text: string) => {
    const rows = []
    for await (const { number, cells } of readTable(text)) rows.push([number, ...cells])
    return rows
  }

  it('is read with semicolons or commas, quotes, any line ends and a byte order mark', async () => {
    const expected = [
      [1, 'a', 'b'],
      [2, 'x;y,z', '1'],
    ]
    assert.deepEqual(await rowsOf('\uFEFFa;b\r\n"x;y,z"; 1 \r\n'), expected)
    assert.deepEqual(await rowsOf('a,b\n"x;y,z",1'), expected)
    assert.deepEqual(await rowsOf('a;b\r;;\r\n\n"x\ny";2\n'), [
      [1, 'a', 'b'],
      [5, 'x\ny', '2'],
    ])
  })

  it('of many pieces keeps its lines whole', async () => {
    const rows = await rowsOf(Array.from({ length: 20_000 }, (_, at) => `é${at};${at}`).join('\n'))
    assert.deepEqual(rows.at(-1), [20_000, 'é19999', '19999'])
  })

  it('that breaks off, never ends a line, or has a quote inside a cell, is none', async () => {
    await assert.rejects(rowsOf('a;b\n"x'), UnreadableTable)
    await assert.rejects(rowsOf('a;b\nx"y;1\n'), UnreadableTable)
    await assert.rejects(rowsOf(`a;b\n${'x'.repeat(200_000)}`), UnreadableTable)
  })

  it('may end in rows of nothing but separators, up to a number where they are longer than its rows', async () => {
    const table = 'a;b\n1;2\n'
    const [, ...read] = await rowsOf(table + ';\n'.repeat(60_000))
    assert.deepEqual(read, [[2, '1', '2']])
    assert.equal((await rowsOf(table + ';;\n'.repeat(9000))).length, 2)
    await assert.rejects(
      rowsOf(table + ';;\n'.repeat(60_000)),
      (error) => error instanceof UnreadableTable && error.line > 10_000 && error.line < 30_000,
    )
    await assert.rejects(rowsOf(table + ';'.repeat(3_000_000)), UnreadableTable)
  })
})

describe('a period', () => {
  it('is of days of the main market, 31 at most, the last one begun', () => {
    assert.equal(bounds.start.toISOString(), '2026-11-19T23:00:00.000Z')
    assert.equal(bounds.end.toISOString(), '2026-11-21T23:00:00.000Z')
    assert.ok(boundsOf({ from: '2026-10-01', to: '2026-10-31' }))
    for (const [from, to] of [
      ['2026-10-01', '2026-11-01'],
      ['2026-10-02', '2026-10-01'],
      ['2026-02-30', '2026-03-01'],
    ] as const)
      assert.equal(boundsOf({ from, to }), undefined)
    const now = new Date('2026-11-20T23:00:00Z')
    assert.deepEqual(
      ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => hasBegun(day, now)),
      [true, true, false],
    )
  })
})

describe('what an operator tells against what we know', () => {
  const amount = money(100n, 'XOF')
  it('differs in status wherever only one side says that money moved, or we do not know yet', () => {
    const verdicts = (['moved', 'still', 'open'] as const).map((standing) =>
      (['succeeded', 'failed', 'reversed'] as const).map((status) =>
        differenceOf({ status, amount }, { standing, amount }, false),
      ),
    )
    const differs = 'status_differs'
    assert.deepEqual(verdicts, [
      [null, differs, differs],
      [differs, null, null],
      [differs, differs, differs],
    ])
  })

  it('differs in amount where money moved, and another currency is another amount', () => {
    const known = { standing: 'moved', amount } as const
    for (const other of [money(101n, 'XOF'), money(100n, 'XAF')])
      assert.equal(
        differenceOf({ status: 'succeeded', amount: other }, known, false),
        'amount_differs',
      )
    const still = { standing: 'still', amount } as const
    assert.equal(differenceOf({ status: 'failed', amount: money(1n, 'XOF') }, still, false), null)
    assert.equal(differenceOf({ status: 'succeeded', amount }, null, false), 'missing_here')
    assert.equal(differenceOf({ status: 'succeeded', amount }, known, true), 'duplicate')
  })
})
