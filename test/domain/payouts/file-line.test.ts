import assert from 'node:assert/strict'
import { needsSecondPerson } from '#domain/payouts/file.ts'
import { isSameName, readPayoutColumns } from '#domain/payouts/file-columns.ts'
import {
  type PayoutLine,
  type PayoutLineFaultCode,
  readPayoutLine,
  repeatsWithin,
} from '#domain/payouts/file-line.ts'

const titles = ['numero', 'montant', 'nom', 'operateur', 'reference', 'libelle']
const { columns } = readPayoutColumns(titles)
const good = ['01 97 00 00 00', '12500', 'Awa Dossou', 'MTN', 'SAL-1', 'Salaire']

/** A good line with these cells in the place of its own. */
function read(changes: Readonly<Record<string, string>>) {
  const cells = titles.map((title, at) => changes[title] ?? good[at] ?? '')
  return readPayoutLine({ number: 2, cells }, columns, titles.length)
}

describe('a line of a file of payouts', () => {
  for (const numero of [
    '01 97 00 00 00',
    '0197000000',
    '01.97.00.00.00',
    '97000000',
    '+229 01 97 00 00 00',
    '2290197000000',
    '002290197000000',
    "'2290197000000",
    '229 97000000',
    '01\u00A097\u202F00-00-00',
  ]) {
    it(`has a number as people write it: ${numero}`, () => {
      const { line, faults } = read({ numero })
      assert.deepEqual(faults, [])
      assert.equal(line?.phone.phone, '2290197000000')
    })
  }

  for (const montant of [
    '12500',
    '12 500',
    '12\u202F500',
    '12\u00A0500 F CFA',
    '012500',
    '12500F',
  ]) {
    it(`has an amount in francs: ${montant}`, () => {
      assert.equal(read({ montant }).line?.amount.minor, 12_500n)
    })
  }

  const wrong: readonly (readonly [string, string, PayoutLineFaultCode])[] = [
    ['numero', '', 'phone_missing'],
    ['numero', '2,29E+12', 'phone_rounded'],
    ['numero', '2.290197E12', 'phone_rounded'],
    ['numero', '0197', 'phone_wrong'],
    ['numero', 'Awa', 'phone_wrong'],
    ['numero', '٠١٩٧٠٠٠٠٠٠', 'phone_wrong'],
    ['numero', '1'.repeat(9000), 'phone_wrong'],
    ['montant', '', 'amount_missing'],
    ['montant', '12500,00', 'amount_decimals'],
    ['montant', '12 500.5', 'amount_decimals'],
    ['montant', '12.500', 'amount_decimals'],
    ['montant', '-500', 'amount_not_positive'],
    ['montant', '(500)', 'amount_not_positive'],
    ['montant', '0', 'amount_not_positive'],
    ['montant', 'mille', 'amount_wrong'],
    ['montant', '1e5', 'amount_wrong'],
    ['montant', '12 50', 'amount_wrong'],
    ['montant', '=1+1', 'amount_wrong'],
    ['montant', '9'.repeat(30), 'amount_wrong'],
    ['operateur', 'Orange', 'operator_wrong'],
    ['operateur', 'Moov', 'operator_other'],
    ['reference', 'paie de mai', 'reference_wrong'],
    ['reference', 'x'.repeat(65), 'reference_wrong'],
    ['libelle', 'x'.repeat(256), 'description_long'],
  ]
  for (const [column, text, code] of wrong) {
    it(`says what is wrong: ${column} “${text.slice(0, 20)}” is ${code}`, () => {
      const { line, faults } = read({ [column]: text })
      assert.equal(line, undefined)
      assert.deepEqual(
        faults.map((fault) => [fault.line, fault.column, fault.code]),
        [[2, column, code]],
      )
    })
  }

  it('is read as fast as any other where a cell is twenty thousand blanks', () => {
    for (const title of titles) {
      const before = process.cpuUsage()
      read({ [title]: `1${' '.repeat(20_000)}1` })
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 60_000, `${title}: ${user + system}`)
    }
  })

  it('tells of all that is wrong with it, and of too many cells', () => {
    const { faults } = read({ numero: 'x', montant: 'y' })
    assert.deepEqual(
      faults.map(({ code }) => code),
      ['phone_wrong', 'amount_wrong'],
    )
    const long = readPayoutLine(
      { number: 2, cells: [...good, ...Array<string>(200).fill('')] },
      columns,
      titles.length,
    )
    assert.equal(long.faults[0]?.code, 'cells_too_many')
  })
})

describe('the titles of a file of payouts', () => {
  it('are known by other names, accents and capitals aside, in any order', () => {
    const { columns: found, missing } = readPayoutColumns([
      'Montant',
      'Prénom',
      'TÉLÉPHONE',
      'Réf.',
    ])
    assert.deepEqual(
      [...found],
      [
        ['numero', 2],
        ['montant', 0],
        ['reference', 3],
      ],
    )
    assert.deepEqual(missing, [])
  })

  it('say which are missing, and which are there twice', () => {
    const { missing, doubled } = readPayoutColumns(['numero', 'phone', 'libelle'])
    assert.deepEqual([missing, doubled], [['montant'], ['numero']])
  })
})

describe('lines that would pay the same twice', () => {
  const line = (number: number, reference: string | null, amount = '500'): PayoutLine => {
    const read = readPayoutLine(
      { number, cells: ['0197000000', amount, '', '', reference ?? '', ''] },
      columns,
      titles.length,
    )
    assert.ok(read.line)
    return read.line
  }
  const codes = (...lines: PayoutLine[]) =>
    repeatsWithin(lines).map(({ code, what }) => [code, what])

  it('are those with one reference, and those without two', () => {
    assert.deepEqual(codes(line(2, 'A'), line(3, 'A', '700')), [['reference_twice', '2']])
    assert.deepEqual(codes(line(2, null), line(3, null)), [['line_twice', '2']])
    assert.deepEqual(codes(line(2, 'A'), line(3, null)), [['line_twice', '2']])
    assert.deepEqual(codes(line(2, 'A'), line(3, 'B'), line(4, null, '700')), [])
  })
})

describe('a name in a file', () => {
  it('may be that of an account in any order, without accents, with less or more words', () => {
    assert.ok(isSameName('HOUNSOU Rosine', 'Rosine Hounsou'))
    assert.ok(isSameName('R. Hounsou', 'Rosine Hounsou'))
    assert.ok(isSameName('Elisée', 'Elisee Dossou-Yovo'))
    assert.ok(!isSameName('Awa Dossou', 'Rosine Hounsou'))
  })
})

describe('a second person', () => {
  const pay = (payee: string, amount: bigint) => ({ payee, amount })
  it('is needed by what all lines come to, and by what one payee gets of them', () => {
    assert.equal(needsSecondPerson([pay('a', 600n), pay('b', 400n)], 1000n), false)
    assert.equal(needsSecondPerson([pay('a', 600n), pay('b', 401n)], 1000n), true)
    assert.equal(needsSecondPerson([pay('a', 600n), pay('a', 401n)], 1000n), true)
  })
})
