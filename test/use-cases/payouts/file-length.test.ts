import assert from 'node:assert/strict'
import { readPayoutFile } from '#use-cases/payouts/read-file.ts'

const wholeOf = async (text: string) => (await readPayoutFile(Buffer.from(text))).whole?.code

describe('the lines of a file of payouts are counted', () => {
  it('before they are read: with too many it is refused, though one of them could not be read', async () => {
    const [wrong, rest] = ['a\n'.repeat(2_000), 'a\n'.repeat(50_000)]
    assert.equal(await wholeOf(`numero;montant\n${wrong}a"b"c\n${rest}`), 'too_many_lines')
    assert.equal(await wholeOf(`numero;nom\n${rest}${wrong}`), 'column_missing')
  })

  it('without those that have no value, and those within quotes', async () => {
    assert.equal(await wholeOf(`numero;montant\n${' \r\n'.repeat(60_000)}`), 'no_lines')
    const quoted = `"Été ""26""${'\n'.repeat(60_000)}"`
    assert.equal(await wholeOf(`numero;montant;libelle\n1;1000;${quoted}\n`), undefined)
  })
})
