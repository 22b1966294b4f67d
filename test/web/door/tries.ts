import assert from 'node:assert/strict'
import type { PortalReader } from '#test/support/portal.ts'

/** Posts this five times, and fails unless the sixth is told to wait. */
export async function assertClosedAfterFive(
  reader: PortalReader,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (let tried = 0; tried < 5; tried += 1) await reader.post(path, fields)
  const closed = await reader.post(path, fields)
  assert.equal(closed.status, 422)
  assert.match(closed.text, /Trop de tentatives/)
  assert.ok(Number(closed.headers.get('Retry-After')) > 0)
}
