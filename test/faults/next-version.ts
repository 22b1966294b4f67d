import assert from 'node:assert/strict'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '#db/migrations.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** What the next version does at the start of a workflow: pinned ones are changed freely. */
const pinned = {
  collection: { file: 'collection', step: 'await tomorrow.sleep(150)' },
  checkout: { file: 'checkout', step: 'await tomorrow.sleep(150)' },
} as const

/** Those that move to the new version are patched. */
const upgraded = {
  payout: { file: 'payout', step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)` },
  bankTransfer: {
    file: 'bank-transfer',
    step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)`,
  },
  refund: { file: 'refund', step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)` },
  funds: { file: 'funds', step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)` },
  delivery: { file: 'delivery', step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)` },
  lateAnswer: {
    file: 'late-answer',
    step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)`,
  },
  webhookReplay: {
    file: 'webhook-replay',
    step: `if (tomorrow.patched('next')) await tomorrow.sleep(150)`,
  },
} as const

/** The migration that it comes with; it adds a column to the table that is written most. */
export const nextMigration = '99-next'

/** The next version of the code, in a folder of its own: a migration, and changed workflows, all or the pinned ones alone. */
export function nextVersion(changed: 'all' | 'pinned' = 'all'): string {
  const folder = temporaryFolder('next')
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, { file, step }] of Object.entries(
    changed === 'all' ? { ...pinned, ...upgraded } : pinned,
  )) {
    edit(join(folder, 'workflows', `${file}.ts`), name, step)
  }
  const newest = readMigrations().at(-1)?.name
  writeFileSync(
    join(folder, 'db/migrations', `${nextMigration}.sql`),
    `-- Serves code from ${newest}.\nalter table transaction add column next text;\n`,
  )
  return folder
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = 'activities api db domain http platform sdk server use-cases web worker workflows'
const parts = [...folders.split(' '), 'package.json', 'package-lock.json']

function edit(path: string, name: string, step: string): void {
  const text = readFileSync(path, 'utf8')
  const head = new RegExp(`export async function ${name}\\([^]*?\\): Promise<[^]*?> \\{\n`)
  const changed = text.replace(head, `$&  ${step}\n`)
  assert.notEqual(changed, text, `${name} has no place for the change`)
  writeFileSync(path, `import * as tomorrow from '@temporalio/workflow'\n${changed}`)
}
