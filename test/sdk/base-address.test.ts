import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { languages } from './languages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Programs that make a client for the address and the key in their last two arguments, and call a path without a slash. */
const programs: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    '--input-type=module',
    '-e',
    `import { PaymentService } from '${root}/sdk/typescript/src/index.ts'
    const [baseUrl, apiKey] = process.argv.slice(-2)
    await new PaymentService({ apiKey, baseUrl }).call('GET v2/balance')`,
    '--',
  ],
  Python: [
    '-c',
    `import payment_service, sys
payment_service.PaymentService(sys.argv[-1], sys.argv[-2]).call("GET", "v2/balance")`,
  ],
  PHP: [
    '-r',
    `require 'GuzzleHttp/autoload.php'; require '${root}/sdk/php/autoload.php';
    $factory = new GuzzleHttp\\Psr7\\HttpFactory();
    [$baseUrl, $apiKey] = array_slice($argv, -2);
    $client = new PaymentService\\Client($apiKey, $baseUrl, new GuzzleHttp\\Client(), $factory, $factory);
    $client->call('GET', 'v2/balance');`,
    '--',
  ],
}

describe('what cannot be an address, a key or a path is refused before anything is asked', function () {
  this.timeout(120_000)

  for (const language of languages) {
    it(`in ${language.name}`, async function () {
      if (!language.isHere()) return void this.skip()
      const [program, ...parts] = language.command
      const options = { env: { ...process.env, ...language.environment } }
      const make = (address: string, key = 'SKSANDBOX_secret') =>
        run(program, [...parts, ...(programs[language.name] ?? []), address, key], options)
      for (const wrong of ['', 'pay.example.com', 'https://'])
        await assert.rejects(make(wrong), ({ stderr }: { stderr: string }) =>
          stderr.includes(`must begin with https:// or http://, and is "${wrong}"`),
        )
      const here = 'https://pay.example.com'
      await assert.rejects(make(here), ({ stderr }: { stderr: string }) =>
        stderr.includes('the path begins with /, not "v2/balance"'),
      )
      for (const wrong of ['SKSANDBOX_secret\n', ' SKSANDBOX_secret', 'SKSANDBOX_secret\u00E9'])
        await assert.rejects(
          make(here, wrong),
          ({ stderr }: { stderr: string }) =>
            stderr.includes('The key contains a space, a line break or an accent') &&
            !stderr.includes('SKSANDBOX_secret'),
        )
    })
  }
})
