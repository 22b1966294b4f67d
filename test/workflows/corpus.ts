import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Client } from '@temporalio/client'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { historyOf, readRun } from './runs.ts'

/**
 * Histories of real runs, kept for ever: a change of a workflow must replay them. `RECORD_HISTORIES=1` makes the tests
 * here write those that are missing; delete a file first to record it anew, which only an unreleased workflow allows.
 */
const folder = new URL('histories/', import.meta.url)

/** Keeps this run for the replay test under a name of ours, when histories are being recorded. */
export async function keepHistory(
  client: Client,
  kind: WorkflowKind,
  { name, subjectId }: { readonly name: string; readonly subjectId: string },
): Promise<void> {
  const file = new URL(`${name}.json`, folder)
  if (process.env['RECORD_HISTORIES'] !== '1' || existsSync(file)) return
  const { text } = await readRun(client, kind, subjectId)
  const stored = { workflowId: workflowId(kind, subjectId), ...(JSON.parse(text) as object) }
  writeFileSync(file, `${JSON.stringify(stored)}\n`)
}

export interface StoredHistory {
  readonly name: string
  readonly workflowId: string
  /** As the replayer takes it. */
  readonly history: object
  readonly text: string
}

/** Every history kept, by name. */
export function storedHistories(): StoredHistory[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const stored = JSON.parse(text) as { readonly workflowId: string }
    return {
      name: file.slice(0, -'.json'.length),
      workflowId: stored.workflowId,
      history: historyOf(stored),
      text,
    }
  })
}
