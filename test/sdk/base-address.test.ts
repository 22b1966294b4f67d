import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { languages } from './languages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Programs that make a client for the address in their last argument. */
const programs: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    '--input-type=module',
    '-e',
    `import { PaymentService } from '${root}/sdk/typescript/src/index.ts'
    new PaymentService({ apiKey: 'k', baseUrl: process.argv.at(-1) })`,
    '--',
  ],
  Python: ['-c', 'import payment_service, sys; payment_service.PaymentService("k", sys.argv[-1])'],
  PHP: [
    '-r',
    `require 'GuzzleHttp/autoload.php'; require '${root}/sdk/php/autoload.php';
    $factory = new GuzzleHttp\\Psr7\\HttpFactory();
    new PaymentService\\Client('k', end($argv), new GuzzleHttp\\Client(), $factory, $factory);`,
    '--',
  ],
}

describe('a client for what is no address is refused before it asks for anything', function () {
  this.timeout(120_000)

  for (const language of languages) {
    it(`in ${language.name}`, async function () {
      if (!language.isHere()) return void this.skip()
      const [program, ...parts] = language.command
      const options = { env: { ...process.env, ...language.environment } }
      const make = (address: string) =>
        run(program, [...parts, ...(programs[language.name] ?? []), address], options)
      await make('https://pay.example.com')
      for (const wrong of ['', 'pay.example.com', 'https://'])
        await assert.rejects(make(wrong), ({ stderr }: { stderr: string }) =>
          stderr.includes(`must begin with https:// or http://, and is "${wrong}"`),
        )
    })
  }
})
