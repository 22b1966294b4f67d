import assert from 'node:assert/strict'
import { faultKinds } from './faults/catalogue.ts'
import { OptionError, readOptions } from './options.ts'

describe('npm run chaos', () => {
  const refused = [
    { args: ['--minutes', '0'], says: /--minutes is a number above 0/ },
    { args: ['--minutes', 'long'], says: /not "long"/ },
    { args: ['--faults', 'kill-worker,kill-moon'], says: /"kill-moon" is no kind of fault/ },
    { args: ['--plant', 'roses'], says: /"roses" cannot be planted/ },
    { args: ['--sead', '1'], says: /--sead/ },
  ]
  for (const { args, says } of refused) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => readOptions(args, {}), isRefusal(says))
    })
  }

  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'MTN_BASE_URL', 'MOOV_URL']) {
    it(`hurts nothing that is not its own: it does not start where ${name} is set`, () => {
      assert.throws(() => readOptions([], { [name]: 'x' }), isRefusal(new RegExp(name)))
    })
  }

  it('takes its seed from --seed, or SEED, or chance', () => {
    assert.equal(readOptions(['--seed', '7'], { SEED: '8' }).seed, 7)
    assert.equal(readOptions([], { SEED: '8' }).seed, 8)
    assert.ok(readOptions([], {}).seed > 0)
  })

  it('lasts two minutes unless told otherwise, and does every kind of fault when it lasts long', () => {
    assert.equal(readOptions([], {}).minutes, 2)
    assert.deepEqual(readOptions(['--minutes', '60'], {}).kinds, faultKinds)
    assert.ok(!readOptions([], {}).kinds.includes('restore-backup'))
  })

  function isRefusal(says: RegExp): (error: unknown) => boolean {
    return (error) => error instanceof OptionError && says.test(error.message)
  }
})
