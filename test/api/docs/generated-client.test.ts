import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type Description, operationsOf } from './examples.ts'

const run = promisify(execFile)
const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
const options =
  '--noEmit --strict --ignoreConfig --target es2022 --module nodenext --allowImportingTsExtensions'

describe('a client that orval generates from the description', function () {
  this.timeout(120_000)
  let folder: string
  let client: Record<string, unknown>
  let names: readonly string[]

  before(async () => {
    const { baseUrl } = await sharedApiAlone()
    const description: Description = await (await fetch(`${baseUrl}/openapi.json`)).json()
    names = operationsOf(description).map(({ name }) => name)
    folder = temporaryFolder('generated')
    const [source, target] = [join(folder, 'openapi.json'), join(folder, 'client.ts')]
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(source, JSON.stringify(description))
    await generate({
      input: { target: source },
      output: { target, client: 'fetch', headers: true },
    })
    client = await import(target)
  })

  it('has each call under the name that the documentation gives it', () => {
    assert.ok(names.length > 50, `${names.length}`)
    assert.deepEqual(
      names.filter((name) => typeof client[name] !== 'function'),
      [],
    )
  })

  it('tells TypeScript what is sent and what comes, strictly', async () => {
    const wrongs = [
      ['amount: 1000', "amount: 'mille'", "Type 'string' is not assignable to type 'number'"],
      ['.status : made', '.amount : made', "is not assignable to type 'string'"],
      ["{ 'Idempotency-Key': 'a' }", '{}', "'Idempotency-Key'' is missing in type '{}'"],
    ] as const
    writeFileSync(join(folder, 'right.ts'), program)
    for (const [at, [right, wrong]] of wrongs.entries())
      writeFileSync(join(folder, `wrong${at}.ts`), program.replace(right, wrong))
    const files = ['right.ts', ...wrongs.map((_, at) => `wrong${at}.ts`)]
    const remarks = await remarksOn(files)
    assert.equal(remarks.length, wrongs.length, remarks.join('\n'))
    for (const [at, [, , expected]] of wrongs.entries()) {
      const remark = remarks[at] ?? ''
      assert.ok(remark.startsWith(`wrong${at}.ts(`) && remark.includes(expected), remark)
    }
  })

  /** The compiler's, one line each. */
  async function remarksOn(files: readonly string[]): Promise<string[]> {
    const command = [compiler, ...options.split(' '), ...files]
    const { stdout } = await run(process.execPath, command, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout.split('\n').filter((line) => / error TS\d+: /.test(line))
  }
})

const program = `import { createCollection, listTransactions } from './client.ts'
const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
const made = await createCollection(
  { amount: 1000, currency: 'XOF', provider: 'auto', phone: '2290190000000', customer },
  { 'Idempotency-Key': 'a' },
)
export const said: string =
  made.status === 202 ? made.data.data.status : made.status === 422 ? made.data.error.code : ''
const listed = await listTransactions({ status: ['succeeded'] })
if (listed.status === 200) for (const one of listed.data.data) console.log(one.amount.toFixed())
`
