import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brunoCollection } from '#api/docs/bruno.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { operationsOf } from './examples.ts'
import { given } from '#test/support/given.ts'

const folder = fileURLToPath(new URL('../../../api/docs/bruno/', import.meta.url))

describe('the collection for Bruno', () => {
  const api = given(() => sharedApiAlone())

  it('is what the description says (`npm run bruno` writes it)', async () => {
    const description = await (await fetch(`${api.baseUrl}/openapi.json`)).json()
    const files = brunoCollection(description)
    if (process.env['WRITE_BRUNO'] !== undefined) await write(files)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile())
    assert.equal(names.length, files.size)
    for (const [name, text] of files) {
      assert.equal(await readFile(join(folder, name), 'utf8'), text, name)
    }
    assert.equal(files.size, operationsOf(description).length + 2)
    assert.match(
      files.get('collections/createCollection.bru') ?? '',
      /url: \{\{baseUrl\}\}\/v2\/coll/,
    )
  })
})

async function write(files: ReadonlyMap<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [name, text] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
