import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { languages } from './languages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Programs that verify a body that a framework has parsed, then a raw one with a secret that is not set. */
const programs: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    '--input-type=module',
    '-e',
    `import { verifyWebhook } from '${root}/sdk/typescript/src/index.ts'
    for (const body of [{ payload: 'x' }, '{}'])
      await verifyWebhook(body, {}, { secrets: process.env.NOT_SET }).catch((error) => console.log(error.message))`,
  ],
  Python: [
    '-c',
    `import os
from payment_service import webhooks
for body in ({"payload": "x"}, b"{}"):
    try:
        webhooks.verify(body, {}, os.environ.get("NOT_SET"))
    except Exception as error:
        print(error)`,
  ],
  PHP: [
    '-r',
    `require '${root}/sdk/php/autoload.php';
    foreach ([['payload' => 'x'], '{}'] as $body) {
        try {
            PaymentService\\Webhooks::verify($body, [], getenv('NOT_SET'));
        } catch (Throwable $error) {
            echo $error->getMessage(), "\\n";
        }
    }`,
  ],
}

describe('a webhook whose body was parsed, or whose secret is not set, is refused with what to do', function () {
  this.timeout(120_000)

  for (const language of languages) {
    it(`in ${language.name}`, async function () {
      if (!language.isHere()) return void this.skip()
      const [program, ...parts] = language.command
      const options = { env: { ...process.env, ...language.environment } }
      const { stdout } = await run(program, [...parts, ...(programs[language.name] ?? [])], options)
      const [parsed = '', unset = ''] = stdout.trim().split('\n')
      assert.match(parsed, /raw body as it came|must be of type string, array given/)
      assert.match(unset, /^No secret was given/)
    })
  }
})
