import assert from 'node:assert/strict'
import { drive } from './drive.ts'
import { languages } from './languages.ts'

const secrets = ['SKSANDBOX_b1e488145d7181cd59dbacb7', 'f3c0a1d2-95b4-4f6e-8a77-0c1d2e3f4a5b']

describe('the library in PHP', () => {
  it('shows neither key nor secret in dumps and traces, reads again what broke off while it was read, and sends what it is told to, whatever the settings of PHP', async function () {
    this.timeout(120_000)
    const php = languages.find(({ name }) => name === 'PHP')
    assert.ok(php !== undefined)
    if (!php.isHere()) return void this.skip()
    const [program, ...parts] = php.command
    // As hosts of long standing have them.
    const settings = [
      'zend.exception_ignore_args=0',
      'serialize_precision=17',
      'arg_separator.output="&amp;"',
    ]
    const command = [program, ...parts, ...settings.flatMap((one) => ['-d', one])] as const
    const told = (await drive({ ...php, command }, 'guarded', secrets)) as Record<string, unknown>
    const { read, asked, sent, query, ...shown } = told
    assert.deepEqual({ read, asked }, { read: 'pending', asked: 2 })
    assert.equal(sent, '{"metadata":{},"amount":33.33}')
    assert.equal(query, 'type=payout&limit=2')
    for (const [name, text] of Object.entries(shown)) {
      assert.ok(typeof text === 'string' && text.length > 100, `${name}: ${String(text)}`)
      for (const secret of secrets) assert.ok(!text.includes(secret), `${name}: ${text}`)
    }
  })
})
